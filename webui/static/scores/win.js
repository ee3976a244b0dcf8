// The sheet of a win: who won, from whom, and its hand tile by tile, from a picture, or its value alone.
import { post } from "../page/door.js";
import { windOrSide } from "../page/say.js";
import { face } from "../page/story.js";
import { $, button } from "./parts.js";
import { winFromPicture } from "./picture.js";
import { context, draftOf, order, rules, seats, sent, sheet, words } from "./win_draft.js";
import { ask, hush } from "./win_preview.js";
import { drawTiles } from "./win_tiles.js";
import { drawValue } from "./win_value.js";

function seatName(seat) {
  return `${windOrSide(words, seats[seat].wind, seat)} · ${seats[seat].name}`;
}

function draw() {
  const draft = sheet.drafts[sheet.at];
  drawWinners();
  $("winner").replaceChildren(...seats.map(({ seat }) => button(seatName(seat), draft.winner === seat, () => chooseWinner(seat))));
  $("giver").replaceChildren(
    button(words["scores.self_drawn"], draft.isGiverChosen && draft.giver === null, () => chooseGiver(null)),
    ...seats.filter(({ seat }) => seat !== draft.winner && !sheet.drafts.some((other) => other !== draft && other.winner === seat))
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
  $("winners").hidden = sheet.drafts.length < 2;
  $("winners").replaceChildren(...sheet.drafts.map((draft, number) => button(
    draft.winner === null ? words["scores.who_won"] : seats[draft.winner].name, number === sheet.at,
    () => { sheet.at = number; sheet.place = null; sheet.row = "hand"; draw(); })));
  const may = $("another");
  if (may) may.hidden = sheet.drafts.length >= context.most_winners || sheet.drafts[0].giver === null;
}

function chooseWinner(seat) {
  const draft = sheet.drafts[sheet.at];
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
  sheet.drafts[sheet.at].isGiverChosen = true;
  for (const draft of sheet.drafts.length > 1 && seat !== null ? sheet.drafts : [sheet.drafts[sheet.at]]) draft.giver = seat;
  draw();
}

$("by-tiles").addEventListener("click", () => { const draft = sheet.drafts[sheet.at]; if (draft.value) { draft.kept = draft.value; draft.value = null; } draw(); });
$("by-value").addEventListener("click", () => { const draft = sheet.drafts[sheet.at]; draft.value ??= { ...draft.kept, value: Math.max(draft.kept.value, rules.minimum, 1) }; draw(); });
$("another")?.addEventListener("click", () => {
  const first = sheet.drafts[0];
  sheet.drafts.push({ ...draftOf({ giver: first.giver, tile: first.tile, dora: first.dora, ready: first.ready, known: first.known }), isGiverChosen: true });
  sheet.at = sheet.drafts.length - 1; sheet.row = "hand"; sheet.place = null;
  draw();
});
$("why-so").addEventListener("click", () => {
  const isOpen = document.querySelector(".preview").classList.toggle("open");
  $("why-so").setAttribute("aria-expanded", String(isOpen));
});
$("confirm")?.addEventListener("click", async () => {
  $("confirm").disabled = true;
  hush();
  const { ok, wrong } = await post("/scores/wins", { wins: sheet.drafts.map(sent), amends: context.amends });
  if (ok) location.assign("/scores");
  else { $("sheet-wrong").textContent = wrong || words["door.not_accepted"]; $("confirm").disabled = false; }
});

winFromPicture({
  words, face,
  winner: () => sheet.drafts[sheet.at].winner,
  take: (told) => {
    const draft = sheet.drafts[sheet.at];
    Object.assign(draft, { hand: told.hand.sort(order), tile: told.tile, flowers: told.flowers, doubtful: told.doubtful, melds: told.melds });
    sheet.row = "hand"; sheet.place = null;
    draw();
  },
  settle: (doubt, tile) => {
    const draft = sheet.drafts[sheet.at];
    if (doubt.row === "tile") draft.tile = tile;
    else draft.hand.splice(draft.hand.indexOf(doubt.tile), 1, tile);
    draft.hand.sort(order);
    draft.doubtful = draft.doubtful.filter((each) => each !== doubt);
    draw();
    return draft.doubtful;
  },
});
sheet.draw = draw;
draw();
