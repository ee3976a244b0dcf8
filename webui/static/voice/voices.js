// Which of the device's own voices speaks a language, if any. A voice that lives on the device goes before one
// that needs the internet, which a club room may not have.
const WAIT_MS = 1500;
const OWN = { "zh-Hans": /^(zh[-_](CN|SG|Hans)|cmn)/i, "zh-Hant": /^(zh[-_](TW|HK|Hant)|cmn)/i };
const synthesis = () => globalThis.speechSynthesis;

export function voiceFor(wanted) {
  const voices = [...(synthesis()?.getVoices() || [])].sort((one, other) => (one.localService === false) - (other.localService === false));
  const plain = wanted.split("-")[0];
  return voices.find((voice) => OWN[wanted]?.test(voice.lang)) || voices.find((voice) => voice.lang.toLowerCase().startsWith(plain));
}

// Browsers load their voices late: the voice, once they had time to.
export async function voiceOnceLoaded(wanted) {
  if (!voiceFor(wanted) && synthesis()) {
    await new Promise((done) => {
      setTimeout(done, WAIT_MS);
      synthesis().addEventListener?.("voiceschanged", done, { once: true });
    });
  }
  return voiceFor(wanted);
}

// Says `text`; `unheard` is called when the device could not after all.
export function sayAloud(text, { language, voice, volume, unheard }) {
  if (synthesis().pending) synthesis().cancel(); // better the newest than a queue minutes long
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice || null;
  utterance.lang = voice?.lang || language;
  utterance.volume = volume;
  utterance.onerror = ({ error }) => { if (!["canceled", "interrupted"].includes(error)) unheard(); };
  synthesis().speak(utterance);
}
