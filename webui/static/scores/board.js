// The score board: what is entered in dialogs, and the board made new whenever something happened at the table.
import { post } from "../page/door.js";
import { phonesDialog } from "../table/phones.js";
import { celebrate } from "../page/result.js";

const $ = (id) => document.getElementById(id);
const context = JSON.parse($("context")?.textContent || "{}");
let sure = null;
let { last = 0, session = "" } = context;
let east;

function open(dialog) {
  dialog.querySelector("form").reset();
  dialog.querySelector(".wrong").textContent = "";
  showFitting(dialog);
  dialog.showModal();
}

// Some questions belong to one choice only.
function showFitting(dialog) {
  const form = dialog.querySelector("form");
  const chosen = form.elements.kind?.value || form.elements.fault?.value || "exhaustive";
  for (const part of dialog.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(chosen);
}

const BODIES = {
  "/scores/draws": (form) => ({
    kind: form.elements.kind?.value || "exhaustive",
    ready: form.elements.ready && ["exhaustive", "nagashi_mangan"].includes(form.elements.kind?.value || "exhaustive") ? ticked(form, "ready") : null,
    best: form.elements.best && form.elements.kind?.value === "nagashi_mangan" ? ticked(form, "best") : [],
  }),
  "/scores/ready": (form) => ({ seat: seat(form, "seat") }),
  "/scores/kongs": (form) => ({ seat: seat(form, "seat"), giver: seat(form, "giver"), concealed: form.elements.concealed.checked }),
  "/scores/penalties": (form) => ({
    seat: seat(form, "seat"), fault: form.elements.fault.value, shared: form.elements.shared.checked,
    points: form.elements.points.value === "" ? null : Number(form.elements.points.value),
  }),
  "/scores/points": (form) => ({ payments: [...form.elements.payments].map((each) => Number(each.value || 0)) }),
};

function ticked(form, name) {
  return [...form.querySelectorAll(`input[name="${name}"]:checked`)].map((each) => Number(each.value));
}

function seat(form, name) {
  const value = form.querySelector(`input[name="${name}"]:checked`)?.value;
  return value === undefined || value === "" ? null : Number(value);
}

async function send(path, body, wrongAt, dialog) {
  const { ok, wrong, told } = await post(path, body, last);
  if (!ok) { wrongAt.textContent = wrong; return false; }
  last = Math.max(last, told.number || 0);
  dialog?.close();
  if (document.getElementById("live")) await renew();
  else location.reload();
  return true;
}

async function renew() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const was = [...document.querySelectorAll("#live details")].map((each) => each.open);
  $("live").replaceWith(document.importNode(fresh.getElementById("live"), true));
  document.querySelectorAll("#live details").forEach((each, number) => { each.open = was[number] ?? false; });
  for (const dialog of document.querySelectorAll("dialog.enter:not([open])")) {
    const made = fresh.getElementById(dialog.id);
    if (made) dialog.replaceWith(document.importNode(made, true));
  }
  $("wrong").textContent = "";
  celebrate(document.querySelector(".result"));
}

function askIfSure(what, act) {
  const dialog = $("dialog-sure");
  if (!dialog) return;
  sure = act;
  $("sure-what").textContent = what;
  dialog.querySelector(".wrong").textContent = "";
  dialog.showModal();
}

document.addEventListener("click", async (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  if (target.dataset.dialog) open($(`dialog-${target.dataset.dialog}`));
  if ("close" in target.dataset) target.closest("dialog").close();
  if (target.dataset.post) { target.disabled = true; if (!(await send(target.dataset.post, {}, $("wrong")))) target.disabled = false; }
  if ("rematch" in target.dataset) { target.disabled = true; if (await send("/scores/rematch", {}, $("wrong"))) location.assign("/"); else target.disabled = false; }
  if (target.dataset.undo) { target.disabled = true; if (!(await send("/scores/undo", { number: Number(target.dataset.undo) }, $("wrong")))) target.disabled = false; }
  if (target.dataset.confirm) { target.disabled = true; if (!(await send("/scores/confirm", { number: Number(target.dataset.confirm) }, $("wrong")))) target.disabled = false; }
  if (target.dataset.cancel) askIfSure(target.dataset.what, (wrongAt, dialog) => send("/scores/cancel", { number: Number(target.dataset.cancel) }, wrongAt, dialog));
  if (target.dataset.finish) askIfSure(target.textContent.trim(), async () => {
    const path = `/scores/games/${target.dataset.finish}`;
    const { ok, wrong } = await post(`${path}/finish`, {});
    if (ok) location.assign(path);
    else document.querySelector("#dialog-sure .wrong").textContent = wrong;
  });
});

document.addEventListener("change", (event) => {
  const dialog = event.target.closest("dialog.enter");
  if (dialog) showFitting(dialog);
});

document.addEventListener("input", (event) => {
  const form = event.target.closest('form[data-post="/scores/points"]');
  if (!form) return;
  const sum = [...form.elements.payments].reduce((before, each) => before + Number(each.value || 0), 0);
  $("points-sum").textContent = sum > 0 ? `+${sum}` : String(sum);
});

document.addEventListener("submit", async (event) => {
  const form = event.target, dialog = form.closest("dialog.enter");
  if (!dialog) return;
  event.preventDefault();
  const wrongAt = form.querySelector(".wrong");
  if (dialog.id === "dialog-sure") { await sure(wrongAt, dialog); return; }
  await send(form.dataset.post, BODIES[form.dataset.post](form), wrongAt, dialog);
});

// News of the table: another device may have entered something, or the camera has seen a win.
if ($("live")) {
  setInterval(async () => {
    if (document.hidden || document.querySelector("dialog[open]")) return;
    const answer = await fetch(`/api/entries?after=${last}`, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    const news = await answer.json();
    const isSameEast = east === undefined || news.east === east;
    ({ east } = news);
    if (!news.entries.length && news.session === session && isSameEast) return;
    last = news.session === session ? news.entries.at(-1)?.number ?? last : 0;
    session = news.session;
    await renew();
  }, 2500);
}

celebrate(document.querySelector(".result"));
if ($("phones")) {
  const words = JSON.parse($("words").textContent);
  const players = JSON.parse($("table-players").textContent);
  const winds = (context.players || players.map((_, wind) => ({ seat: wind, wind, player: wind })));
  const seats = winds.reduce((all, { seat: own, wind, player }) => { all[own] = { wind, player }; return all; }, []);
  phonesDialog({ words, seats: () => seats, players });
}
