// The hand trainer: lay a hand, have it weighed, draw, discard, and be rated against the best discard.
import { $, Laying, busy, complain, post, show, task, tell, words } from "./laying.js";

const faces = ["m", "p", "s"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`))
  .concat([1, 2, 3, 4, 5, 6, 7].map((rank) => `${rank}z`));
const marks = [];
const laying = new Laying(() => { $("verdict").replaceChildren(); });
const body = () => ({ rules: task.rules, rows: laying.filled, seat_wind: $("seat-wind").value, prevalent_wind: $("round-wind").value });
const plain = (word) => word.replace(/[+_~]/g, "").replace(/^0/, "5");

function unseen() {
  const left = Object.fromEntries(faces.map((face) => [face, 4]));
  for (const word of laying.rows.flat()) if (plain(word) in left) left[plain(word)] -= 1;
  return faces.flatMap((face) => Array(Math.max(0, left[face])).fill(face));
}

function anyOf(bag) { return bag[Math.floor(Math.random() * bag.length)]; }

async function weigh() {
  await busy(() => tell($("verdict"), post("/practice/hand/weigh", body())));
}

$("weigh").addEventListener("click", weigh);
$("deal").addEventListener("click", () => {
  laying.set([[]]);
  const hand = [];
  for (let count = 0; count < 13; count += 1) {
    laying.rows = [hand];
    hand.push(anyOf(unseen()));
  }
  hand.sort((one, other) => faces.indexOf(one) - faces.indexOf(other));
  $("rated").replaceChildren();
  laying.set([hand]);
});
$("draw").addEventListener("click", () => {
  const bag = unseen();
  if (!bag.length) return;
  laying.rows[0].push(anyOf(bag));
  laying.at = { row: 0, place: laying.rows[0].length - 1 };
  laying.draw();
});
$("discard").addEventListener("click", async () => {
  const { row, place } = laying.at;
  if (row !== 0 || place === null) { complain(words["practice.choose_tile"]); return; }
  complain("");
  const face = laying.rows[0][place].replace(/[+_~]/g, "");
  const told = await tell($("rated"), post("/practice/hand/rate", { ...body(), discard: face }));
  if (!told.ok || told.outcome === "cannot_see") return;
  marks.push(told.percent);
  $("tally").hidden = false;
  $("tally").textContent = `${words["practice.rated"]} ${marks.length} · ${Math.round(marks.reduce((sum, mark) => sum + mark, 0) / marks.length)}${words["practice.percent"]}`;
  laying.rows[0].splice(place, 1);
  if (laying.rows.length < 2) laying.rows.push([]);
  laying.rows[1].push(face);
  laying.at = { row: 0, place: null };
  laying.draw();
});
laying.paths = { look: `/practice/hand/photo?from=camera&rules=${task.rules}`, photo: "/practice/hand/photo" };
laying.take = ((take) => async (told) => {
  take(told);
  if (told.ok && told.html) show($("verdict"), told);
})(laying.take.bind(laying));
