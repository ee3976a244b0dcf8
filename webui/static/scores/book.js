// The book's forms: a new game, who plays, seasons, a game brought in; and the button that prints a sheet.
import { post } from "../page/door.js";

const $ = (id) => document.getElementById(id);
const told = $("context") ? JSON.parse($("context").textContent) : {};

async function send(path, body, then, otherwise = () => {}) {
  const { ok, wrong, told: answer } = await post(path, body);
  if (ok) return then(answer);
  $("wrong").textContent = wrong;
  $("wrong").scrollIntoView({ block: "nearest" });
  otherwise(answer);
}

function nameFields(form) {
  return [...form.querySelectorAll('input[name="name"]')].filter((each) => !each.closest("label").hidden);
}

function names(form) {
  return nameFields(form).map((each) => each.value.trim() || null);
}

function season(form) {
  return form.elements.season.value === "" ? null : Number(form.elements.season.value);
}

// House rules: what is entered otherwise than the rule set has it. What is no number goes as it is, so that the
// server can say what is wrong with it.
const number = (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text));
const plainly = (text) => text.replace(/−/g, "-");
const READ = {
  switch: (field) => field.checked,
  choice: (field) => number(field.value),
  number: (field) => (field.value === "" ? null : number(plainly(field.value))),
  text: (field) => plainly(field.value).split(/[\s,;/]+/).filter(Boolean).map(number),
};
const isChanged = (field) => (field.type === "checkbox" ? String(field.checked) : field.value) !== field.dataset.plain;

const OPTIONS = ["kuitan", "kiriage"];

function house(form) {
  // What the table plays otherwise and this form does not ask for stays.
  const changed = form.elements.rules.value === told.chosen ? structuredClone(told.house) : {};
  const fields = [...form.querySelectorAll("[data-house]")];
  for (const { name } of fields) delete (OPTIONS.includes(name) ? changed.scoring_options ?? {} : changed)[name];
  for (const field of fields.filter(isChanged)) {
    const { name, dataset } = field;
    if (dataset.house === "several") changed[name] = fields.filter((each) => each.name === name && each.checked).map((each) => each.value);
    else if (OPTIONS.includes(name)) (changed.scoring_options ??= {})[name] = field.checked;
    else changed[name] = READ[dataset.house](field);
  }
  return changed;
}

// The field a refusal names is shown and marked.
function pointAt(form, name) {
  for (const marked of form.querySelectorAll("[aria-invalid]")) marked.removeAttribute("aria-invalid");
  const field = name && form.querySelector(`#house [name="${name}"]`);
  if (!field) return;
  field.setAttribute("aria-invalid", "true");
  unfold(field);
  field.focus();
}

function unfold(field) {
  for (let part = field.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}

const newGame = $("new-game");
function seatPlayers() { // as many name fields as the chosen rules have seats
  const seats = Number(newGame.querySelector('input[name="rules"]:checked')?.dataset.seats ?? 4);
  newGame.querySelectorAll(".seats-new .score-field").forEach((field, seat) => { field.hidden = seat >= seats; });
  for (const option of newGame.elements.dealer?.options ?? []) option.hidden = Number(option.value) >= seats;
}
if (newGame) {
  seatPlayers();
  const tellChanged = () => { $("house-changed").hidden = !Object.keys(house(newGame)).length; };
  newGame.addEventListener("invalid", (event) => unfold(event.target), true);
  const askHouse = async () => {
    seatPlayers();
    const { value } = newGame.elements.rules;
    const answer = await fetch(`/scores/new/house?rules=${encodeURIComponent(value)}&lang=${document.documentElement.lang}`);
    if (answer.ok && newGame.elements.rules.value === value) $("house").innerHTML = await answer.text(); // our own server's form
    tellChanged();
  };
  newGame.addEventListener("change", (event) => (event.target.name === "rules" ? askHouse() : tellChanged()));
  // Other rules may have been chosen before this script was there.
  if ($("house").querySelector(".house-fields")?.dataset.rules !== newGame.elements.rules.value) askHouse();
  $("draw-seats").addEventListener("click", () => {
    const fields = nameFields(newGame), drawn = fields.map((each) => each.value);
    for (let last = drawn.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [drawn[last], drawn[other]] = [drawn[other], drawn[last]];
    }
    fields.forEach((field, number) => { field.value = drawn[number]; });
  });
  newGame.addEventListener("submit", (event) => {
    event.preventDefault();
    send("/scores/games", { rules: newGame.elements.rules.value, house: house(newGame), names: names(newGame), dealer: newGame.elements.dealer?.value ? Number(newGame.elements.dealer.value) : null, season: season(newGame), note: newGame.elements.note.value }, () => location.assign("/scores"), ({ field }) => pointAt(newGame, field));
  });
}

$("name-players")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target, path = `/scores/games/${$("game").dataset.number}`;
  send(`${path}/players`, { names: names(form) }, () =>
    send(`${path}/note`, { note: form.elements.note.value, season: season(form) }, () => location.reload()));
});

$("rename")?.addEventListener("submit", (event) => {
  event.preventDefault();
  send(`/scores/players/${event.target.dataset.number}`, { name: event.target.elements.name.value }, () => location.reload());
});

$("new-season")?.addEventListener("submit", (event) => {
  event.preventDefault();
  send("/scores/seasons", { name: event.target.elements.name.value }, () => location.reload());
});

$("bring-in")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target, again = event.submitter?.id === "bring-in-again";
  const text = await form.elements.file.files[0].text();
  // A game that is in the book already is asked about: the second button brings it in all the same.
  const ask = ({ twin }) => { $("bring-in-again").hidden = !twin; };
  send("/scores/import", { text, note: form.elements.note.value, again }, ({ game }) => location.assign(`/scores/games/${game.number}`), ask);
});

document.addEventListener("click", (event) => {
  const { dataset } = event.target.closest("button") ?? { dataset: {} };
  if (dataset.open) send(`/scores/games/${dataset.open}/open`, {}, () => location.assign("/scores"));
  if (dataset.finishGame) send(`/scores/games/${dataset.finishGame}/finish`, {}, () => location.reload());
  if (dataset.endSeason) send(`/scores/seasons/${dataset.endSeason}/end`, {}, () => location.reload());
});

$("print")?.addEventListener("click", () => window.print());
