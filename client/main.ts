import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/seats.css";

import { mount } from "svelte";

import App from "$app/App.svelte";
import { language } from "$base/words.svelte";

// Over https the browser can install the app; a self-made certificate must be trusted first.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  navigator.serviceWorker.register("sw.js").catch(() => undefined);

// Not `await`: other files of the build import this one, and would wait with it.
void language.begin().then(() => {
  document.getElementById("plain")?.remove(); // the page was slow, and said that it cannot be shown
  mount(App, { target: document.body });
});
