import { expect, test } from "vitest";

import { Frames } from "./frames";

const at = (length: number) => {
  const frames = new Frames();
  for (let i = 0; i < 15; i++) frames.note(length);
  return frames;
};

test("a screen that has not said how often it draws draws sixty times a second", () => {
  expect(new Frames().length).toBeCloseTo(16.67, 1);
});

test("a dropped frame says nothing of the screen", () => {
  const frames = at(8);
  frames.note(33);
  frames.note(900);
  expect(frames.length).toBe(8);
});

test("what was drawn in time is seen one frame later", () => {
  expect(at(10).seen(100, 104)).toBe(110);
});

test("what took longer to draw is seen with the next frame after", () => {
  expect(at(10).seen(100, 123)).toBe(130);
});
