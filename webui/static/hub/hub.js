// What changes on the hub's pages is fetched again every two seconds; a new call sounds where asked for.
import { chime, wake } from "../voice/chime.js";

const live = document.getElementById("live");
const token = document.querySelector('meta[name="jantaku-token"]').content;
const cut = document.querySelector('meta[name="jantaku-cut"]').content;
const name = document.getElementById("referee-name");
const sound = document.getElementById("call-sound");
const problem = document.getElementById("call-problem");
let known = waiting();

function waiting() {
  return live.querySelectorAll("button[data-journal]").length + live.querySelectorAll(".hub-card.calling").length;
}

function clocks() {
  for (const each of live.querySelectorAll("time[data-at]"))
    each.textContent = new Date(Number(each.dataset.at) * 1000).toLocaleTimeString();
}

async function refresh() {
  try {
    const answer = await fetch(live.dataset.source + location.search, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error((await answer.text()).slice(0, 200));
    const fresh = await answer.text();
    if (fresh !== refresh.last) live.innerHTML = fresh;
    refresh.last = fresh;
    live.classList.remove("cut");
    document.querySelector(".hub-cut")?.remove();
  } catch {
    if (!document.querySelector(".hub-cut")) {
      const said = document.createElement("p");
      said.className = "notice hub-cut";
      said.textContent = cut;
      live.before(said);
    }
  }
  clocks();
  const now = waiting();
  if (now > known && sound?.getAttribute("aria-pressed") === "true") chime("referee", 1);
  known = now;
}

if (name) {
  name.value = localStorage.getItem("jantaku referee") || "";
  name.addEventListener("change", () => localStorage.setItem("jantaku referee", name.value));
  sound.addEventListener("click", () => {
    const on = sound.getAttribute("aria-pressed") !== "true";
    sound.setAttribute("aria-pressed", String(on));
    if (on) { wake(); chime("referee", 0.6); }
  });
  live.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-journal]");
    if (!button) return;
    const body = { journal: Number(button.dataset.journal), number: Number(button.dataset.number), who: name.value };
    const answer = await fetch("/calls/take", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Jantaku-Token": token },
      body: JSON.stringify(body),
    });
    problem.hidden = answer.ok;
    if (!answer.ok) problem.textContent = (await answer.json()).error;
    refresh();
  });
}
clocks();
setInterval(refresh, 2000);
