// The person's door: say which tile it was, what happened, or that it did not happen.
import { windOrSide } from "./say.js";
import { face } from "./story.js";

const $ = (id) => document.getElementById(id);
const chosen = {};

// `after`: the newest entry this page knew when the person began; what was told since is not entered again, so
// that a press can be repeated when the line was cut.
export async function post(path, body, after) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Jantaku-Token": document.querySelector('meta[name="jantaku-token"]').content,
        ...(Number.isInteger(after) ? { "X-Jantaku-After": String(after) } : {}),
      },
      body: JSON.stringify(body),
    });
    const told = await answer.json().catch(() => ({}));
    return { ok: answer.ok, wrong: told.error || "", told };
  } catch {
    return { ok: false, wrong: cutWords(), told: {} };
  }
}

const cutWords = () => document.querySelector('meta[name="jantaku-cut"]')?.content || "";

function choices(box, name, options) {
  const group = box.lastElementChild;
  group.replaceChildren(...options.map(({ value, label, drawing }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = drawing ? "" : "button";
    button.setAttribute("aria-pressed", "false");
    if (drawing) button.append(drawing);
    else button.textContent = label;
    button.setAttribute("aria-label", label);
    if (drawing) button.dataset.tile = value;
    button.addEventListener("click", () => {
      chosen[name] = value;
      for (const other of group.children) other.setAttribute("aria-pressed", String(other === button));
    });
    return button;
  }));
}

function tiles(box, faces, words) {
  choices(box, "tile", faces.map((tile) => ({ value: tile, label: words[`tile.${tile}`], drawing: face(tile) })));
}

/** The camera's cut of the tile and what it may be instead: one tap puts it right. */
async function showLikely(entry, words, correct) {
  const box = $("door-likely");
  box.hidden = true;
  if (!entry.events.some((event) => "tile" in event)) return;
  const answer = await fetch(`/api/likeliest/${entry.number}`).catch(() => null);
  if (!answer?.ok) return;
  const { likeliest, picture } = await answer.json();
  $("door-cut").hidden = !picture;
  if (picture) $("door-cut").src = picture;
  box.querySelector(".faces").replaceChildren(...likeliest.map((tile) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.likely = tile;
    button.setAttribute("aria-label", words[`tile.${tile}`]);
    button.append(face(tile));
    button.addEventListener("click", () => correct(tile));
    return button;
  }));
  box.hidden = !likeliest.length;
}

export function openDoor({ entry, words, seats, faces, acts, after }) {
  for (const name of Object.keys(chosen)) delete chosen[name];
  const isFix = Boolean(entry);
  $("door-title").textContent = isFix ? `${entry.number}. ${entry.told.map((line) => line.text).join(". ")}` : words["door.add"];
  $("door-seat").hidden = isFix;
  $("door-act").hidden = isFix;
  $("door-tile").hidden = isFix && !entry.events.some((event) => "tile" in event);
  $("door-undo").hidden = !isFix;
  $("door-send").hidden = isFix && $("door-tile").hidden;
  $("door-wrong").textContent = "";
  choices($("door-seat"), "seat", seats.map((seat, number) => ({ value: number, label: [windOrSide(words, seat.wind, number), seat.name].filter(Boolean).join(" · ") })));
  choices($("door-act"), "act", acts.map(([act, name]) => ({ value: act, label: words[`act.${name}`] })));
  tiles($("door-tile"), faces, words);
  const send = async (path, body) => {
    const { ok, wrong } = await post(path, body, after);
    if (ok) $("door").close();
    else $("door-wrong").textContent = wrong || words["door.not_accepted"];
  };
  $("door-undo").onclick = () => send("/undo", { number: entry.number });
  $("door-send").onclick = () => {
    const isChosen = isFix ? chosen.tile : chosen.act && chosen.seat !== undefined;
    if (!isChosen) $("door-wrong").textContent = words["door.choose"];
    else if (isFix) send("/correct", { number: entry.number, tile: chosen.tile });
    else send("/record", { seat: chosen.seat, act: chosen.act, tile: chosen.tile });
  };
  if (isFix) showLikely(entry, words, (tile) => send("/correct", { number: entry.number, tile }));
  else $("door-likely").hidden = true;
  $("door").showModal();
}
