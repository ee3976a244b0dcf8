// The book's forms: a new game, who plays, seasons, a game brought in; and the button that prints a sheet.
import { post } from "./door.js";

const $ = (id) => document.getElementById(id);
const told = $("context") ? JSON.parse($("context").textContent) : {};

async function send(path, body, then) {
  const { ok, wrong, told: answer } = await post(path, body);
  if (ok) then(answer);
  else $("wrong").textContent = wrong;
}

function names(form) {
  return [...form.querySelectorAll('input[name="name"]')].map((each) => each.value.trim() || null);
}

function season(form) {
  return form.elements.season.value === "" ? null : Number(form.elements.season.value);
}

// House rules: what the set-up chose for these rules, with what is changed here.
const HOUSE = ["minimum", "starting_points", "rounds"];
function house(form, rules) {
  const changed = rules.name === told.chosen ? { ...told.house } : {};
  for (const name of HOUSE) {
    const value = form.elements[name].value;
    delete changed[name];
    if (value !== "" && Number(value) !== rules[name]) changed[name] = Number(value);
  }
  return changed;
}

const newGame = $("new-game");
if (newGame) {
  const chosen = () => told.rules.find((each) => each.name === newGame.elements.rules.value);
  const fill = (own) => { for (const name of HOUSE) newGame.elements[name].value = own[name] ?? chosen()[name]; };
  fill(told.house);
  newGame.addEventListener("change", (event) => { if (event.target.name === "rules") fill(chosen().name === told.chosen ? told.house : {}); });
  $("draw-seats").addEventListener("click", () => {
    const fields = [...newGame.querySelectorAll('input[name="name"]')], drawn = fields.map((each) => each.value);
    for (let last = drawn.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [drawn[last], drawn[other]] = [drawn[other], drawn[last]];
    }
    fields.forEach((field, number) => { field.value = drawn[number]; });
  });
  newGame.addEventListener("submit", (event) => {
    event.preventDefault();
    const rules = chosen();
    send("/scores/games", { rules: rules.name, house: house(newGame, rules), names: names(newGame), dealer: newGame.elements.dealer?.value ? Number(newGame.elements.dealer.value) : null, season: season(newGame), note: newGame.elements.note.value }, () => location.assign("/scores"));
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
  const form = event.target, text = await form.elements.file.files[0].text();
  send("/scores/import", { text, note: form.elements.note.value }, ({ game }) => location.assign(`/scores/games/${game.number}`));
});

document.addEventListener("click", (event) => {
  const { dataset } = event.target.closest("button") ?? { dataset: {} };
  if (dataset.open) send(`/scores/games/${dataset.open}/open`, {}, () => location.assign("/scores"));
  if (dataset.finishGame) send(`/scores/games/${dataset.finishGame}/finish`, {}, () => location.reload());
  if (dataset.endSeason) send(`/scores/seasons/${dataset.endSeason}/end`, {}, () => location.reload());
});

$("print")?.addEventListener("click", () => window.print());
