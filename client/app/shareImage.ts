import { signOf } from "$parts/signs";

import { type CanvasTheme, readCanvasTheme } from "./canvasTheme";
import { fillPattern } from "./seatPattern";
import { type Bar, chart, ms } from "$board/finish";
import type { FinishText } from "$board/finishWords";
import type { Finish } from "$base/wire";

const WIDTH = 1080;
const EDGE = 64;
const LANE = 108;
const HEADLINE = 96;
const NOTE = 42;
const DISPLAY = '"Anybody Variable", "Arial Black", sans-serif';
const TEXT = '"Figtree Variable", system-ui, sans-serif';
const FIGURE = `900 38px ${DISPLAY}`;
const ERROR = `700 26px ${TEXT}`;
const FIGURE_EDGE = 10;
const ZOOM = 2; // the picture is drawn twice as large as a phone's screen

/** Which game was played, and where and when. */
interface Played {
  game: string;
  at: string;
}

/** Draws a photo finish as a picture to keep or send. */
export async function drawShareImage(finish: Finish, text: FinishText, played: Played): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws no pictures");
  const theme = readCanvasTheme();
  canvas.width = WIDTH;
  const notes = agreement(pen, text);
  const why = because(pen, text);
  const more = Math.max(0, why.length - 3) * NOTE; // three lines are as high as the figure beside them
  const lines = headline(pen, text).length * HEADLINE + more + notes.length * NOTE;
  canvas.height = 724 + lines + finish.lanes.length * LANE;
  table(pen, theme, canvas.height);
  const below = heading(pen, theme, text);
  const foot = card(pen, theme, finish, text, below);
  verdict(pen, theme, text, why, foot);
  notes.forEach((line, row) =>
    write(pen, line, EDGE, foot + 236 + more + row * NOTE, `600 33px ${TEXT}`, theme.colour["text-soft"]),
  );
  signature(pen, theme, played, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error("the picture could not be made"))),
      "image/png",
    ),
  );
}

type Pen = CanvasRenderingContext2D;

function width(pen: Pen, text: string, font: string, stretch = "normal"): number {
  pen.fontStretch = stretch as CanvasFontStretch;
  pen.font = font;
  return pen.measureText(text).width;
}

function write(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  stretch = "normal",
) {
  pen.fontStretch = stretch as CanvasFontStretch;
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
  return pen.measureText(text).width;
}

