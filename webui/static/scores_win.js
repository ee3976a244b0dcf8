// The sheet of a win: the hand tile by tile or its value alone, with what it comes to while it is being filled in.
import { post } from "./door.js";
import { winFromPicture } from "./scores_picture.js";
import { face } from "./story.js";

const context = JSON.parse(document.getElementById("context").textContent);
const words = JSON.parse(document.getElementById("words").textContent);
const { rules, seats } = context;
const $ = (id) => document.getElementById(id);
const SETS = [...(rules.has_chows ? ["chow"] : []), "pung", "melded_kong", "promoted_kong", "concealed_kong"];
const SIZE = { chow: 3, pung: 3, melded_kong: 4, promoted_kong: 4, concealed_kong: 4 };
const FLOWERS = rules.bonus;      // or North alone, four times, where three play
const isNorth = FLOWERS.length === 1;

let drafts = context.wins.map(draftOf);
let at = 0;                       // which winner is shown
let row = "hand", place = null;   // where the next tile goes, and the tile chosen to be replaced
let asked = 0, timer = 0;

function draftOf(told) {
  return {
    winner: told.winner ?? null, giver: told.giver ?? null, isGiverChosen: told.winner != null,
    tile: told.tile ?? null, hand: [...(told.hand ?? [])], melds: (told.melds ?? []).map((meld) => ({ ...meld, tiles: [...meld.tiles] })),
    flowers: [...(told.flowers ?? [])], dora: [...(told.dora ?? [])], ura: [...(told.ura ?? [])],
    circumstances: new Set(told.circumstances ?? []), value: told.value ?? null, ready: told.ready ?? {}, known: told.known ?? null,
    kept: { value: 1, fu: 30, yakuman: 0 },
  };
}

function sent(draft) {
  const wire = { winner: draft.winner, giver: draft.giver };
  if (draft.value) return { ...wire, value: draft.value };
  return { ...wire, tile: draft.tile, hand: draft.hand, melds: draft.melds, flowers: draft.flowers, dora: draft.dora,
    ura: draft.ura, circumstances: [...draft.circumstances] };
}

function button(label, isPressed, act, className = "button") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = label;
  if (isPressed !== null) made.setAttribute("aria-pressed", String(isPressed));
  made.addEventListener("click", act);
  return made;
}

function seatName(seat) {
  return `${words[`wind.${seats[seat].wind}`]} · ${seats[seat].name}`;
}

function draw() {
  const draft = drafts[at];
  drawWinners();
  $("winner").replaceChildren(...seats.map(({ seat }) => button(seatName(seat), draft.winner === seat, () => chooseWinner(seat))));
  $("giver").replaceChildren(
    button(words["scores.self_drawn"], draft.isGiverChosen && draft.giver === null, () => chooseGiver(null)),
    ...seats.filter(({ seat }) => seat !== draft.winner && !drafts.some((other) => other !== draft && other.winner === seat))
      .map(({ seat }) => button(seatName(seat), draft.giver === seat, () => chooseGiver(seat))),
  );
  const isByValue = Boolean(draft.value);
  $("by-tiles").setAttribute("aria-pressed", String(!isByValue));
  $("by-value").setAttribute("aria-pressed", String(isByValue));
  $("tiles-part").hidden = isByValue;
  $("value-part").hidden = !isByValue;
  if (isByValue) drawValue(draft);
  else drawTiles(draft);
  ask();
}

function drawWinners() {
  $("winners").hidden = drafts.length < 2;
  $("winners").replaceChildren(...drafts.map((draft, number) => button(
    draft.winner === null ? words["scores.who_won"] : seats[draft.winner].name, number === at,
    () => { at = number; place = null; row = "hand"; draw(); })));
  const may = $("another");
  if (may) may.hidden = drafts.length >= context.most_winners || drafts[0].giver === null;
}

function chooseWinner(seat) {
  const draft = drafts[at];
  draft.winner = seat;
  if (draft.giver === seat) draft.giver = null;
  const known = draft.known?.[seat];
  if (known && !draft.hand.length && !draft.melds.length) {
    draft.melds = known.melds.map((meld) => ({ ...meld, tiles: [...meld.tiles] }));
    draft.flowers = [...known.flowers];
  }
  for (const name of draft.ready[seat] ?? []) draft.circumstances.add(name);
  draw();
}

function chooseGiver(seat) {
  drafts[at].isGiverChosen = true;
  for (const draft of drafts.length > 1 && seat !== null ? drafts : [drafts[at]]) draft.giver = seat;
  draw();
}

