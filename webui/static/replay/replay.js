// Steps through a deal without loading the page anew: the moment is exchanged, the address kept true.
// Without this script every step is an ordinary link.
const list = document.getElementById("moves");
let pace = sessionStorage.getItem("jantaku-pace") || "1100"; // ms a step
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
  }, Number(pace));
  dress();
}

/** Takes the address of the moment along; where the page may not (no https), the text is selected instead. */
async function copy(link) {
  const { href } = link;
  try {
    await navigator.clipboard.writeText(href);
  } catch {
    const field = document.createElement("input");
    field.value = href;
    link.after(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  link.textContent = link.dataset.copy;
}

function dress() {
  const speed = document.getElementById("pace");
  speed.closest("label").hidden = false;
  speed.value = pace;
  const button = step("play");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(playing !== null));
  button.setAttribute("aria-label", playing === null ? button.dataset.play : button.dataset.pause);
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest('[data-step="play"]')) return playing === null ? play() : stop();
  const copied = event.target.closest("[data-copy]");
  if (copied) {
    event.preventDefault();
    copy(copied);
    return;
  }
  const link = event.target.closest("a.step[href], #moves a");
  if (!link) return;
  event.preventDefault();
  if (playing !== null) stop();
  go(new URL(link.href).pathname);
});

document.addEventListener("change", (event) => {
  if (event.target.id !== "pace") return;
  pace = event.target.value;
  sessionStorage.setItem("jantaku-pace", pace);
});

addEventListener("keydown", (event) => {
  if (event.target.matches?.("select, input")) return;
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
