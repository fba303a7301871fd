// The worker fetches every page from the house while the house can be reached, so an upgrade never leaves old code
// in use. It caches only the shell, for the time when the house cannot be reached.
const { pathname: ROOT } = new URL(registration.scope); // of this house: others may lie under other paths
const NAME = `${ROOT} BUILD`;
const SHELL = ["SHELL"];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(NAME).then((cached) => cached.addAll(SHELL)));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(`${ROOT} `) && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(ROOT)));
  } else if (pathname.startsWith(`${ROOT}assets/`)) {
    event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request))); // names change with content
  }
});
