// The page: hears the stream, redraws the table, tells the story, and passes on what people say.
import { listen } from "../page/stream.js";
import { showEntries, clearStory } from "../page/story.js";
import { say, isHeard, repeat, soundControls } from "../voice/speech.js";
import { openDoor, post } from "../page/door.js";
import { showDesk } from "./desk.js";
import { phonesDialog } from "./phones.js";
import { askEast } from "./east.js";
import { celebrate } from "../page/result.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const context = read("context");
export const words = read("words");
const $ = (id) => document.getElementById(id);
const BLIND_AFTER_MS = 1500;

const told = new Map(); // the entry that put a tile where it lies, by place
let session = context.session;
let { east } = context;
let dealer = context.table.dealer; // null while nobody knows who is East
let last = 0;
let changes = 0;
let drawn = changes;
let sight = context.sight;
let heardAt = performance.now();
let shown = -1;
let blindSince = 0;
let now = context.now;

const language = document.documentElement.lang;
const ask = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(language)}`;

async function redraw() {
  const wanted = changes;
  if (redraw.busy) return;
  redraw.busy = true;
  try {
    const answer = await fetch(ask("/table.svg"), { cache: "no-store" });
    if (answer.ok) {
      $("board").innerHTML = await answer.text();
      drawn = wanted;
    }
    await pointOut();
  } catch { /* the stream says when the line is back */ } finally {
    redraw.busy = false;
  }
  if (changes !== drawn) setTimeout(redraw, 150);
}

/** How the deal ended, as long as no other is on. */
async function showResult() {
  const box = $("result");
  const answer = now.phase === "ended" ? await fetch(ask("/board.html"), { cache: "no-store" }).catch(() => null) : null;
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const found = page?.querySelector(".result");
  box.replaceChildren(...(found ? [document.importNode(found, true)] : []));
  box.hidden = !found;
  celebrate(box.firstElementChild);
}

const namesAreOn = () => $("names").getAttribute("aria-pressed") === "true";

async function pointOut() {
  const answer = await fetch(ask(namesAreOn() ? "/over.svg?names" : "/over.svg"), { cache: "no-store" });
  if (!answer.ok) return;
  $("over").innerHTML = await answer.text();
  const { naturalWidth, naturalHeight } = $("picture");
  // The drawing is as high as the picture, so that both keep together also where the picture stands large.
  if (naturalWidth) $("over").firstElementChild.setAttribute("viewBox", `0 0 1000 ${(1000 * naturalHeight) / naturalWidth}`);
}

function seats() {
  const { length } = now.seats;
  return now.seats.map(({ player }, seat) => ({ wind: dealer === null ? null : (seat - dealer + length) % length, name: context.players[player] }));
}

const showEast = () => askEast({ words, seats: seats(), isOpen: dealer === null, phase: now.phase, deal: now.deal });

function fix(entry) {
  openDoor({ entry, words, seats: seats(), faces: context.rules.faces, acts: context.rules.acts, after: last });
}

function fixTapped(event) {
  const place = event.target.closest("[data-place]")?.dataset.place;
  const entry = told.get(place) || told.get(place?.replace(/:\d+$/, ":0"));
  if (entry) fix(entry);
}

function take(entries, { isNew }) {
  const fresh = entries.filter((entry) => entry.number > last);
  if (!fresh.length) return;
  last = fresh.at(-1).number;
  changes += 1;
  dealer = fresh.at(-1).dealer;
  now = fresh.at(-1).after;
  showEast();
  fresh.forEach((entry) => entry.places.forEach((place) => told.set(place, entry)));
  showEntries(fresh, { words, isNew, fix });
  fresh.forEach((entry) => (isNew ? say(session, entry) : isHeard(session, entry)));
  if (isNew) {
    redraw();
    showResult();
  }
}

/** A look that failed is no news yet: hands pass over the table all the time. */
function damped(news) {
  if (news.condition !== "blind") blindSince = 0;
  else blindSince ||= performance.now();
  return blindSince && performance.now() - blindSince < BLIND_AFTER_MS ? { ...news, condition: "watching" } : news;
}

function showSight(news) {
  sight = news;
  $("demo-end").hidden = !(context.can_play_again && news.condition === "ended");
  const chip = $("eye");
  const state = news.trouble && news.condition === "watching" ? "failing" : news.condition;
  if (chip.dataset.condition !== state) chip.dataset.condition = state;
  const label = words[`sight.${state}`];
  $("trouble").hidden = !news.trouble;
  if ($("begun")) $("begun").hidden = news.is_begun;
  if (news.is_begun && $("begun-wrong")) $("begun-wrong").textContent = "";
  const said = $("trouble").firstElementChild;
  if (said.textContent !== news.trouble) said.textContent = news.trouble;
  if (chip.lastElementChild.textContent !== label) chip.lastElementChild.textContent = label;
  const isBlind = news.condition !== "watching";
  $("blind").classList.toggle("on", isBlind);
  $("blind").classList.toggle("over", news.condition === "ended" && news.picture !== null);
  $("blind").textContent = isBlind ? news.message || label : "";
  const isStale = isBlind && !["ended", "starting", "off"].includes(news.condition);
  $("stale").hidden = !isStale;
  document.querySelector(".board").classList.toggle("blind-now", isStale);
  showFacts(news);
  if (news.picture !== null && news.picture !== shown) showPicture(news.picture);
}

function showFacts(news) {
  const rows = Object.entries(news.facts || {}).map(([name, value]) => {
    const row = document.createElement("div");
    const term = document.createElement("dt");
    const text = document.createElement("dd");
    term.textContent = name;
    text.textContent = value;
    row.append(term, text);
    return row;
  });
  $("facts").replaceChildren(...rows);
}

function showPicture(number) {
  const picture = $("picture");
  if (picture.dataset.loading) return;
  picture.dataset.loading = "1";
  const next = new Image();
  next.onload = () => {
    picture.src = next.src;
    $("enlarge").hidden = $("names").hidden = false;
    if (shown < 0 || namesAreOn()) pointOut();
    shown = number;
    delete picture.dataset.loading;
  };
  next.onerror = () => delete picture.dataset.loading;
  next.src = `/picture.jpg?number=${number}`;
}

function startAnew(news) {
  $("over").replaceChildren();
  ({ session, east } = news);
  last = 0;
  drawn = -1;
  told.clear();
  clearStory(words);
  $("result").hidden = true;
  dealer = news.dealer;
  now = news.now;
  showEast();
  redraw();
}

function hear() {
  heardAt = performance.now();
  $("cut").hidden = true;
}

take(context.entries, { isNew: false });
showEast();
showSight(sight);
if (last !== context.last) redraw();
showResult();

listen({
  address: () => ask(`/stream?session=${session}&after=${last}&east=${east ?? "-"}`),
  onEntry: (entry) => { hear(); take([entry], { isNew: true }); },
  onTentative: () => { hear(); changes += 1; redraw(); },
  onSight: (news) => { hear(); showSight(damped(news)); },
  onReset: (news) => { hear(); startAnew(news); },
  onDesk: (news) => { hear(); showDesk(news, { words, seats: now.seats, players: context.players }); },
});

setInterval(() => {
  if (performance.now() - heardAt < 3000) return;
  $("cut").hidden = false;
  showSight({ ...sight, condition: "blind", message: "", picture: null });
}, 500);

soundControls({ words, language, begin: context.sound });
$("repeat").addEventListener("click", repeat);
phonesDialog({ words, seats: () => now.seats, players: context.players });
$("board").addEventListener("click", fixTapped);
$("enlarge").addEventListener("click", () => {
  $("enlarge").setAttribute("aria-pressed", String($("enlarge").getAttribute("aria-pressed") !== "true"));
});
$("names").addEventListener("click", () => {
  $("names").setAttribute("aria-pressed", String(!namesAreOn()));
  pointOut();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") $("enlarge").setAttribute("aria-pressed", "false");
});
$("near").addEventListener("click", () => {
  const isNear = $("near").getAttribute("aria-pressed") !== "true";
  $("near").setAttribute("aria-pressed", String(isNear));
  document.querySelector(".board").classList.toggle("near-now", isNear);
});
$("add").addEventListener("click", () => openDoor({ words, seats: seats(), faces: context.rules.faces, acts: context.rules.acts, after: last }));
$("undo").addEventListener("click", async () => { if (last) await post("/undo", { number: last }); });
$("call").addEventListener("click", async () => { await post("/referee/call", { seat: null }); });
$("begun")?.addEventListener("click", async () => {
  const { ok, wrong } = await post("/begun", {});
  $("begun-wrong").textContent = ok ? "" : wrong || words["door.not_accepted"];
});
$("demo-again").addEventListener("click", async () => { await post("/again", {}); });
$("again").addEventListener("click", async () => { await post("/again", {}); });
if (context.can_play_again) $("again").hidden = false;
