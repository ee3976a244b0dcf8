// The score trainer: lay a finished hand, say what it is worth, then see it line by line.
import { $, Laying, busy, post, show, task } from "./practice.js";

const laying = new Laying();

async function score(said) {
  const told = await busy(() => post("/practice/score/value", {
    rules: task.rules,
    rows: laying.filled,
    seat_wind: $("seat-wind").value,
    prevalent_wind: $("round-wind").value,
    giver: $("giver").value,
    circumstances: [...$("circumstances").querySelectorAll("input:checked")].map((box) => box.value),
    said,
  }));
  show($("verdict"), told);
  laying.draw();
  laying.mark(told.places);
}

$("say").addEventListener("click", () => score([...document.querySelectorAll("[data-said]")].map((box) => box.value.trim() || "0")));
$("show").addEventListener("click", () => score([]));
