import "./polyfills";

import "./fonts.css";
import "../theme/tokens.css";
import "../theme/base.css";
import "../theme/seats.css";

import { mount } from "svelte";

import { language } from "$base/words.svelte";

import type { Sizes } from "../vite/oldCss";
import { followLayout } from "./layout";
import Light from "./Light.svelte";

declare const lightBuild: { style: string; sizes: Sizes };

/** Puts the stylesheet of old browsers in place of the modern one. */
function dress(): Promise<void> {
  for (const modern of document.querySelectorAll('link[rel="stylesheet"]')) modern.remove();
  return new Promise((done) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = lightBuild.style;
    sheet.onload = () => done();
    document.head.append(sheet);
  });
}

followLayout(lightBuild.sizes);
void Promise.all([dress(), language.begin()]).then(() => {
  document.getElementById("plain")?.remove();
  mount(Light, { target: document.body });
});
