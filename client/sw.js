// The worker fetches every page from the house while the house can be reached, so an upgrade never leaves old code
// in use. It caches only the shell, for the time when the house cannot be reached.
const NAME = "BUILD";
const SHELL = ["SHELL"];
const TEXTS = "languages"; // copies that pages make themselves

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(NAME).then((cached) => cached.addAll(SHELL)));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== NAME && name !== TEXTS);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/")));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request))); // names change with content
  }
});
