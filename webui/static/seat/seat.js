// A player's phone: what may be claimed now, large buttons to say so, and what became of it.
import { listen } from "../page/stream.js";
import { face } from "../page/story.js";
import { post } from "../page/door.js";
import { notifyMe, tell } from "../page/notify.js";
import { celebrate } from "../page/result.js";
import { caller, put, windOrSide } from "../page/say.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const $ = (id) => document.getElementById(id);
const context = read("context");
const words = read("words");
const seat = context.seat;
const language = document.documentElement.lang;
let { session, last, now } = context;
const wind = caller({ words, players: context.players, seats: () => now.seats });
let wasMine = true; // what the page begins with is no news
let asked = 0;
let desk = { window: null, calls: [], clock: null };
let offset = 0; // the table's seconds minus this device's
let heardAt = performance.now();
let ticking = 0;

function showTurn() {
  const isMine = now.turn === seat && now.phase !== "ended";
  const turn = now.turn === null ? words["east.open"] : put(words["seats.turn"], { wind: wind(now.turn) });
  document.querySelector(".mine").classList.toggle("turn", isMine);
  if (isMine && !wasMine) tell("turn", words["seats.your_turn"]);
  wasMine = isMine;
  const isOver = now.phase === "ended";
  $("turn").textContent = isOver ? "" : isMine ? words["seats.your_turn"] : turn;
  const own = now.seats[seat];
  const place = windOrSide(words, own.wind, seat);
  $("who").textContent = context.players[own.player] || (own.wind === null ? place : put(words["seats.title"], { wind: place }));
  $("score").textContent = now.seats[seat].score.toLocaleString(language).replace("-", "−");
  const use = $("wind").firstElementChild;
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#wind-${own.wind ?? "open"}`));
}

function showDesk() {
  const open = desk.window;
  const tile = open?.tile;
  $("tile").replaceChildren(...(tile && tile !== "?" ? [face(tile)] : []));
  const key = `seats.${open?.kind ?? "window"}`;
  $("asked").textContent = open && open.giver !== seat
    ? put(words[key], { wind: wind(open.giver), tile: words[`tile.${tile}`] })
    : words[desk.early?.includes(seat) ? "seats.waits" : "seats.nothing"];
  const own = desk.calls.find((each) => each.seat === seat);
  for (const button of document.querySelectorAll("[data-call]")) {
    button.setAttribute("aria-pressed", String(own?.call === button.dataset.call));
    button.dataset.became = own?.became || "";
    const why = desk.cannot?.[seat]?.[button.dataset.call];
    button.disabled = Boolean(why);
    const small = button.querySelector("small");
    if (small) small.textContent = why ? words[`reason.${why.reason}`] || "" : "";
  }
  $("outcome").dataset.became = own?.became || "";
  $("outcome").textContent = own ? outcome(own) : "";
  tick();
}

function outcome(own) {
  const call = words[`call.${own.call}`];
  if (own.became === "awarded") return put(words["seats.got"], { call });
  if (own.became === "refused") return put(words["seats.refused"], { reason: words[`reason.${own.reason}`] || "", rule: own.rule });
  return own.call === "pass" ? "" : put(words["seats.you_called"], { call });
}

/** The bar of the time to claim: it moves while there is some, then the phone rests. */
function tick() {
  const open = desk.window;
  const left = open?.claim_s ? open.opened_s + open.claim_s - (performance.now() / 1000 + offset) : 0;
  $("left").value = open?.claim_s ? Math.max(0, left / open.claim_s) : 0;
  clearTimeout(ticking);
  if (left > 0) ticking = setTimeout(tick, Math.max(60, 10 * open.claim_s)); // a hundred steps
}

async function showMelds() {
  const answer = await fetch(`/seats/melds.svg?seat=${seat}&lang=${language}`, { cache: "no-store" });
  if (!answer.ok) return;
  $("melds").innerHTML = await answer.text();
  $("no-melds").hidden = Boolean($("melds").querySelector(".tile"));
  $("melds").hidden = !$("no-melds").hidden;
}

/** Everybody's scores, and how the last deal ended. */
async function showBoard() {
  const mine = ++asked;
  const answer = await fetch(`/board.html?lang=${language}`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || mine !== asked) return;
  $("score-side").innerHTML = await answer.text();
  showResult();
}

function showResult() {
  const result = document.querySelector(".result");
  document.querySelector("main").classList.toggle("deal-over", Boolean(result));
  celebrate(result);
}

async function send(path, body) {
  $("wrong").textContent = "";
  navigator.vibrate?.(25);
  try {
    const { ok, wrong } = await post(path, body);
    if (!ok) $("wrong").textContent = wrong || words["seats.cannot_send"];
  } catch { $("wrong").textContent = words["seats.cannot_send"]; }
}

function hear() { heardAt = performance.now(); }

listen({
  address: () => `/stream?session=${session}&after=${last}&east=${context.east ?? "-"}&lang=${language}`,
  onEntry: (entry) => {
    hear();
    const { player } = now.seats[seat];
    ({ number: last, after: now } = entry);
    // People take their phones along when they change chairs.
    if (now.seats[seat].player !== player) return location.reload();
    showTurn();
    if (entry.events.some((event) => event.type === "referee_called")) tell("referee", entry.told[0]?.text || words["seats.referee"]);
    if (entry.amends || entry.told.some((line) => line.weight === "big" || /^(ready|points|entry)/.test(line.key))) showBoard();
    if (entry.amends || entry.events.some((event) => /claimed|kong|won|deal/.test(event.type))) showMelds();
  },
  onSight: hear,
  onReset: () => location.reload(), // another game, and perhaps another seat
  onDesk: (news) => { hear(); desk = news; offset = news.now_s - performance.now() / 1000; showDesk(); },
});

document.addEventListener("click", (event) => {
  const call = event.target.closest("[data-call]")?.dataset.call;
  if (call) send("/seats/call", { call });
});
notifyMe($("notify"), $("told-you"));
showResult();
$("referee").addEventListener("click", () => send("/seats/referee", {}));
showTurn();
showDesk();
showMelds();
setInterval(() => { $("cut").hidden = performance.now() - heardAt < 3000; }, 500);
