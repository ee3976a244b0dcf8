// The service worker: keeps the page's own files (their address changes with their content) and a page to show
// when the table cannot be reached. What happens at the table is never kept: it would be old.
const SHELF = "jantaku-1";
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const shelf = await caches.open(SHELF);
    const answer = await fetch(OFFLINE);
    const text = await answer.clone().text();
    await shelf.put(OFFLINE, answer);
    await shelf.addAll([...text.matchAll(/"(\/static\/[^"]+)"/g)].map(([, path]) => path));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name);
    await self.clients.claim();
  })());
});

async function kept(request) {
  const shelf = await caches.open(SHELF);
  const had = await shelf.match(request);
  if (had) return had;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/") && url.searchParams.has("v")) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(async () => (await caches.match(OFFLINE)) || Response.error()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const [open] = await self.clients.matchAll({ type: "window" });
    return open ? open.focus() : self.clients.openWindow("/seat");
  })());
});
