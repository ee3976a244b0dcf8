// The table trainer: the server plays the other seats; this page only keeps what was chosen so far.
import { $, busy, complain, post, show, task } from "./practice.js";

const KEPT = `jantaku-table-${task.rules}`;
let game = JSON.parse(sessionStorage.getItem(KEPT) || "null") || begun();

function begun() { return { deal: Math.floor(Math.random() * 100000), mode: $("mode").value, chosen: [] }; }

async function play() {
  sessionStorage.setItem(KEPT, JSON.stringify(game));
  const told = await post("/practice/table/play", { ...game, rules: task.rules });
  complain(told.ok ? "" : told.error);
  if (!told.ok) return;
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
    button.addEventListener("click", () => { game.chosen.push(option.code); play(); });
    return button;
  }));
}

$("look-table")?.addEventListener("click", async () => {
  show($("agrees"), await busy(() => post("/practice/table/look", { ...game, rules: task.rules })));
});
$("hint").addEventListener("click", async () => show($("advice"), await post("/practice/table/hint", { ...game, rules: task.rules })));
$("mode").value = game.mode;
$("mode").addEventListener("change", () => { game = begun(); play(); });
$("new").addEventListener("click", () => { game = begun(); play(); });
$("back").addEventListener("click", () => { game.chosen.pop(); play(); });
play();
