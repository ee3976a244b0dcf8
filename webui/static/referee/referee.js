// Rulings. Each is one post; the page then shows what the journal says. News of faults and calls come by stream.
import { post } from "../page/door.js";
import { listen } from "../page/stream.js";

const context = JSON.parse(document.getElementById("context").textContent);
const $ = (id) => document.getElementById(id);
const TITLE = document.title;
let { session, last } = context;
let penalised = {};

async function refresh() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const open = page.querySelectorAll(".fault-card:not(.done), .calling").length;
  Object.assign(context, JSON.parse(page.getElementById("context").textContent));
  if (!$("live").contains(document.activeElement) || !document.activeElement.matches("select")) {
    $("live").replaceWith(page.getElementById("live"));
  }
  document.title = open ? `(${open}) ${TITLE}` : TITLE;
}

async function send(path, body, wrong = $("wrong")) {
  const answer = await post(path, body);
  wrong.textContent = answer.ok ? "" : answer.wrong;
  if (answer.ok) await refresh();
  return answer.ok;
}

function judge(button) {
  const card = button.closest(".fault-card");
  const verdict = button.dataset.judge === "open" ? null : button.dataset.judge;
  const chosen = card.querySelector("[data-consequence]")?.value;
  send("/referee/judge", {
    number: Number(card.dataset.number),
    index: Number(card.dataset.index),
    verdict,
    consequence: verdict === "upheld" ? chosen : null,
  });
}

document.addEventListener("change", (event) => {
  const { effects } = event.target.dataset;
  if (!effects) return;
  event.target.closest(".fault-card").querySelector("[data-effect]").textContent = JSON.parse(effects)[event.target.value];
});

const form = $("penalty").querySelector("form");
const seats = JSON.parse($("penalty-send").dataset.winds);

function payments() {
  const seat = Number(form.elements.seat.value);
  const way = form.elements.way.value;
  const points = Number(form.elements.points.value);
  if (form.elements.seat.value === "") return null;
  if (way === "false_win") return context.false_wins?.[seat] ?? null;
  if (!Number.isInteger(points) || points < 1) return null;
  return seats.map((_, each) => (each === seat ? (way === "deduct" ? -points : -3 * points) : way === "deduct" ? 0 : points));
}

function showPayments() {
  $("penalty-points").hidden = form.elements.way.value === "false_win";
  const paid = payments();
  $("penalty-paid").textContent = paid === null ? "" : seats.map((name, seat) => `${name} ${paid[seat] > 0 ? "+" : ""}${paid[seat].toLocaleString(document.documentElement.lang).replace("-", "−")}`).join("   ");
}

function openPenalty(button) {
  penalised = { rule: button.dataset.rule, name: button.dataset.name };
  form.reset();
  const seat = form.querySelector(`[name="seat"][value="${button.dataset.penalise}"]`);
  if (seat) seat.checked = true;
  $("penalty-wrong").textContent = "";
  showPayments();
  $("penalty").showModal();
}

form.addEventListener("input", showPayments);
form.addEventListener("submit", (event) => {
  if (event.submitter?.value !== "cancel") event.preventDefault();
});
$("penalty-send").addEventListener("click", async () => {
  const points = Number(form.elements.points.value);
  const body = {
    ...penalised,
    seat: form.elements.seat.value === "" ? null : Number(form.elements.seat.value),
    way: form.elements.way.value,
    note: form.elements.note.value,
    ...(form.elements.way.value === "false_win" ? {} : { points }),
  };
  if (await send("/referee/penalise", body, $("penalty-wrong"))) $("penalty").close();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-judge], [data-penalise], [data-post]");
  if (!button) return;
  if (button.dataset.judge) judge(button);
  else if (button.dataset.post) send(button.dataset.post, JSON.parse(button.dataset.body || "{}"));
  else openPenalty(button);
});

const WANTED = new Set(["fault", "referee_called", "referee_answered", "penalty_given"]);
listen({
  address: () => `/stream?session=${session}&after=${last}`,
  onEntry: (entry) => {
    last = Math.max(last, entry.number);
    if (entry.amends === null && !entry.events.some((each) => WANTED.has(each.type))) return;
    if (entry.events.some((each) => each.type === "referee_called")) navigator.vibrate?.([200, 100, 200]);
    refresh();
  },
  onSight: () => {},
  onReset: (news) => {
    session = news.session;
    last = 0;
    refresh();
  },
});
