// The set-up's live parts: the camera's picture with its meters, the tiles that are read, the sound.
import { chime, wake } from "../voice/chime.js";
import { sayAloud, voiceOnceLoaded } from "../voice/voices.js";

const $ = (id) => document.getElementById(id);
const words = $("words") ? JSON.parse($("words").textContent) : {};
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

async function ask(address) {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

function often(act, ms) {
  const again = () => {
    if (document.hidden) setTimeout(again, ms);
    else act().catch(() => {}).finally(() => setTimeout(again, ms));
  };
  again();
}

function showPreview(told) {
  const preview = told.preview;
  $("live").hidden = !preview;
  $("no-live").hidden = Boolean(preview);
  $("no-live").textContent = told.message || words["setup.no_picture"];
  if (!preview) return;
  $("focus").value = preview.sharpness;
  $("focus-says").textContent = words[`setup.focus_${preview.focus}`];
  $("focus-says").className = preview.focus === "good" ? "good" : "doubt";
  $("light").value = preview.brightness;
  $("light-says").textContent = words[`setup.light_${preview.light}`];
  $("light-says").className = preview.light === "good" ? "good" : "doubt";
  const [width, height] = preview.size;
  const says = fill(words["setup.live_says"], { width, height, rate: preview.frames_per_s });
  if ($("live-says").textContent !== says) $("live-says").textContent = says;
}

const live = document.querySelector("[data-preview]");
if (live && $("live")) {
  const { picture } = $("live").dataset;
  let shown = -1;
  often(async () => {
    const told = await ask(live.dataset.preview);
    showPreview(told);
    if (told.preview && told.preview.number !== shown) {
      shown = told.preview.number;
      $("live").src = `${picture}?n=${shown}`;
    }
  }, 400);
}

const lay = document.querySelector("[data-tiles]");
if (lay) {
  often(async () => {
    const told = await ask(lay.dataset.tiles);
    for (const item of $("to-lay").children) {
      const isRead = told.read.includes(item.dataset.tile);
      item.classList.toggle("read", isRead);
      item.lastElementChild.textContent = words[isRead ? "setup.read" : "setup.not_read"];
    }
    const others = Object.entries(told.others).map(([tile, count]) => words[`tile.${tile}`] + (count > 1 ? ` ×${count}` : ""));
    $("others").textContent = others.join(words["page.comma"]) || words["page.none"];
    $("unread").textContent = told.unread;
    const all = told.read.length === $("to-lay").children.length ? words["setup.all_read"] : "";
    if ($("all-read").textContent !== all) $("all-read").textContent = all;
    const says = told.sight === "watching" ? "" : words[`sight.${told.sight}`];
    if ($("sight-says").textContent !== says) $("sight-says").textContent = says;
  }, 500);
}

$("choose-rules")?.elements.rules.addEventListener("change", () => $("choose-rules").requestSubmit());

$("try-sound")?.addEventListener("click", async () => {
  const language = document.documentElement.lang, volume = $("volume").value / 100;
  const noVoice = () => { $("sound-says").textContent = words["setup.no_voice"]; chime("sound", volume); };
  wake();
  const voice = await voiceOnceLoaded(language);
  $("sound-says").textContent = "";
  if (voice) sayAloud(words["setup.sound_sample"], { language, voice, volume, unheard: noVoice });
  else noVoice();
});
