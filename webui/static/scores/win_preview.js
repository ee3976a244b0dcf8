// What a win comes to, asked of the server a moment after the last change. Until it is told nothing can be confirmed.
import { post } from "../page/door.js";
import { $, cell } from "./parts.js";
import { context, missing, sent, sheet, words } from "./win_draft.js";

let asked = 0, timer = 0;

export function ask() {
  clearTimeout(timer);
  asked++; // an answer still under way is about what was there before
  if ($("confirm")) $("confirm").disabled = true;
  timer = setTimeout(preview, 120);
}

/** Asks no more: the sheet is sent. */
export function hush() {
  clearTimeout(timer);
}

async function preview() {
  const number = ++asked, wants = missing();
  const confirm = $("confirm");
  if (wants) {
    show({ is_win: false, why: wants, cards: [], payments: null });
    if (confirm) confirm.disabled = true;
    return;
  }
  const { ok, wrong, told } = await post("/scores/preview", { wins: sheet.drafts.map(sent), amends: context.amends });
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
