// Who is East: asked while nobody knows, shown and to be changed as long as the first deal is at the table.
import { post } from "../page/door.js";
import { put } from "../page/say.js";
import { windSign } from "../page/story.js";

const OPENING = ["building", "rolling", "breaking", "dealing"];
const $ = (id) => document.getElementById(id);
let isChanging = false;
let shown = "";
let again = () => {};
if ($("east-known")) $("east-known").prepend(windSign(0));

/** `phase` and `deal` of the table as it is now; `seats` with the wind and the name of each. */
export function askEast({ words, seats, isOpen, phase, deal }) {
  const isFirst = deal === 1;
  $("east").hidden = !isOpen && !isFirst;
  $("east-open").hidden = !isOpen;
  if (!$("east-known")) {
    $("east").hidden = !isOpen;
    return;
  }
  again = () => { shown = ""; askEast({ words, seats, isOpen, phase, deal }); };
  if (isOpen || !isFirst) isChanging = false;
  const east = seats.findIndex(({ wind }) => wind === 0);
  const called = (seat) => seats[seat].name || words[`seat.side_${seat}`];
  $("east-known").hidden = isOpen || !isFirst;
  $("east-known").querySelector("span").textContent = isOpen ? "" : put(words["east.is"], { who: called(east) });
  $("east-change").setAttribute("aria-expanded", String(isChanging));
  const offered = isOpen || isChanging ? seats.map((_, seat) => ({ seat, label: called(seat) })) : [];
  if (isChanging && OPENING.includes(phase)) offered.push({ seat: null, label: words["east.not_known"] });
  if (isChanging) offered.push({ label: words["east.keep"] });
  const wanted = JSON.stringify([offered, east]);
  if (wanted === shown) return;
  shown = wanted;
  $("east-seats").replaceChildren(...offered.map((each) => choice(each, east, words)));
}

function choice({ seat, label }, east, words) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = seat === undefined ? "button quiet" : "button";
  button.textContent = label;
  if (seat !== undefined && isChanging) button.setAttribute("aria-pressed", String(seat === east));
  button.addEventListener("click", () => (seat === undefined || seat === east ? close() : tell(seat, words)));
  return button;
}

function close() {
  isChanging = false;
  $("east-wrong").textContent = "";
  again();
  $("east-change").focus();
}

async function tell(seat, words) {
  const wasChanging = isChanging;
  const { ok, wrong } = await post("/east", { seat });
  if (ok && wasChanging) close();
  $("east-wrong").textContent = ok ? "" : wrong || words["door.not_accepted"];
}

$("east-change")?.addEventListener("click", () => {
  if (isChanging) return close();
  isChanging = true;
  again();
  $("east-seats").firstElementChild.focus();
});
$("east").addEventListener("keydown", (event) => { if (event.key === "Escape" && isChanging) close(); });
