import { signOf } from "$parts/signs";

import { type CanvasTheme, readCanvasTheme } from "./canvasTheme";

export const WIDTH = 1080;
export const EDGE = 64;
export const ZOOM = 2; // a picture is drawn twice as large as a phone's screen
export const DISPLAY = '"Anybody Variable", "Arial Black", sans-serif';
export const TEXT = '"Figtree Variable", system-ui, sans-serif';

export type Pen = CanvasRenderingContext2D;

/** Which game was played, and where and when. */
export interface Played {
  game: string;
  at: string;
}

/** Draws a picture to keep or send. `draw` gets a pen for measuring first, and returns the height and what draws the rest. */
export async function drawPicture(
  draw: (pen: Pen, theme: CanvasTheme) => { height: number; paint: () => void },
  played: Played,
): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws no pictures");
  const theme = readCanvasTheme();
  canvas.width = WIDTH;
  const { height, paint } = draw(pen, theme);
  canvas.height = height;
  table(pen, theme, height);
  paint();
  signature(pen, theme, played, height);
  return new Promise((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error("the picture could not be made"))),
      "image/png",
    ),
  );
}

export function width(pen: Pen, text: string, font: string, stretch = "normal"): number {
  pen.fontStretch = stretch as CanvasFontStretch;
  pen.font = font;
  return pen.measureText(text).width;
}

export function write(
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
export function rows(pen: Pen, text: string, width: number): string[] {
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

export function plate(
  pen: Pen,
  { colour }: CanvasTheme,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  pen.fillStyle = colour.ink;
  pen.beginPath();
  pen.roundRect(x - 4, y - 4, width + 8, height + 20, 44);
  pen.fill();
  pen.fillStyle = colour.card;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 40);
  pen.fill();
}

export function clipped(pen: Pen, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let short = text;
  while (short && pen.measureText(`${short}…`).width > room) short = short.slice(0, -1);
  return short ? `${short}…` : "";
}

/** Draws a seat's sign on its colour; `radius` without its outline. */
export function token(
  pen: Pen,
  { colour, seats }: CanvasTheme,
  sign: number,
  x: number,
  y: number,
  radius = 30,
): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = seats[sign - 1]?.colour ?? colour.card;
  pen.fill();
  pen.lineWidth = 4;
  pen.strokeStyle = colour.ink;
  pen.stroke();
  pen.save();
  const side = 1.2 * radius;
  pen.translate(x - side / 2, y - side / 2);
  pen.scale(side / 256, side / 256); // the icons' own grid
  pen.fillStyle = colour.ink;
  for (const [, path] of signOf(sign).icon.matchAll(/ d="([^"]+)"/g)) pen.fill(new Path2D(path));
  pen.restore();
}

function signature(pen: Pen, { colour }: CanvasTheme, { game, at }: Played, height: number): void {
  const wide = write(pen, "TAPHOUSE", EDGE, height - 106, `900 52px ${DISPLAY}`, colour.text, "expanded");
  write(pen, game, EDGE + wide + 28, height - 106, `700 36px ${TEXT}`, colour["text-soft"]);
  write(pen, at, EDGE, height - 52, `600 33px ${TEXT}`, colour["text-soft"]);
}