// The rows of tiles: one of them is the one the keyboard writes into.
function rowsOf(draft) {
  const holds = 13 - 3 * draft.melds.length;
  const rows = [
    { name: "hand", label: words["scores.row_hand"], tiles: draft.hand, most: holds, fresh: 0 },
    { name: "tile", label: words["scores.row_tile"], tiles: draft.tile ? [draft.tile] : [], most: 1 },
    ...draft.melds.map((meld, number) => ({ name: `meld${number}`, label: words[`scores.set_${meld.kind}`], tiles: meld.tiles, most: SIZE[meld.kind], meld })),
  ];
  if (FLOWERS.length) rows.push({ name: "flowers", label: words[isNorth ? "scores.row_norths" : "scores.row_flowers"], tiles: draft.flowers, most: isNorth ? 4 : 8 });
  if (rules.has_dora) {
    rows.push({ name: "dora", label: words["scores.row_dora"], tiles: draft.dora, most: 5 });
    if (draft.circumstances.has("riichi") || draft.circumstances.has("double_riichi")) rows.push({ name: "ura", label: words["scores.row_ura"], tiles: draft.ura, most: 5 });
  }
  return rows;
}

function drawTiles(draft) {
  const rows = rowsOf(draft);
  if (!rows.some((each) => each.name === row)) { row = "hand"; place = null; }
  $("rows").replaceChildren(...rows.map((each) => drawRow(each, draft)));
  $("add-sets").replaceChildren(...(draft.melds.length < 4 ? SETS.map((kind) => button(`+ ${words[`scores.set_${kind}`]}`, null, () => {
    draft.melds.push({ kind, tiles: [], giver: null });
    row = `meld${draft.melds.length - 1}`; place = null; draw();
  }, "button quiet")) : []));
  const here = rows.find((each) => each.name === row);
  drawWonOn(draft, here);
  $("row-hint").textContent = place === null
    ? `${words["scores.next_tile_to"]} ${here.label} (${here.tiles.length}/${here.most})` : words["scores.replace_tile"];
  drawKeys(draft, here);
  $("circumstances").replaceChildren(...context.circumstances.map((name) => button(words[`scores.how_${name}`], draft.circumstances.has(name), () => {
    draft.circumstances.has(name) ? draft.circumstances.delete(name) : draft.circumstances.add(name);
    draw();
  })));
  $("circumstances").closest("fieldset").hidden = !context.circumstances.length;
}

/** A tile of the hand that is chosen may be the one that won. */
function drawWonOn(draft, here) {
  if (here.name !== "hand" || place === null) return;
  $("add-sets").append(button(words["scores.won_on_this"], null, () => {
    const [tile] = draft.hand.splice(place, 1);
    if (draft.tile) draft.hand.push(draft.tile);
    draft.tile = tile;
    draft.hand.sort(order);
    place = null;
    draw();
  }, "button"));
}

function drawRow(each, draft) {
  const line = document.createElement("div");
  line.className = `tile-row${each.name === row ? " here" : ""}`;
  line.dataset.row = each.name;
  const label = button(each.label, each.name === row, () => { row = each.name; place = null; draw(); }, "row-label");
  const held = document.createElement("div");
  held.className = "held";
  each.tiles.forEach((tile, number) => held.append(tileButton(tile, each, number)));
  for (let missing = each.tiles.length; missing < (each.name === "hand" || each.meld || each.name === "tile" ? each.most : each.tiles.length + 1) && missing < each.most; missing++) {
    const slot = button("", null, () => { row = each.name; place = null; draw(); }, "slot");
    slot.setAttribute("aria-label", each.label);
    slot.tabIndex = -1;
    held.append(slot);
  }
  line.append(label, held);
  if (each.meld) line.append(meldWays(each, draft));
  return line;
}

function tileButton(tile, each, number) {
  const isChosen = each.name === row && number === place;
  const made = button("", isChosen, () => { row = each.name; place = isChosen ? null : number; draw(); }, "held-tile");
  made.append(face(tile));
  made.setAttribute("aria-label", words[`tile.${tile}`]);
  made.classList.toggle("doubtful", Boolean(drafts[at].doubtful?.some((doubt) => doubt.row === each.name && doubt.tile === tile)));
  return made;
}

