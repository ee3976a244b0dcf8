// The score trainer: lay a finished hand, say what it is worth, then see it line by line.
import { $, Laying, busy, post, show, task, tell, words } from "./laying.js";

const laying = new Laying();

async function score(said) {
  const told = await busy(() => tell($("verdict"), post("/practice/score/value", {
    rules: task.rules,
    rows: laying.filled,
    seat_wind: $("seat-wind").value,
    prevalent_wind: $("round-wind").value,
    giver: $("giver").value,
    circumstances: [...$("circumstances").querySelectorAll("input:checked")].map((box) => box.value),
    said,
  })));
  laying.draw();
  laying.mark(told.places);
}

$("say").addEventListener("click", () => {
  const boxes = [...document.querySelectorAll("[data-said]")], said = boxes.map((box) => box.value.trim());
  if (said.some(Boolean)) { score(said.map((each) => each || "0")); return; }
  show($("verdict"), { ok: false, error: words["practice.say_first"] });
  boxes[0].focus();
});
$("show").addEventListener("click", () => score([]));
