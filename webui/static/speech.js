// Speaks what is announced, once the person at this device has switched the sound on; never anything twice.
let isOn = false;
let language = "en";
let lastSaid = "";
const heard = new Set();

export function say(session, entry) {
  const mark = `${session}:${entry.number}`;
  if (heard.has(mark)) return;
  heard.add(mark);
  const text = entry.told.filter((line) => line.spoken).map((line) => line.text).join(". ");
  if (!text) return;
  lastSaid = text;
  if (isOn) speak(text);
}

export function repeat() {
  if (lastSaid) speak(lastSaid);
}

function speak(text) {
  const voice = globalThis.speechSynthesis;
  if (!voice) return;
  if (voice.pending) voice.cancel(); // better the newest than a queue minutes long
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  voice.speak(utterance);
}

export function soundButton(button, repeatButton, words, pageLanguage) {
  language = pageLanguage;
  button.addEventListener("click", () => {
    isOn = !isOn;
    button.setAttribute("aria-pressed", String(isOn));
    button.lastElementChild.textContent = isOn ? words["page.sound_off"] : words["page.sound_on"];
    repeatButton.hidden = !isOn;
    if (isOn) speak(words["page.sound_is_on"]);
    else globalThis.speechSynthesis?.cancel();
  });
}