function meldWays(each, draft) {
  const ways = document.createElement("div");
  ways.className = "meld-ways";
  if (each.meld.kind !== "concealed_kong") {
    const from = document.createElement("select");
    from.setAttribute("aria-label", words["scores.set_from"]);
    from.append(new Option(words["scores.set_from_unknown"], ""), ...seats.filter(({ seat }) => seat !== draft.winner).map(({ seat }) => new Option(seats[seat].name, seat)));
    from.value = each.meld.giver ?? "";
    from.addEventListener("change", () => { each.meld.giver = from.value === "" ? null : Number(from.value); draw(); });
    ways.append(from);
  }
  const away = button("×", null, () => { draft.melds.splice(draft.melds.indexOf(each.meld), 1); row = "hand"; place = null; draw(); }, "button quiet");
  away.setAttribute("aria-label", `${words["scores.remove"]}: ${each.label}`);
  ways.append(away);
  return ways;
}

function drawKeys(draft, here) {
  const offered = here.name === "flowers" ? FLOWERS : rules.faces;
  const keys = offered.map((tile) => {
    const key = button("", null, () => write(draft, here, tile), "key");
    key.append(face(tile));
    key.setAttribute("aria-label", words[`tile.${tile}`]);
    key.dataset.tile = tile;
    return key;
  });
  const remove = button(words["scores.remove"], null, () => erase(draft, here), "button key-remove");
  remove.disabled = !here.tiles.length;
  $("typed").replaceChildren(...here.tiles.map(face));
  $("keys").classList.toggle("by-suit", here.name !== "flowers");
  $("keys").replaceChildren(...keys, remove);
}

function write(draft, here, tile) {
  if (place !== null) {
    put(draft, here, place, tile);
    place = null;
  } else if (here.meld && !here.tiles.length) {
    here.meld.tiles = whole(here.meld.kind, tile);
    row = "hand";
  } else if (here.tiles.length < here.most) {
    put(draft, here, here.tiles.length, tile);
    if (here.name === "hand" && draft.hand.length >= here.most) row = "tile";
    else if (here.name === "tile" && draft.hand.length < 13 - 3 * draft.melds.length) row = "hand";
  }
  if (here.name === "hand") draft.hand.sort(order);
  draw();
}

// One tile says the whole set; of a chow it is the lowest.
function whole(kind, tile) {
  if (kind !== "chow") return Array(SIZE[kind]).fill(tile);
  const rank = Math.min(Number(tile[0]) || 5, 7);
  return tile[1] === "z" ? [tile] : [0, 1, 2].map((step) => (step === 0 && tile[0] === "0" ? tile : `${rank + step}${tile[1]}`));
}

function put(draft, here, number, tile) {
  if (here.name === "tile") draft.tile = tile;
  else here.tiles[number] = tile;
}

function erase(draft, here) {
  const number = place ?? here.tiles.length - 1;
  if (here.name === "tile") draft.tile = null;
  else here.tiles.splice(number, 1);
  place = null;
  draw();
}

function order(one, other) {
  const key = (tile) => "mpszf".indexOf(tile[1]) * 100 + (Number(tile[0]) || 5) * 10 - (tile[0] === "0");
  return key(one) - key(other);
}

// The value alone.
function drawValue(draft) {
  const value = draft.value, part = $("value-part");
  const parts = [];
  if (context.most_yakuman && value.yakuman) {
    parts.push(stepper("yakuman", words["scores.yakuman"], value, 1, context.most_yakuman));
  } else {
    parts.push(stepper("value", words[`scores.unit_${rules.unit}`], value, rules.unit === "han" ? 1 : 0, context.units.highest));
    if (context.fu.length && value.value < 5) parts.push(options(words["scores.fu"], context.fu, value.fu, (fu) => { value.fu = fu; draw(); }));
  }
  if (context.most_yakuman) parts.push(button(words["scores.yakuman"], Boolean(value.yakuman), () => { value.yakuman = value.yakuman ? 0 : 1; draw(); }));
  part.replaceChildren(...parts);
}

function stepper(name, label, value, least, most) {
  const group = document.createElement("div");
  group.className = "stepper";
  const text = document.createElement("label");
  const input = document.createElement("input");
  Object.assign(input, { type: "number", inputMode: "numeric", min: least, max: most, value: value[name], id: `value-${name}` });
  text.htmlFor = input.id;
  text.textContent = label;
  const set = (wanted) => {
    value[name] = Math.max(least, Math.min(most, Number.isFinite(wanted) ? Math.trunc(wanted) : least));
    draw();
  };
  input.addEventListener("change", () => set(Number(input.value)));
  const less = button("−", null, () => set(value[name] - 1)), more = button("+", null, () => set(value[name] + 1));
  less.setAttribute("aria-label", `${label} −1`);
  more.setAttribute("aria-label", `${label} +1`);
  group.append(text, less, input, more);
  return group;
}

