// The table trainer: the server plays the other seats; this page only keeps what was chosen so far.
import { $, busy, complain, post, task, tell } from "./laying.js";

const KEPT = `jantaku-table-${task.rules}`;
let game = JSON.parse(sessionStorage.getItem(KEPT) || "null") || begun();

function begun() { return { deal: Math.floor(Math.random() * 100000), mode: $("mode").value, chosen: [] }; }

/** Shows the game `next`; when the server does not answer, all stays as it was. A second tap asks for the same. */
async function play(next = game) {
  const told = await post("/practice/table/play", { ...next, rules: task.rules });
  complain(told.ok ? "" : told.error);
  if (!told.ok) { $("mode").value = game.mode; return; }
  game = next;
  sessionStorage.setItem(KEPT, JSON.stringify(game));
  $("board").innerHTML = told.board;
  $("agrees")?.replaceChildren();
  $("told").innerHTML = told.told;
  $("ask").textContent = told.ask;
  $("verdict").innerHTML = told.score;
  $("advice").replaceChildren();
  $("hint").disabled = !told.options.length;
  $("back").disabled = !game.chosen.length;
  $("choices").replaceChildren(...told.options.map((option) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = option.act === "discard" ? "plain-tile" : "button";
    button.dataset.code = option.code;
    button.innerHTML = option.html;
    button.addEventListener("click", () => play({ ...game, chosen: [...game.chosen, option.code] }));
    return button;
  }));
}

$("look-table")?.addEventListener("click", async () => {
  await busy(() => tell($("agrees"), post("/practice/table/look", { ...game, rules: task.rules })));
});
$("hint").addEventListener("click", () => tell($("advice"), post("/practice/table/hint", { ...game, rules: task.rules })));
$("mode").value = game.mode;
$("mode").addEventListener("change", () => play(begun()));
$("new").addEventListener("click", () => play(begun()));
$("back").addEventListener("click", () => play({ ...game, chosen: game.chosen.slice(0, -1) }));
play();
