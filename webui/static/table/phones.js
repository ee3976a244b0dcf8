// The dialog with a code for each seat; a phone that scans one sits down there.
import { post } from "../page/door.js";
import { put, windOrSide } from "../page/say.js";

const $ = (id) => document.getElementById(id);

async function ask(path, body) {
  const answer = await fetch(path, body && {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Jantaku-Token": document.querySelector('meta[name="jantaku-token"]').content,
    },
    body: JSON.stringify(body),
  });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.error || "");
  return told;
}

export function phonesDialog({ words, seats, players }) {
  async function show() {
    $("joining-wrong").textContent = "";
    try {
      const told = await ask("/seats");
      $("clock").closest("label").hidden = !told.move_s;
      $("clock").nextElementSibling.textContent = put(words["seats.clock"], { seconds: told.move_s });
      $("clock").checked = told.timed;
      const order = [...seats().keys()].sort((a, b) => seats()[a].wind - seats()[b].wind);
      $("codes").replaceChildren(...await Promise.all(order.map((seat) => code(seat, told.seated.includes(seat)))));
    } catch (wrong) { $("joining-wrong").textContent = wrong.message || words["door.not_accepted"]; }
  }

  async function code(seat, isTaken) {
    const figure = document.createElement("figure");
    const about = seats()[seat];
    const caption = document.createElement("figcaption");
    caption.textContent = [windOrSide(words, about.wind, seat), players[about.player]].filter(Boolean).join(" · ");
    figure.dataset.seat = seat;
    if (isTaken) {
      const taken = document.createElement("div");
      taken.className = "taken";
      const again = document.createElement("button");
      again.type = "button";
      again.className = "button quiet";
      again.textContent = words["seats.free"];
      again.addEventListener("click", async () => figure.replaceWith(await code(seat, false)));
      taken.append(words["seats.taken"], again);
      figure.append(taken, caption);
      return figure;
    }
    const told = await ask("/seats/codes", { seat });
    const link = document.createElement("a");
    link.href = told.address;
    link.innerHTML = told.drawing;
    link.setAttribute("aria-label", put(words["seats.no_address"], { address: told.address }));
    figure.append(link, caption);
    return figure;
  }

  $("phones").addEventListener("click", () => {
    $("phones").closest("details")?.removeAttribute("open");
    $("joining").showModal();
    show();
  });
  $("clock").addEventListener("change", () => post("/seats/clock", { on: $("clock").checked }));
}
