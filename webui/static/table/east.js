// While nobody knows who is East the page says so, and whoever is at the table can say who it is.
import { post } from "../page/door.js";

export function askEast({ words, seats, isOpen }) {
  const box = document.getElementById("east");
  const places = document.getElementById("east-seats");
  box.hidden = !isOpen;
  if (!places || Boolean(places.children.length) === isOpen) return;
  const buttons = seats.map(({ name }, seat) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = name || words[`seat.side_${seat}`];
    button.addEventListener("click", () => tell(seat, words));
    return button;
  });
  places.replaceChildren(...(isOpen ? buttons : []));
}

async function tell(seat, words) {
  const { ok, wrong } = await post("/east", { seat });
  document.getElementById("east-wrong").textContent = ok ? "" : wrong || words["door.not_accepted"];
}
