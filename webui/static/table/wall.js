// The wall screen: the score board large, the newest words, the felt while tiles are known, a deal's result.
import { celebrate } from "../page/result.js";
import { put } from "../page/say.js";
import { say, repeat, soundControls } from "../voice/speech.js";
import { face, sentence } from "../page/story.js";
import { listen } from "../page/stream.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const $ = (id) => document.getElementById(id);
const context = read("context");
const words = read("words");
const language = document.documentElement.lang;
let { session, last, now, sight, east } = context;
let heardAt = performance.now();
let asked = 0;

async function fetched(path) {
  const answer = await fetch(`${path}?lang=${encodeURIComponent(language)}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

/** The board and the felt as they are now; of several askings at once only the newest counts. */
async function redraw() {
  const mine = ++asked;
  const wants = [fetched("/board.html"), now.has_tiles ? fetched("/table.svg") : ""];
  const [board, felt] = await Promise.all(wants).catch(() => [null, ""]);
  if (board === null || mine !== asked) return;
  $("score-side").innerHTML = board;
  if (felt) $("board").innerHTML = felt;
  document.querySelector(".wall").toggleAttribute("data-tiles", now.has_tiles);
  celebrate(document.querySelector(".result"));
}

/** The newest discard stands once and large; the words say anything else. */
function showTold(entry) {
  const line = entry?.told.find((each) => !each.follows);
  const discard = entry?.events.find((event) => event.type === "tile_discarded");
  $("newest").replaceChildren(...(discard && discard.tile !== "?" ? [face(discard.tile)] : []));
  if (!line) return;
  const told = discard ? { ...line, parts: line.parts.map((part) => (part.tile ? { text: part.text } : part)) } : line;
  $("headline").replaceChildren(...sentence(told).childNodes);
}

function take(entry, isNew) {
  ({ number: last, after: now } = entry);
  if (entry.told.some((line) => !line.follows)) showTold(entry);
  if (isNew) { say(session, entry); redraw(); }
}

function showSight(news) {
  sight = news;
  const state = news.trouble && news.condition === "watching" ? "failing" : news.condition;
  $("eye").dataset.condition = state;
  $("eye").hidden = state === "off";
  $("eye").lastElementChild.textContent = words[`sight.${state}`];
  $("stale").hidden = ["watching", "ended", "starting", "off"].includes(news.condition);
}

function hear() { heardAt = performance.now(); $("cut").hidden = true; }

context.entries.forEach((entry) => take(entry, false));
if (!context.entries.length) $("headline").textContent = "";
showSight(sight);
celebrate(document.querySelector(".result"));

listen({
  address: () => put("/stream?session={session}&after={last}&east={east}&lang={language}", { session, last, east: east ?? "-", language: encodeURIComponent(language) }),
  onEntry: (entry) => { hear(); take(entry, true); },
  onTentative: () => { hear(); redraw(); },
  onSight: (news) => { hear(); showSight(news); },
  onReset: (news) => { hear(); ({ session, east, now } = news); last = 0; $("headline").textContent = ""; $("newest").replaceChildren(); redraw(); },
});

setInterval(() => { if (performance.now() - heardAt > 3000) $("cut").hidden = false; }, 500);
soundControls({ words, language, begin: context.sound });
$("repeat").addEventListener("click", repeat);
