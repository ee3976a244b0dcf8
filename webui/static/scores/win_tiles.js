// The hand of a win tile by tile: its rows, its sets, and the keys that write into the row that is chosen.
import { face } from "../page/story.js";
import { $, button } from "./parts.js";
import { FLOWERS, context, order, put, rowsOf, rules, seats, sheet, whole, words } from "./win_draft.js";

const SETS = [...(rules.has_chows ? ["chow"] : []), "pung", "melded_kong", "promoted_kong", "concealed_kong"];

export function drawTiles(draft) {
  const rows = rowsOf(draft);
  if (!rows.some((each) => each.name === sheet.row)) { sheet.row = "hand"; sheet.place = null; }
  $("rows").replaceChildren(...rows.map((each) => drawRow(each, draft)));
  $("add-sets").replaceChildren(...(draft.melds.length < 4 ? SETS.map((kind) => button(`+ ${words[`scores.set_${kind}`]}`, null, () => {
    draft.melds.push({ kind, tiles: [], giver: null });
    sheet.row = `meld${draft.melds.length - 1}`; sheet.place = null; sheet.draw();
  }, "button quiet")) : []));
  const here = rows.find((each) => each.name === sheet.row);
  drawWonOn(draft, here);
  $("row-hint").textContent = sheet.place === null
    ? `${words["scores.next_tile_to"]} ${here.label} (${here.tiles.length}/${here.most})` : words["scores.replace_tile"];
  drawKeys(draft, here);
  $("circumstances").replaceChildren(...context.circumstances.map((name) => button(words[`scores.how_${name}`], draft.circumstances.has(name), () => {
    draft.circumstances.has(name) ? draft.circumstances.delete(name) : draft.circumstances.add(name);
    sheet.draw();
  })));
  $("circumstances").closest("fieldset").hidden = !context.circumstances.length;
}

/** A tile of the hand that is chosen may be the one that won. */
function drawWonOn(draft, here) {
  if (here.name !== "hand" || sheet.place === null) return;
  $("add-sets").append(button(words["scores.won_on_this"], null, () => {
    const [tile] = draft.hand.splice(sheet.place, 1);
    if (draft.tile) draft.hand.push(draft.tile);
    draft.tile = tile;
    draft.hand.sort(order);
    sheet.place = null;
    sheet.draw();
  }, "button"));
}

function drawRow(each, draft) {
  const line = document.createElement("div");
  line.className = `tile-row${each.name === sheet.row ? " here" : ""}`;
  line.dataset.row = each.name;
  const label = button(each.label, each.name === sheet.row, () => { sheet.row = each.name; sheet.place = null; sheet.draw(); }, "row-label");
  const held = document.createElement("div");
  held.className = "held";
  each.tiles.forEach((tile, number) => held.append(tileButton(tile, each, number)));
  for (let missing = each.tiles.length; missing < (each.name === "hand" || each.meld || each.name === "tile" ? each.most : each.tiles.length + 1) && missing < each.most; missing++) {
    const slot = button("", null, () => { sheet.row = each.name; sheet.place = null; sheet.draw(); }, "slot");
    slot.setAttribute("aria-label", each.label);
    slot.tabIndex = -1;
    held.append(slot);
  }
  line.append(label, held);
  if (each.meld) line.append(meldWays(each, draft));
  return line;
}

function tileButton(tile, each, number) {
  const isChosen = each.name === sheet.row && number === sheet.place;
  const made = button("", isChosen, () => { sheet.row = each.name; sheet.place = isChosen ? null : number; sheet.draw(); }, "held-tile");
  made.append(face(tile));
  made.setAttribute("aria-label", words[`tile.${tile}`]);
  made.classList.toggle("doubtful", Boolean(sheet.drafts[sheet.at].doubtful?.some((doubt) => doubt.row === each.name && doubt.tile === tile)));
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
    from.addEventListener("change", () => { each.meld.giver = from.value === "" ? null : Number(from.value); sheet.draw(); });
    ways.append(from);
  }
  const away = button("×", null, () => { draft.melds.splice(draft.melds.indexOf(each.meld), 1); sheet.row = "hand"; sheet.place = null; sheet.draw(); }, "button quiet");
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
  if (sheet.place !== null) {
    put(draft, here, sheet.place, tile);
    sheet.place = null;
  } else if (here.meld && !here.tiles.length) {
    here.meld.tiles = whole(here.meld.kind, tile);
    sheet.row = "hand";
  } else if (here.tiles.length < here.most) {
    put(draft, here, here.tiles.length, tile);
    if (here.name === "hand" && draft.hand.length >= here.most) sheet.row = "tile";
    else if (here.name === "tile" && draft.hand.length < 13 - 3 * draft.melds.length) sheet.row = "hand";
  }
  if (here.name === "hand") draft.hand.sort(order);
  sheet.draw();
}

function erase(draft, here) {
  const number = sheet.place ?? here.tiles.length - 1;
  if (here.name === "tile") draft.tile = null;
  else here.tiles.splice(number, 1);
  sheet.place = null;
  sheet.draw();
}
