import { expect, test } from "vitest";

import { Frames } from "./frames";

const at = (length: number) => {
  const frames = new Frames();
  for (let i = 0; i < 15; i++) frames.note(length);
  return frames;
};

test("an unmeasured screen counts as drawing sixty times a second", () => {
  expect(new Frames().length).toBeCloseTo(16.67, 1);
});

test("a dropped frame does not change the frame length", () => {
  const frames = at(8);
  frames.note(33);
  frames.note(900);
  expect(frames.length).toBe(8);
});

test("a frame that was drawn in time is seen one frame later", () => {
  expect(at(10).seen(100, 104)).toBe(110);
});

test("a frame that took longer to draw is seen with the next frame after that", () => {
  expect(at(10).seen(100, 123)).toBe(130);
});
