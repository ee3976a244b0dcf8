// One task: tiles laid, walls built or choices picked; checked by the server, hint by hint.
import { $, Laying, busy, complain, post, showPicture, smaller, task, tell, words } from "./laying.js";

const begun = performance.now();
let checked = false;
let hints = 0;
let table = null;
let counted = null;
let thrown = [];
const laying = task.asked === "tiles" && $("rows") ? new Laying(() => {}) : null;
const walls = $("walls") ? buildWalls() : null;

function picked() {
  const form = $("picks");
  if (!form) return [];
  return [...form.children].map((box) => box.matches("fieldset")
    ? box.querySelector("input:checked")?.value || "" : box.querySelector("input").value.trim());
}

function buildWalls() {
  const sides = task.lesson === "one_wall" ? 1 : 4;
  const heights = Array.from({ length: sides }, () => Array(task.stacks + 1).fill(0));
  const draw = () => $("walls").replaceChildren(...heights.map((side, seat) => {
    const box = document.createElement("div");
    box.className = "wall";
    const name = document.createElement("b");
    name.textContent = words[`wind.${seat}`];
    const stacks = document.createElement("div");
    stacks.append(...side.map((height, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.height = height;
      button.setAttribute("aria-label", `${at + 1}: ${height}`);
      button.addEventListener("click", () => { side[at] = (height + 1) % 3; draw(); });
      return button;
    }));
    const all = document.createElement("button");
    all.type = "button";
    all.className = "button quiet";
    all.textContent = words["practice.fill_row"];
    all.addEventListener("click", () => {
      const next = side.findIndex((height) => height < 2);
      for (let at = Math.max(next, 0); at < Math.min(next + 6, side.length); at += 1) side[at] = 2;
      draw();
    });
    box.append(name, stacks, all);
    return box;
  }));
  draw();
  return heights;
}

const SPOTS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
let readSoFar = [];
let isAll = false;

/** One throw as it is drawn: who, the dice, their sum. */
function throwDrawing({ seat, pips }) {
  const line = document.createElement("p");
  const who = document.createElement("span");
  who.textContent = seat;
  const sum = document.createElement("b");
  sum.textContent = pips.reduce((all, pip) => all + pip, 0);
  line.append(who, ...pips.map((pip) => {
    const die = document.createElement("span");
    die.className = "die";
    die.setAttribute("role", "img");
    die.setAttribute("aria-label", pip);
    die.append(...Array.from({ length: 9 }, (_, at) => {
      const spot = document.createElement("i");
      spot.className = SPOTS[pip].includes(at) ? "on" : "";
      return spot;
    }));
    return die;
  }), sum);
  return line;
}

function answer() {
  const body = { lesson: task.lesson, task: task.task, rules: task.rules, picked: picked() };
  if (task.limit_s) body.seconds = (performance.now() - begun) / 1000;
  if (table) Object.assign(body, { walls: table.walls, gaps: table.gaps, crooked_mm: table.crooked_mm, inward: table.inward, rows: table.rows, dice: thrown, problem: table.problem });
  else if (walls) body.walls = walls;
  else if (counted) Object.assign(body, { rows: counted.rows, problem: counted.problem });
  else if (laying) body.rows = laying.filled;
  if (thrown.length && !table) Object.assign(body, { dice: thrown, problem: "" });
  if (laying && !body.rows.length) body.problem = laying.seen?.problem || "nothing_shown";
  return body;
}

async function check(more = {}) {
  checked = true;
  const told = await tell($("verdict"), post("/practice/check", { ...answer(), ...more }));
  if (laying) { laying.draw(); laying.mark(told.places); }
  $("next").classList.toggle("main", told.outcome === "right");
  $("check").classList.toggle("main", told.outcome !== "right");
  $("verdict").scrollIntoView({ block: "nearest" });
}

async function readTable(told) {
  complain(told.ok ? told.told : told.error);
  if (!told.ok) return;
  table = told;
  await check();
  table = null;
}

$("check").addEventListener("click", () => check());
$("judge-table")?.addEventListener("click", () => busy(() => check({ look: true })));
$("look-dice")?.addEventListener("click", async () => {
  const told = await busy(() => post("/practice/dice", { lesson: task.lesson, task: task.task, rules: task.rules, thrown: isAll ? [] : readSoFar }), "working-dice");
  $("dice-told").textContent = told.ok ? told.told : told.error;
  if (!told.ok || !told.throws) return;
  readSoFar = told.dice;
  isAll = told.is_all;
  thrown = isAll ? told.dice : [];
  $("throws").replaceChildren(...told.throws.map(throwDrawing));
  if (told.ask) $("ask").innerHTML = told.ask;
  $("verdict").replaceChildren();
});
$("hint")?.addEventListener("click", async () => {
  const told = await post("/practice/hint", { lesson: task.lesson, task: task.task, rules: task.rules, number: hints });
  if (!told.ok || !told.html) return;
  hints += 1;
  const item = document.createElement("li");
  item.innerHTML = told.html;
  $("hints").append(item);
  $("hint").disabled = told.left === 0;
});
$("look-table")?.addEventListener("click", async () => readTable(await busy(() => post("/practice/read", { what: "table", rules: task.rules }))));
$("photo-table")?.addEventListener("change", async () => {
  const file = await smaller($("photo-table").files[0]);
  $("photo-table").value = "";
  if (file) readTable(await busy(() => post(`/practice/photo?what=table&rules=${task.rules}`, file)));
});
if (task.lesson === "count" && $("look")) $("look").addEventListener("click", async () => {
  counted = await busy(() => post("/practice/read", { rules: task.rules }));
  complain(counted.ok ? counted.told : counted.error);
  showPicture(counted.picture);
});
if (task.limit_s) {
  const tick = () => {
    if (checked) return;
    const seconds = (performance.now() - begun) / 1000;
    $("clock").value = Math.min(seconds, task.limit_s);
    $("seconds").value = `${Math.floor(seconds)} s`;
    $("clock").classList.toggle("over", seconds > task.limit_s);
    setTimeout(tick, 250);
  };
  tick();
}