function options(label, offered, chosen, act) {
  const set = document.createElement("fieldset"), legend = document.createElement("legend"), box = document.createElement("div");
  legend.textContent = label;
  box.className = "choices few";
  box.append(...offered.map((each) => button(String(each), each === chosen, () => act(each))));
  set.append(legend, box);
  return set;
}

// What it comes to: asked of the server a moment after the last change. Until it is told nothing can be confirmed.
function ask() {
  clearTimeout(timer);
  asked++; // an answer still under way is about what was there before
  if ($("confirm")) $("confirm").disabled = true;
  timer = setTimeout(preview, 120);
}

function missing() {
  for (const draft of drafts) {
    if (draft.winner === null) return words["scores.who_won"];
    if (!draft.isGiverChosen) return words["scores.from_whom"];
    if (draft.value) continue;
    const less = 13 - 3 * draft.melds.length - draft.hand.length;
    if (less > 0) return words["scores.tiles_missing"].replace("{count}", less);
    if (!draft.tile) return words["scores.tile_missing"];
  }
  return "";
}

async function preview() {
  const number = ++asked, wants = missing();
  const confirm = $("confirm");
  if (wants) {
    show({ is_win: false, why: wants, cards: [], payments: null });
    if (confirm) confirm.disabled = true;
    return;
  }
  const { ok, wrong, told } = await post("/scores/preview", { wins: drafts.map(sent), amends: context.amends });
  if (number !== asked) return;
  show(ok ? told : { is_win: false, why: wrong || words["door.not_accepted"], cards: [], payments: null });
  if (confirm) confirm.disabled = !(ok && told.is_win);
}

function show({ is_win: isWin, why, cards, payments }) {
  $("why").textContent = why;
  $("why").hidden = !why;
  $("cards").innerHTML = isWin ? cards.join("") : "";  // our own server's drawing, every word in it escaped there
  $("paid").hidden = !payments;
  $("paid").tBodies[0].replaceChildren(...(payments ?? []).map(({ name, paid, total }) => {
    const line = document.createElement("tr"), who = document.createElement("th");
    who.scope = "row";
    who.textContent = name;
    line.append(who, cell(`${paid > 0 ? "+" : paid < 0 ? "−" : ""}${Math.abs(paid).toLocaleString("en")}`, paid > 0 ? "plus" : paid < 0 ? "minus" : "nil"), cell(total.toLocaleString("en"), "after"));
    return line;
  }));
}

function cell(text, className) {
  const made = document.createElement("td");
  made.textContent = text;
  made.className = className;
  return made;
}

$("by-tiles").addEventListener("click", () => { const draft = drafts[at]; if (draft.value) { draft.kept = draft.value; draft.value = null; } draw(); });
$("by-value").addEventListener("click", () => { const draft = drafts[at]; draft.value ??= { ...draft.kept, value: Math.max(draft.kept.value, rules.minimum, 1) }; draw(); });
$("another")?.addEventListener("click", () => {
  const first = drafts[0];
  drafts.push({ ...draftOf({ giver: first.giver, tile: first.tile, dora: first.dora, ready: first.ready, known: first.known }), isGiverChosen: true });
  at = drafts.length - 1; row = "hand"; place = null;
  draw();
});
$("why-so").addEventListener("click", () => {
  const isOpen = document.querySelector(".preview").classList.toggle("open");
  $("why-so").setAttribute("aria-expanded", String(isOpen));
});
$("confirm")?.addEventListener("click", async () => {
  $("confirm").disabled = true;
  clearTimeout(timer);
  const { ok, wrong } = await post("/scores/wins", { wins: drafts.map(sent), amends: context.amends });
  if (ok) location.assign("/scores");
  else { $("sheet-wrong").textContent = wrong || words["door.not_accepted"]; $("confirm").disabled = false; }
});

winFromPicture({
  words, face, rules,
  winner: () => drafts[at].winner,
  take: (told) => {
    const draft = drafts[at];
    Object.assign(draft, { hand: told.hand.sort(order), tile: told.tile, flowers: told.flowers, doubtful: told.doubtful, melds: told.melds });
    row = "hand"; place = null;
    draw();
  },
  settle: (doubt, tile) => {
    const draft = drafts[at];
    if (doubt.row === "tile") draft.tile = tile;
    else draft.hand.splice(draft.hand.indexOf(doubt.tile), 1, tile);
    draft.hand.sort(order);
    draft.doubtful = draft.doubtful.filter((each) => each !== doubt);
    draw();
    return draft.doubtful;
  },
});
draw();
