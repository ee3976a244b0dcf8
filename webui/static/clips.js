// Recorded words, one file a language: a sentence is played as the clips of its parts, one after the other.
import { audio } from "./chime.js";

const FOLDER = "/static/voice";
const BETWEEN_S = 0.03;
const banks = new Map();
let playing = [];
let endsAt = 0;

async function fetchBank(language) {
  try {
    const told = await fetch(`${FOLDER}/${language}.json`);
    if (!told.ok) return null;
    const { file, clips } = await told.json();
    const recorded = await fetch(`${FOLDER}/${file}`);
    if (!recorded.ok) return null;
    return { clips, sound: await audio().decodeAudioData(await recorded.arrayBuffer()) };
  } catch { return null; }
}

function bank(language) {
  if (!banks.has(language)) banks.set(language, fetchBank(language));
  return banks.get(language);
}

export async function hasWords(language) {
  return Boolean(await bank(language));
}

// The same as in webui/voice_bank.py: the words between the marks, small letters, no marks.
export function pieces(part) {
  return part.text.toLowerCase().split(/[\s,.:;·：、，。；（）()]+/u).length && split(part.text);
}

function split(text) {
  return text.toLowerCase().split(/[,.:;·：、，。；（）()]+/u).map((piece) => piece.trim()).filter(Boolean);
}

export async function playWords(language, lines, volume) {
  const { clips, sound } = (await bank(language)) || {};
  if (!clips) return false;
  const wanted = lines.flatMap((line) => line.parts).flatMap(pieces);
  const found = wanted.map((piece) => clips[piece]);
  if (!found.length || found.filter(Boolean).length < found.length * 0.6) return false;
  if (endsAt - audio().currentTime > 4) silence(); // better the newest than a queue
  let at = Math.max(audio().currentTime + 0.02, endsAt);
  for (const clip of found.filter(Boolean)) {
    const source = audio().createBufferSource();
    const gain = audio().createGain();
    source.buffer = sound;
    gain.gain.value = volume;
    source.connect(gain).connect(audio().destination);
    source.start(at, clip[0], clip[1]);
    playing.push(source);
    at += clip[1] + BETWEEN_S;
  }
  endsAt = at;
  playing = playing.slice(-60);
  return true;
}

function silence() {
  playing.forEach((source) => { try { source.stop(); } catch { /* it has ended */ } });
  playing = [];
  endsAt = 0;
}
