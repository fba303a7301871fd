import { expect, test } from "vitest";

import { type Box, placeOf } from "./guidePlace";

const ROOM = { left: 0, top: 60, right: 360, bottom: 640 };
const SIZE = { width: 360, height: 120 };
const across = (top: number, bottom: number): Box => ({ left: 0, top, right: 360, bottom });

test("a bubble lies at the bottom unless its target is there", () => {
  expect(placeOf(SIZE, [], ROOM, null).bottom).toBe(640);
  expect(placeOf(SIZE, [across(60, 150)], ROOM, null).bottom).toBe(640);
  expect(placeOf(SIZE, [across(500, 640)], ROOM, null).top).toBe(60);
});

test("a bubble lies between two targets that have the ends", () => {
  expect(placeOf(SIZE, [across(60, 150), across(500, 640)], ROOM, null).top).toBe(150);
  expect(placeOf(SIZE, [across(60, 300), across(420, 640)], ROOM, null)).toMatchObject({
    top: 300,
    bottom: 420,
  });
});

test("a bubble lies beside its target on a wide screen", () => {
  const desk = { left: 0, top: 0, right: 1440, bottom: 900 };
  const tall = { left: 400, top: 0, right: 1000, bottom: 900 };
  expect(placeOf({ width: 400, height: 120 }, [tall], desk, null)).toMatchObject({ left: 0, bottom: 900 });
});

test("a bubble stays where it is as long as it hides nothing", () => {
  const was = across(60, 180);
  expect(placeOf(SIZE, [across(300, 400)], ROOM, was)).toEqual(was);
  expect(placeOf(SIZE, [across(100, 400)], ROOM, was).bottom).toBe(640);
});

test("a bubble that grew stays on the screen", () => {
  expect(placeOf({ width: 360, height: 200 }, [], ROOM, across(520, 640)).bottom).toBe(640);
  expect(placeOf({ width: 360, height: 700 }, [], ROOM, null).top).toBe(60);
});

test("a bubble lies where it hides least when no place is free", () => {
  expect(placeOf(SIZE, [across(150, 640)], ROOM, null).top).toBe(60);
  expect(placeOf(SIZE, [across(60, 600)], ROOM, null).bottom).toBe(640);
});
