import { flushSync, mount, unmount } from "svelte";

import type { BoardModule, BoardProps } from "$board/types";
import { silently } from "$base/sound";
import type { DrawnPicture, PictureBook, Player } from "$base/wire";
import { language, type Words } from "$base/words.svelte";
import { loadBoard, loadPictures } from "./shelf";

/** The size in pixels of the phone on whose screen pictures are drawn. */
export const PHONE = { width: 360, height: 640 };
const NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eli", "Fay", "Gus", "Hal"];

/** The part of the board that a picture shows, in pixels of its phone. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The pictures of a game's rules, and the board that draws them. */
export interface RulePictures {
  board: BoardModule;
  book: PictureBook;
}

/** Loads a game's pictures with its board; `undefined` if it has none. */
export async function picturesOf(slug: string): Promise<RulePictures | undefined> {
  const [board, book] = await Promise.all([loadBoard(slug), loadPictures(slug)]);
  return book && { board, book };
}

let last: Promise<unknown> = Promise.resolve();

/** Draws a picture into `glass`, each in a frame of its own: play beneath does not stall. Returns what to show of it. */
export function drawInTurn(
  glass: HTMLElement,
  picture: DrawnPicture,
  board: BoardModule,
  words: Words,
): Promise<Part | null> {
  const drawn = last.then(frame).then(() => draw(glass, picture, board, words));
  last = drawn.catch(() => undefined);
  return drawn;
}

/** The board draws itself once. A copy stays that nothing can move: it has no listener and no clock. */
async function draw(
  glass: HTMLElement,
  picture: DrawnPicture,
  { default: Board }: BoardModule,
  words: Words,
): Promise<Part | null> {
  if (!glass.isConnected) return null; // closed before its turn
  let board: object = {};
  silently(() => {
    board = mount(Board, { target: glass, props: propsOf(picture, words) });
    flushSync();
  });
  await frame(); // parts that measure their place have done so
  flushSync();
  const copy = glass.cloneNode(true);
  await unmount(board);
  glass.replaceChildren(...copy.childNodes);
  return partOf(glass, picture.shows);
}

const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
const nothing = () => undefined;

function propsOf({ view, seat, now }: DrawnPicture, words: Words): BoardProps {
  const { points } = view as { points: readonly number[] };
  const players = NAMES.slice(0, points.length).map(player);
  return {
    view,
    news: [],
    room: { players, big_screen: false, taught: false, time_scale: 100 },
    seat,
    screen: "hand",
    now: () => now,
    tap: nothing,
    refuse: nothing,
    words,
    locale: language.locale,
    finishes: [],
    openFinish: nothing,
    say: nothing,
  };
}

const player = (name: string, seat: number): Player => ({
  id: seat,
  name,
  sign: seat + 1,
  bot: null,
  here: true,
  played_by_bot: false,
  ready: true,
  head_start: 0,
  suggested_head_start: null,
  large_targets: false,
  vote: null,
  rating: null,
  rtt: null,
  ghost: false,
});

/** The box around these elements; `null` if none of them is on the board. */
function partOf(glass: HTMLElement, shows: readonly string[]): Part | null {
  const around = glass.getBoundingClientRect();
  const zoom = around.width / PHONE.width || 1;
  const boxes = shows
    .flatMap((selector) => [...glass.querySelectorAll(selector)])
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length === 0) return null;
  const x = boxes.flatMap((box) => [box.left, box.right]).map((each) => (each - around.left) / zoom);
  const y = boxes.flatMap((box) => [box.top, box.bottom]).map((each) => (each - around.top) / zoom);
  const [left, right] = [Math.max(0, Math.min(...x)), Math.min(PHONE.width, Math.max(...x))];
  const [top, bottom] = [Math.max(0, Math.min(...y)), Math.min(PHONE.height, Math.max(...y))];
  return { left, top, width: right - left, height: bottom - top };
}
