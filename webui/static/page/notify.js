// What a phone is told when nobody looks at it: a line on the page, a buzz, and, where the browser lets us
// (https, and the player said yes), a notification of the device.
const GONE_MS = 8000;
const BUZZ = { turn: [120], referee: [200, 100, 200] };
let line = null;
let timer = 0;

/** Shows the button that asks, where it makes sense, and where to tell. */
export function notifyMe(button, told) {
  line = told;
  const can = isSecureContext && "Notification" in globalThis && "serviceWorker" in navigator;
  if (!can) return;
  button.hidden = Notification.permission !== "default";
  button.addEventListener("click", async () => { await Notification.requestPermission(); button.hidden = true; });
}

export async function tell(kind, text) {
  navigator.vibrate?.(BUZZ[kind]);
  line.textContent = text;
  line.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { line.hidden = true; }, GONE_MS);
  if (!document.hidden || globalThis.Notification?.permission !== "granted") return;
  const worker = await navigator.serviceWorker.ready;
  worker.showNotification("Jantaku", { body: text, tag: kind, icon: "/static/icon-192.png" });
}
