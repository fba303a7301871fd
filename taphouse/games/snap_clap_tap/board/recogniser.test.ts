import { expect, test } from "vitest";

import { Onset } from "$board";

import type { Action } from "../wire";
import { ACTIONS } from "./cards";
import { GestureRecogniser, GESTURES, SAMPLES, timbre } from "./recogniser";

const RATE = 48_000;

/** Returns a sound that is loudest at `hertz` and fades by `slope` decibels an octave. */
function spectrum(hertz: number, slope: number, loudest = -20): Float32Array {
  return Float32Array.from({ length: 512 }, (_, i) => {
    const here = ((i + 0.5) * RATE) / 2 / 512;
    return loudest - slope * Math.abs(Math.log2(here / hertz));
  });
}

const SOUNDS: Record<Action, (off: number) => Float32Array> = {
  snap: (off) => spectrum(3200 * (1 + off), 9),
  clap: (off) => spectrum(1200 * (1 + off), 4),
  tap: (off) => spectrum(220 * (1 + off), 10),
};

function taught(): GestureRecogniser {
  const recogniser = new GestureRecogniser();
  for (const action of ACTIONS)
    for (let sample = 0; sample < SAMPLES; sample++)
      recogniser.learn(action, timbre(SOUNDS[action](sample * 0.03), RATE));
  return recogniser;
}

test("a recogniser asks for each gesture in turn until it knows enough", () => {
  const recogniser = new GestureRecogniser();
  expect(recogniser.next).toBe("snap");
  for (let sample = 0; sample < SAMPLES; sample++) recogniser.learn("snap", timbre(SOUNDS.snap(0), RATE));
  expect(recogniser.next).toBe("clap");
  expect(taught().next).toBeNull();
});

test.each(ACTIONS)("a recogniser recognises a %s", (action) => {
  expect(taught().recognise(timbre(SOUNDS[action](-0.05), RATE))).toBe(action);
});

test("a recogniser recognises the same sound when it is softer", () => {
  expect(taught().recognise(timbre(spectrum(1200, 4, -45), RATE))).toBe("clap");
});

test("a recogniser does not recognise a strange noise", () => {
  expect(taught().recognise(timbre(spectrum(11_000, 22), RATE))).toBeNull();
});

test("a recogniser without samples recognises no sound", () => {
  expect(new GestureRecogniser().recognise(timbre(SOUNDS.clap(0), RATE))).toBeNull();
});

test("a sudden sound is one onset", () => {
  const onset = new Onset(GESTURES);
  expect(onset.detect(0.004, 0)).toBe(false);
  expect(onset.detect(0.3, 10)).toBe(true);
  expect(onset.detect(0.2, 20)).toBe(false);
  expect(onset.detect(0.3, 400)).toBe(true);
});

test("a sound that grows slowly, like talk or music, is no onset", () => {
  const onset = new Onset(GESTURES);
  const told = Array.from({ length: 400 }, (_, i) => onset.detect(0.002 + i * 0.0003, i * 10));
  expect(told).not.toContain(true);
});
