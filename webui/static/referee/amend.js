// The form of one entry: change what it tells, put something before or after it, or say that it did not happen.
// What would change is asked for and shown first; only what was shown can be accepted.
import { post } from "../page/door.js";
import { face } from "../page/story.js";

const { number, events, forms, seats, turn, draws, faces } = JSON.parse(document.getElementById("context").textContent);
const words = JSON.parse(document.getElementById("words").textContent);
const $ = (id) => document.getElementById(id);
const TILES = [...faces, "?"];
let acts = [];
let digest = "";

const make = (tag, className, ...children) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

function blank(type) {
  const act = { type };
  for (const [field, kind] of forms[type]) act[field] = starting(kind);
  if ("giver" in act && act.giver === act.seat) act.giver = (act.seat + seats.length - 1) % seats.length;
  return act;
}

function starting(kind) {
  switch (kind) {
    case "seat": return turn;
    case "giver": return null;
    case "tile": return "?";
    case "tiles3": return ["?", "?", "?"];
    case "tiles4": return ["?", "?", "?", "?"];
    case "hand": return Array(13).fill("?");
    case "flag": return false;
    case "end": return "live";
    case "kong": return "concealed";
    case "draw": return draws[0];
    case "pips": return [1, 1];
    case "stack": return 1;
    case "points": return seats.map(() => 0);
    default: return 0;
  }
}

function choice(act, field, options) {
  const select = make("select", "select");
  for (const [value, label] of options) {
    const option = make("option", "", label);
    option.value = JSON.stringify(value);
    option.selected = JSON.stringify(act[field] ?? null) === option.value;
    select.append(option);
  }
  select.addEventListener("change", () => { act[field] = JSON.parse(select.value); changed(); });
  return select;
}

function tileButton(value, set, label) {
  const button = make("button", "button tile-field");
  button.type = "button";
  const show = (tile) => {
    button.replaceChildren(tile === "?" ? "?" : face(tile));
    button.setAttribute("aria-label", `${label}: ${words[`tile.${tile}`]}`);
  };
  button.addEventListener("click", () => pick((tile) => { set(tile); show(tile); changed(); }));
  show(value);
  return button;
}

function pick(taken) {
  $("faces-all").replaceChildren(...TILES.map((tile) => {
    const button = make("button", "", tile === "?" ? "?" : face(tile));
    button.type = "button";
    button.setAttribute("aria-label", words[`tile.${tile}`]);
    button.dataset.tile = tile;
    button.addEventListener("click", () => { taken(tile); $("faces").close(); });
    return button;
  }));
  $("faces").showModal();
}

function tiles(act, field, label, { canGrow = false } = {}) {
  const row = make("div", "tile-fields");
  const draw = () => {
    row.replaceChildren(...act[field].map((tile, index) => tileButton(tile, (to) => { act[field][index] = to; }, `${label} ${index + 1}`)));
    if (!canGrow) return;
    for (const [text, step] of [["−", -1], ["+", 1]]) {
      const button = make("button", "button tile-field", text);
      button.type = "button";
      button.addEventListener("click", () => {
        act[field] = step > 0 ? [...act[field], "?"] : act[field].slice(0, -1);
        draw();
        changed();
      });
      row.append(button);
    }
  };
  draw();
  return row;
}

function numbers(act, field, low, high, label, whose = []) {
  const row = make("div", "numbers");
  const values = Array.isArray(act[field]) ? act[field] : [act[field]];
  values.forEach((value, index) => {
    const input = make("input", "entry");
    Object.assign(input, { type: "number", min: low, max: high, value, inputMode: "numeric" });
    input.setAttribute("aria-label", whose[index] ? `${label}, ${whose[index]}` : `${label} ${index + 1}`);
    input.addEventListener("input", () => {
      const to = Number(input.value);
      if (Array.isArray(act[field])) act[field][index] = to;
      else act[field] = to;
      changed();
    });
    row.append(input);
  });
  return row;
}

const seatOptions = () => seats.map((name, seat) => [seat, name]);
const worded = (prefix, values) => values.map((value) => [value, words[`${prefix}.${value}`] || value]);

