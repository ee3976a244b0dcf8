// Steps through a deal without loading the page anew: the moment is exchanged, the address kept true.
// Without this script every step is an ordinary link.
const list = document.getElementById("moves");
const PACE_MS = 1100;
const kept = new Map();
let playing = null;
let asked = location.pathname;

async function moment(path) {
  if (!kept.has(path)) {
    kept.set(path, fetch(path).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return { title: page.title, node: page.getElementById("moment"), path: new URL(answer.url).pathname };
    }));
    kept.get(path).catch(() => kept.delete(path));
  }
  const found = await kept.get(path);
  return { ...found, node: found.node.cloneNode(true) };
}

function mark(number, isCalm) {
  for (const row of list.children) {
    if (row.dataset.number === number) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
  const row = list.querySelector("[aria-current]");
  if (row) list.scrollTo({ top: row.offsetTop - list.clientHeight / 2, behavior: isCalm ? "auto" : "smooth" });
}

function show({ node, title }) {
  const focused = document.activeElement?.closest?.("[data-step]")?.dataset.step;
  document.getElementById("moment").replaceWith(node);
  document.title = title;
  dress();
  mark(node.dataset.number, playing !== null);
  if (focused) node.querySelector(`[data-step="${focused}"]`)?.focus({ preventScroll: true });
  const next = step("next")?.getAttribute("href");
  if (next) moment(new URL(next, location).pathname).catch(() => {});
}

async function go(path, { isBack = false } = {}) {
  asked = path;
  try {
    const found = await moment(path);
    if (asked !== path) return;
    if (!isBack) history.replaceState(null, "", found.path);
    show(found);
  } catch {
    location.href = path;
  }
}

function step(name) {
  return document.querySelector(`#moment [data-step="${name}"]`);
}

function stop() {
  clearTimeout(playing);
  playing = null;
  dress();
}

function play() {
  const next = step("next")?.getAttribute("href");
  if (!next) return stop();
  playing = setTimeout(async () => {
    await go(new URL(next, location).pathname);
    if (playing !== null) play();
  }, PACE_MS);
  dress();
}

function dress() {
  const button = step("play");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(playing !== null));
  button.setAttribute("aria-label", playing === null ? button.dataset.play : button.dataset.pause);
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest('[data-step="play"]')) return playing === null ? play() : stop();
  const link = event.target.closest("a.step[href], #moves a");
  if (!link) return;
  event.preventDefault();
  if (playing !== null) stop();
  go(new URL(link.href).pathname);
});

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const name = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const isPlay = event.key === " " && !event.target.closest("a, button, summary");
  if (!name && !isPlay) return;
  event.preventDefault();
  if (isPlay) return playing === null ? play() : stop();
  if (playing !== null) stop();
  const path = step(name)?.getAttribute("href");
  if (path) go(new URL(path, location).pathname);
});

dress();
mark(document.getElementById("moment").dataset.number, true);
