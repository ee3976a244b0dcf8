// Speaks what is announced, once the person at this device has switched the sound on; never anything twice.
// By the voice that ships, or the device's own where a person prefers it; else a chime per kind of announcement.
// What a device begins with is the table's choice; what a person chose at the device stays there.
import { chime, wake } from "./chime.js";
import { fetchClips, hush, playClips } from "./recorded.js";
import { sayAloud, voiceFor, voiceOnceLoaded } from "./voices.js";

const KEPT = "jantaku.sound";
const $ = (id) => document.getElementById(id);
const heard = new Set();
const kept = { ...JSON.parse(read() || "{}") };
let isOn = false;
let language = "en";
let words = {};
let last = null;
let means = "";
let begin = { sound: false, volume: 80 };
let hasClips = false;

function read() {
  try { return localStorage.getItem(KEPT); } catch { return ""; }
}

function keep() {
  try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* a private window forgets */ }
}

export function say(session, entry) {
  const mark = `${session}:${entry.number}`;
  if (heard.has(mark)) return;
  heard.add(mark);
  const lines = entry.told.filter((line) => line.spoken);
  if (!lines.length) return;
  last = lines;
  if (isOn && !kept.muted) speak(lines);
}

/** An entry that was there before the page was: told again, it is not spoken either. */
export const isHeard = (session, entry) => heard.add(`${session}:${entry.number}`);

export function repeat() {
  if (last) speak(last);
}

function sayMeans(chosen) {
  means = chosen;
  $("voice-note").textContent = words[`voice.by_${means}`];
  showNoVoice();
}

function showNoVoice() {
  $("no-voice").hidden = !isOn || means !== "chimes" || kept.knowsOfChimes === language;
}

async function chooseMeans() {
  const { pack, said } = begin.recorded || {};
  hasClips = Boolean(pack) && await fetchClips(pack, said);
  const own = (!hasClips || kept.ownVoice) && await voiceOnceLoaded(language);
  $("own-voice").hidden = !hasClips || !voiceFor(language);
  sayMeans(own ? "browser" : hasClips ? "clips" : "chimes");
}

const volumeNow = () => kept.volume ?? begin.volume;

async function speak(lines) {
  if (!means) await chooseMeans();
  const volume = volumeNow() / 100;
  const strike = () => chime(lines[0].key, volume);
  if (means === "chimes") return strike();
  const clips = lines.map((line) => line.clips || []);
  if (means === "clips" && clips.every((each) => each.length)) return playClips(clips.flat(), volume);
  // A sentence with words that nobody recorded, such as a fault's.
  if (!voiceFor(language)) return strike();
  const unheard = () => { sayMeans("chimes"); strike(); };
  sayAloud(lines.map((line) => line.text).join(". "), { language, voice: voiceFor(language), volume, unheard });
}

function quiet() {
  globalThis.speechSynthesis?.cancel();
  hush();
}

function turn(on) {
  isOn = on;
  kept.on = on;
  keep();
  $("sound").setAttribute("aria-pressed", String(on));
  $("sound").lastElementChild.textContent = words[on ? "page.sound_off" : "page.sound_on"];
  $("sound").setAttribute("aria-label", $("sound").lastElementChild.textContent);
  $("sound").classList.remove("waiting");
  $("voice").hidden = !on;
  showNoVoice();
  if (!on) quiet();
  else {
    wake();
    chooseMeans().then(() => speak([{ key: "sound", text: words["page.sound_is_on"], clips: begin.recorded?.said }]));
  }
}

export function soundControls(about) {
  ({ words, language, begin } = about);
  $("volume").value = volumeNow();
  $("volume").addEventListener("input", () => { kept.volume = Number($("volume").value); keep(); });
  $("volume").addEventListener("change", () => repeat());
  const showMute = () => {
    $("mute").setAttribute("aria-pressed", String(Boolean(kept.muted)));
    $("mute").textContent = words[kept.muted ? "voice.unmute" : "voice.mute"];
  };
  $("mute").addEventListener("click", () => {
    kept.muted = !kept.muted;
    keep();
    if (kept.muted) quiet();
    showMute();
  });
  showMute();
  $("own").checked = Boolean(kept.ownVoice);
  $("own").addEventListener("change", () => { kept.ownVoice = $("own").checked; keep(); quiet(); chooseMeans().then(repeat); });
  $("understood").addEventListener("click", () => { kept.knowsOfChimes = language; keep(); showNoVoice(); });
  $("sound").setAttribute("aria-label", words["page.sound_on"]);
  $("sound").addEventListener("click", (event) => { event.stopPropagation(); turn(!isOn); });
  if (!(kept.on ?? begin.sound)) return;
  // Browsers let a page sound only after a touch: the first one anywhere brings back what was switched on.
  $("sound").classList.add("waiting");
  $("sound").lastElementChild.textContent = words["voice.tap"];
  addEventListener("click", () => { if (!isOn && kept.on !== false) turn(true); }, { once: true });
}