function control(act, field, kind, label) {
  switch (kind) {
    case "seat": return choice(act, field, seatOptions());
    case "giver": return choice(act, field, [[null, words["referee.self_drawn"]], ...seatOptions()]);
    case "wind": return choice(act, field, [0, 1, 2, 3].map((wind) => [wind, words[`wind.${wind}`]]));
    case "end": return choice(act, field, worded("referee.end", ["live", "tail", "dead_wall"].map((end) => end)).map(([value]) => [value, words[`referee.end_${value}`]]));
    case "kong": return choice(act, field, [["concealed", words["act.concealed_kong"]], ["promoted", words["act.promoted_kong"]]]);
    case "draw": return choice(act, field, worded("kind", draws.includes(act[field]) ? draws : [...draws, act[field]]));
    case "tile": return tileButton(act[field], (tile) => { act[field] = tile; }, label);
    case "tiles3": case "tiles4": return tiles(act, field, label);
    case "hand": return tiles(act, field, label, { canGrow: true });
    case "pips": return numbers(act, field, 1, 6, label);
    case "stack": return numbers(act, field, 1, 18, label);
    case "points": return numbers(act, field, -1000000, 1000000, label, seats);
    default: return numbers(act, field, 0, 99, label);
  }
}

function labelled(act, field, kind) {
  const label = words[`referee.field_${field}`];
  if (kind === "flag") {
    const input = make("input");
    input.type = "checkbox";
    input.checked = act[field];
    input.addEventListener("change", () => { act[field] = input.checked; changed(); });
    return make("label", "field-of flag", input, make("span", "", label));
  }
  const made = control(act, field, kind, label);
  const isOne = made.matches("select");
  return make(isOne ? "label" : "div", "field-of", make("span", "", label), made);
}

function form(act, index) {
  const box = make("div", "act-form");
  if (forms[act.type]) {
    const kinds = Object.keys(forms).map((type) => [type, words[`referee.type_${type}`]]);
    const type = choice(act, "type", kinds);
    type.addEventListener("change", () => { acts[index] = blank(JSON.parse(type.value)); draw(); });
    box.append(make("label", "field-of", make("span", "", words["door.what"]), type));
    for (const [field, kind] of forms[act.type]) {
      if (!(field in act)) act[field] = starting(kind);
      box.append(labelled(act, field, kind));
    }
  } else {
    box.append(make("p", "none", words[`referee.type_${act.type}`] || act.type));
  }
  const remove = make("button", "button quiet remove", words["referee.remove"]);
  remove.type = "button";
  remove.addEventListener("click", () => { acts.splice(index, 1); draw(); changed(); });
  box.append(remove);
  return box;
}

function draw() {
  const isUndo = how() === "undo";
  $("acts").replaceChildren(...(isUndo ? [] : acts.map(form)));
  $("one-more").hidden = isUndo;
}

function how() {
  return document.querySelector('[name="how"]:checked').value;
}

function changed() {
  digest = "";
  $("difference").replaceChildren();
  $("accepting").hidden = true;
  $("wrong").textContent = "";
}

function begin() {
  acts = how() === "change" ? structuredClone(events) : [blank("tile_discarded")];
  draw();
  changed();
}

function told() {
  const sent = acts.map((act) => Object.fromEntries(Object.entries(act).filter(([, value]) => value !== null)));
  return { number, how: how(), events: how() === "undo" ? [] : sent };
}

async function ask(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Jantaku-Token": document.querySelector('meta[name="jantaku-token"]').content,
    },
    body: JSON.stringify(body),
  });
  return { ok: answer.ok, told: await answer.json().catch(() => ({})) };
}

async function look() {
  const { ok, told: found } = await ask("/referee/preview", told());
  if (!ok) {
    $("wrong").textContent = found.error || words["door.not_accepted"];
    return;
  }
  digest = found.digest;
  $("difference").innerHTML = found.html;
  $("accepting").hidden = found.is_nothing && how() === "change" && JSON.stringify(acts) === JSON.stringify(events);
  $("difference").scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth", block: "start" });
}

document.querySelectorAll('[name="how"]').forEach((each) => each.addEventListener("change", begin));
$("one-more").addEventListener("click", () => { acts.push(blank("tile_discarded")); draw(); changed(); });
$("look").addEventListener("click", look);
$("drop").addEventListener("click", begin);
$("accept").addEventListener("click", async () => {
  const { ok, wrong } = await post("/referee/amend", { ...told(), digest, note: $("note").value });
  if (ok) location.href = "/referee/history";
  else $("wrong").textContent = wrong;
});
begin();