/** Breaks a text between words into rows, in the pen's font. */
function rows(pen: Pen, text: string, width: number): string[] {
  const found: string[] = [];
  for (const word of text.split(" ")) {
    const longer = found.length > 0 ? `${found.at(-1)} ${word}` : word;
    if (found.length > 0 && pen.measureText(longer).width <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}

function table(pen: Pen, { colour }: CanvasTheme, height: number): void {
  const lamp = pen.createRadialGradient(WIDTH / 2, height * 0.45, 0, WIDTH / 2, height * 0.45, height * 0.75);
  lamp.addColorStop(0, colour["table-lit"]);
  lamp.addColorStop(1, colour.room);
  pen.fillStyle = lamp;
  pen.fillRect(0, 0, WIDTH, height);
  pen.globalAlpha = 0.13;
  pen.strokeStyle = colour.text;
  pen.lineWidth = 14;
  for (const radius of [210, 300]) {
    pen.beginPath();
    pen.arc(WIDTH - 110, height - 120, radius, 0, 2 * Math.PI);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

function headline(pen: Pen, text: FinishText): string[] {
  pen.fontStretch = "normal";
  pen.font = `900 ${HEADLINE}px ${DISPLAY}`;
  return rows(pen, text.headline, WIDTH - 2 * EDGE);
}

/** The rows of text about the agreed handicaps. */
function agreement(pen: Pen, text: FinishText): string[] {
  pen.font = `600 33px ${TEXT}`;
  return text.agreed.length > 0 ? rows(pen, text.agreed.join(" · "), WIDTH - 2 * EDGE) : [];
}

/** Draws the heading. Returns where the card begins. */
function heading(pen: Pen, { colour }: CanvasTheme, text: FinishText): number {
  pen.font = `700 36px ${TEXT}`;
  write(pen, clipped(pen, text.of, WIDTH - 2 * EDGE), EDGE, 110, pen.font, colour["text-soft"]);
  const lines = headline(pen, text);
  pen.fillStyle = colour.text;
  lines.forEach((line, row) => pen.fillText(line, EDGE, 214 + row * HEADLINE));
  return 154 + lines.length * HEADLINE;
}

function card(pen: Pen, theme: CanvasTheme, finish: Finish, text: FinishText, top: number): number {
  const { colour } = theme;
  const { bars, ticks, overlap } = chart(finish, text.timed);
  const left = EDGE + 48;
  const length = WIDTH - 2 * EDGE - 120;
  const lanes = top + 116;
  const bottom = lanes + bars.length * LANE + 64;
  const x = (share: number) => left + (share / 100) * length;
  plate(pen, theme, EDGE, top, WIDTH - 2 * EDGE, bottom - top);
  write(pen, text.legend, left, top + 66, `800 29px ${TEXT}`, colour.ink);
  pen.textAlign = "center";
  for (const tick of ticks) {
    pen.globalAlpha = 0.15;
    pen.fillStyle = colour.ink;
    pen.fillRect(x(tick.at) - 1, lanes - 14, 2, bars.length * LANE + 14);
    pen.globalAlpha = 1;
    write(pen, String(tick.ms), x(tick.at), bottom - 24, `700 27px ${TEXT}`, colour["on-card-soft"]);
  }
  pen.textAlign = "left";
  if (overlap) {
    const from = finish.last ? bars.length - 2 : 0;
    pen.globalAlpha = 0.36;
    pen.fillStyle = colour.act;
    pen.beginPath();
    pen.roundRect(
      x(overlap.from) - 6,
      lanes + from * LANE - 6,
      x(overlap.to) - x(overlap.from) + 12,
      2 * LANE - 8,
      14,
    );
    pen.fill();
    pen.globalAlpha = 1;
  }
  bars.forEach((bar, place) => lane(pen, theme, bar, text, lanes + place * LANE, x));
  return bottom;
}

function plate(pen: Pen, { colour }: CanvasTheme, x: number, y: number, width: number, height: number): void {
  pen.fillStyle = colour.ink;
  pen.beginPath();
  pen.roundRect(x - 4, y - 4, width + 8, height + 20, 44);
  pen.fill();
  pen.fillStyle = colour.card;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 40);
  pen.fill();
}

function lane(
  pen: Pen,
  theme: CanvasTheme,
  bar: Bar,
  text: FinishText,
  y: number,
  x: (share: number) => number,
): void {
  const { colour, seats } = theme;
  const sign = text.sign(bar.lane.seat);
  const start = x(0);
  const end = x(bar.end);
  const paint = seats[sign - 1];
  pen.fillStyle = paint?.colour ?? colour.card;
  pen.fillRect(start, y, end - start, 84);
  pen.fillStyle = colour["pattern-ink"];
  if (paint) fillPattern(pen, paint, [start, y, end - start, 84], ZOOM);
  pen.strokeStyle = colour.ink;
  pen.lineWidth = 4;
  pen.strokeRect(start, y, end - start, 84);
  pen.setLineDash([11, 8]);
  pen.strokeRect(x(bar.blurFrom), y - 6, x(bar.blurTo) - x(bar.blurFrom), 96);
  pen.setLineDash([]);
  pen.fillStyle = colour.ink;
  pen.fillRect(end - 4, y - 6, 8, 96);
  token(pen, theme, sign, start + 48, y + 42);
  const time = `${ms(bar.lane.response)} ms`;
  const error = `± ${ms(bar.lane.blur)}`;
  const box = Math.max(width(pen, time, FIGURE), width(pen, error, ERROR)) + 2 * FIGURE_EDGE;
  const name = text.name(bar.lane.seat);
  pen.font = `800 31px ${TEXT}`;
  pen.fillStyle = paint?.colour ?? colour.card;
  const room = (bar.outside ? x(bar.blurFrom) : x(bar.blurFrom) - box - 10) - start - 92;
  const shown = clipped(pen, name, room);
  pen.fillRect(start + 84, y + 22, pen.measureText(shown).width + 12, 40);
  pen.fillStyle = colour.ink;
  pen.fillText(shown, start + 90, y + 53);
  pen.textAlign = bar.outside ? "left" : "right";
  const at = bar.outside ? x(bar.blurTo) + 16 : x(bar.blurFrom) - 16;
  if (!bar.outside) {
    pen.fillStyle = colour.card;
    pen.beginPath();
    pen.roundRect(at + FIGURE_EDGE - box, y + 6, box, 72, 10);
    pen.fill();
  }
  write(pen, time, at, y + 42, FIGURE, colour.ink);
  write(pen, error, at, y + 73, ERROR, colour.ink);
  pen.textAlign = "left";
}

function clipped(pen: Pen, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let short = text;
  while (short && pen.measureText(`${short}…`).width > room) short = short.slice(0, -1);
  return short ? `${short}…` : "";
}

function token(pen: Pen, { colour, seats }: CanvasTheme, sign: number, x: number, y: number): void {
  pen.beginPath();
  pen.arc(x, y, 30, 0, 2 * Math.PI);
  pen.fillStyle = seats[sign - 1]?.colour ?? colour.card;
  pen.fill();
  pen.lineWidth = 4;
  pen.strokeStyle = colour.ink;
  pen.stroke();
  pen.save();
  pen.translate(x - 18, y - 18);
  pen.scale(36 / 256, 36 / 256); // the icons' own grid
  pen.fillStyle = colour.ink;
  for (const [, path] of signOf(sign).icon.matchAll(/ d="([^"]+)"/g)) pen.fill(new Path2D(path));
  pen.restore();
}

const GAP = { size: `900 104px ${DISPLAY}`, unit: `900 52px ${DISPLAY}` };

/** Where the text of the reason begins, beside the figure. */
function beside(pen: Pen, text: FinishText): number {
  return EDGE + width(pen, text.gap, GAP.size, "extra-expanded") + width(pen, " ms", GAP.unit) + 36;
}

/** The rows of text about the reason. */
function because(pen: Pen, text: FinishText): string[] {
  const room = WIDTH - EDGE - beside(pen, text);
  pen.font = `600 33px ${TEXT}`;
  return rows(pen, text.verdict, room);
}

function verdict(
  pen: Pen,
  { colour }: CanvasTheme,
  text: FinishText,
  why: readonly string[],
  top: number,
): void {
  const wide = write(pen, text.gap, EDGE, top + 128, GAP.size, colour.act, "extra-expanded");
  write(pen, " ms", EDGE + wide, top + 128, GAP.unit, colour.act);
  const x = beside(pen, text);
  why.forEach((line, row) => write(pen, line, x, top + 80 + row * NOTE, `600 33px ${TEXT}`, colour.text));
}

function signature(pen: Pen, { colour }: CanvasTheme, { game, at }: Played, height: number): void {
  const wide = write(pen, "TAPHOUSE", EDGE, height - 106, `900 52px ${DISPLAY}`, colour.text, "expanded");
  write(pen, game, EDGE + wide + 28, height - 106, `700 36px ${TEXT}`, colour["text-soft"]);
  write(pen, at, EDGE, height - 52, `600 33px ${TEXT}`, colour["text-soft"]);
}
