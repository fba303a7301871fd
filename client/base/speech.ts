import { mayBeHeard } from "./sound";
import { language } from "./words.svelte";

/** Sent to the window for every text that the announcer says, so that a test can hear. */
export const SPEECH_EVENT = "taphouse:speech";

let on = false;

/** Whether this browser can speak. */
export const canSpeak = (): boolean => typeof speechSynthesis !== "undefined";

/** Switches the announcer on or off. It is off until then. */
export function setSpeech(to: boolean): void {
  on = to;
  if (!to) hush();
}

/** Says a text that is also written, in the language of the screen, instead of the text before it; nothing in a race. */
export function speak(...sentences: readonly string[]): void {
  const text = sentences.filter(Boolean).map(ended).join(" ");
  if (!on || !text || !canSpeak() || !mayBeHeard()) return;
  hush();
  window.dispatchEvent(new CustomEvent(SPEECH_EVENT, { detail: { text, locale: language.locale } }));
  const saying = new SpeechSynthesisUtterance(text);
  saying.lang = language.locale;
  saying.voice = voiceFor(language.locale);
  speechSynthesis.speak(saying);
}

/** Ends what is being said, and what waits. */
export function hush(): void {
  if (canSpeak()) speechSynthesis.cancel();
}

const ended = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

/** A voice of this language; null leaves the choice to the browser. */
function voiceFor(locale: string): SpeechSynthesisVoice | null {
  const voices = speechSynthesis.getVoices();
  return voices.find(({ lang }) => lang.replace("_", "-").startsWith(locale)) ?? null;
}
