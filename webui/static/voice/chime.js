// A short figure of tones per kind of announcement, for devices without a voice.
const KINDS = [
  [/^won|^score|^game_over/, [523, 659, 784, 1047]],
  [/^kong/, [392, 392, 587]],
  [/^pung/, [440, 587]],
  [/^chow/, [440, 494, 523]],
  [/^claim_awarded/, [659, 880]],
  [/^claim_refused|^fault(?!\.concluded)/, [311, 233]],
  [/^called/, [784]],
  [/^referee/, [880, 660, 880, 660]],
  [/^dice|^roll|^break|^wall|^take/, [330, 392]],
  [/^deal|^hands|^next|^change|^seats/, [392, 494, 587]],
  [/^last_tile|^tiles_left/, [698, 698]],
  [/^turn|^discard/, [494]],
];
let sound = null;

export function audio() {
  sound ??= new (globalThis.AudioContext || globalThis.webkitAudioContext)();
  return sound;
}

export function wake() {
  if (audio().state === "suspended") audio().resume();
}

export function chime(key, volume) {
  const tones = (KINDS.find(([kind]) => kind.test(key)) || [null, [523]])[1];
  tones.forEach((tone, number) => strike(tone, audio().currentTime + 0.02 + number * 0.16, volume * 0.35));
}

function strike(tone, at, volume) {
  const oscillator = audio().createOscillator();
  const gain = audio().createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = tone;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.32);
  oscillator.connect(gain).connect(audio().destination);
  oscillator.start(at);
  oscillator.stop(at + 0.34);
}
