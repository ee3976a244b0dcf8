// Says sentences by recorded clips: where they lie in one file per language comes with each sentence.
import { audio } from "./chime.js";

const BETWEEN_S = 0.05;
const MOST_WAITING_S = 4;
let pack = null;
const decoded = new Map();
let playing = [];
let freeAt = 0;

function clip([at, length]) {
  if (!decoded.has(at)) decoded.set(at, audio().decodeAudioData(pack.slice(at, at + length)));
  return decoded.get(at);
}

// Fetches the language's clips; false where the browser cannot play them (older Safari: no Ogg Opus).
export async function fetchClips(address, sample) {
  if (pack) return true;
  if (!sample.length) return false;
  try {
    const answer = await fetch(address);
    if (!answer.ok) return false;
    pack = await answer.arrayBuffer();
    await Promise.all(sample.map(clip));
    return true;
  } catch {
    pack = null;
    decoded.clear();
    return false;
  }
}

export function hush() {
  for (const source of playing) source.stop();
  playing = [];
  freeAt = 0;
}

// Plays the clips one after the other; better the newest than a queue minutes long.
export async function playClips(places, volume) {
  const sounds = await Promise.all(places.map(clip));
  if (freeAt - audio().currentTime > MOST_WAITING_S) hush();
  const gain = audio().createGain();
  gain.gain.value = volume;
  gain.connect(audio().destination);
  let at = Math.max(audio().currentTime, freeAt);
  for (const buffer of sounds) {
    const source = audio().createBufferSource();
    source.buffer = buffer;
    source.connect(gain);
    source.start(at);
    source.onended = () => { playing = playing.filter((each) => each !== source); };
    playing.push(source);
    at += buffer.duration + BETWEEN_S;
  }
  freeAt = at;
}
