import { type Ranked, STEPS } from "$parts/ranked";

import type { AwardText } from "./awards";
import type { CanvasTheme } from "./canvasTheme";
import {
  clipped,
  DISPLAY,
  drawPicture,
  EDGE,
  type Pen,
  plate,
  type Played,
  rows,
  TEXT,
  token,
  WIDTH,
  width,
  write,
  ZOOM,
} from "./picture";
import { fillPattern } from "./seatPattern";

/** What a keepsake shows of an evening or of a game, with names only: for the people it is sent to, no player is "you". */
export interface Keepsake {
  /** What was won: the evening, or a game. */
  title: string;
  winners: string;
  line: string;
  /** Best first. */
  ranked: readonly Ranked[];
  awards: readonly AwardText[];
}

const HEADLINE = 112;
const LINE = 58;
const STEP = { width: 290, gap: 22, heights: [376, 306, 244] };
const TOKEN = 68;
const ROW = 92;
const AWARD = 132;
const INNER = WIDTH - 2 * EDGE;

/** Draws the podium and the awards as a picture to keep or send. */
export const drawKeepsake = (kept: Keepsake, played: Played): Promise<Blob> =>
  drawPicture((pen, theme) => {
    const names = broken(pen, kept.winners, `900 ${HEADLINE}px ${DISPLAY}`);
    const lines = broken(pen, kept.line, `900 ${LINE - 6}px ${DISPLAY}`);
    const top = 170 + names.length * HEADLINE + lines.length * LINE;
    const floor = top + 2 * TOKEN + 96 + (STEP.heights[0] ?? 0);
    const rest = kept.ranked.slice(STEPS);
    const restRows = Math.ceil(rest.length / 2);
    const awards = floor + 40 + restRows * ROW;
    const awardRows = Math.ceil(kept.awards.length / 2);
    const paint = () => {
      heading(pen, theme, kept.title, names, lines);
      podium(pen, theme, kept.ranked.slice(0, STEPS), floor);
      rest.forEach((one, i) => below(pen, theme, one, half(i), floor + 34 + Math.floor(i / 2) * ROW));
      kept.awards.forEach((one, i) => award(pen, theme, one, half(i), awards + Math.floor(i / 2) * AWARD));
    };
    return { height: awards + awardRows * AWARD + 190, paint };
  }, played);

/** Where the left or the right column begins. */
const half = (i: number) => EDGE + (i % 2) * (INNER / 2 + 10);

function broken(pen: Pen, text: string, font: string): string[] {
  pen.fontStretch = "normal";
  pen.font = font;
  return rows(pen, text, INNER).map((row) => clipped(pen, row, INNER));
}

function heading(
  pen: Pen,
  { colour }: CanvasTheme,
  title: string,
  names: readonly string[],
  lines: readonly string[],
): void {
  pen.textAlign = "center";
  write(pen, title, WIDTH / 2, 96, `700 38px ${TEXT}`, colour["text-soft"]);
  names.forEach((row, i) =>
    write(pen, row, WIDTH / 2, 210 + i * HEADLINE, `900 ${HEADLINE}px ${DISPLAY}`, colour.act),
  );
  const top = 200 + names.length * HEADLINE;
  lines.forEach((row, i) =>
    write(pen, row, WIDTH / 2, top + i * LINE, `900 ${LINE - 6}px ${DISPLAY}`, colour.text),
  );
  pen.textAlign = "left";
}

/** The first three on their steps, the first in the middle. */
function podium(pen: Pen, theme: CanvasTheme, ranked: readonly Ranked[], floor: number): void {
  const shown =
    ranked.length > 2
      ? [ranked[1], ranked[0], ranked[2]]
      : ranked.length > 1
        ? [ranked[1], ranked[0]]
        : ranked;
  const across = shown.length * STEP.width + (shown.length - 1) * STEP.gap;
  shown.forEach((one, i) => {
    if (one) step(pen, theme, one, (WIDTH - across) / 2 + i * (STEP.width + STEP.gap), floor);
  });
  pen.fillStyle = theme.colour.text;
  pen.fillRect(EDGE, floor, INNER, 10);
}

function step(pen: Pen, theme: CanvasTheme, one: Ranked, x: number, floor: number): void {
  const { colour, seats } = theme;
  const height = STEP.heights[one.place - 1] ?? STEP.heights[2] ?? 0;
  const top = floor - height;
  const middle = x + STEP.width / 2;
  const paint = seats[one.sign - 1];
  pen.save();
  pen.beginPath();
  pen.roundRect(x, top, STEP.width, height, [34, 34, 0, 0]);
  pen.fillStyle = paint?.colour ?? colour.card;
  pen.fill();
  pen.clip();
  pen.fillStyle = colour["pattern-ink"];
  if (paint) fillPattern(pen, paint, [x, top, STEP.width, height], ZOOM);
  pen.restore();
  token(pen, theme, one.sign, middle, top - TOKEN - 14, TOKEN);
  if (one.place === 1) crown(pen, theme, middle, top - 2 * TOKEN - 20);
  label(pen, theme, String(one.place), middle, top + 30, `900 62px ${DISPLAY}`, 92);
  label(pen, theme, one.name, middle, floor - 116, `800 34px ${TEXT}`, 50);
  label(pen, theme, String(one.points), middle, floor - 60, `900 32px ${DISPLAY}`, 46);
}

/** A text on a card of its own, centred. */
function label(
  pen: Pen,
  { colour }: CanvasTheme,
  text: string,
  middle: number,
  top: number,
  font: string,
  height: number,
): void {
  pen.fontStretch = "normal";
  pen.font = font;
  const shown = clipped(pen, text, STEP.width - 48);
  const wide = Math.max(height, pen.measureText(shown).width + 32);
  pen.fillStyle = colour.card;
  pen.beginPath();
  pen.roundRect(middle - wide / 2, top, wide, height, 16);
  pen.fill();
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  write(pen, shown, middle, top + height / 2 + 2, font, colour.ink);
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
}

function crown(pen: Pen, { colour }: CanvasTheme, middle: number, foot: number): void {
  pen.save();
  pen.translate(middle, foot);
  pen.rotate(-0.1);
  pen.fillStyle = colour.act;
  pen.strokeStyle = colour.ink;
  pen.lineWidth = 6;
  pen.lineJoin = "round";
  pen.fill(CROWN());
  pen.stroke(CROWN());
  pen.restore();
}

const CROWN = () => new Path2D("M-58 0 L-70 -62 L-32 -36 L0 -80 L32 -36 L70 -62 L58 0 Z");

/** A player who is not on a step. */
function below(pen: Pen, theme: CanvasTheme, one: Ranked, x: number, y: number): void {
  const { colour } = theme;
  const place = `900 40px ${DISPLAY}`;
  write(pen, String(one.place), x, y + 54, place, colour.text);
  token(pen, theme, one.sign, x + 78, y + 40, 32);
  const points = ` · ${one.points}`;
  const font = `700 36px ${TEXT}`;
  const room = INNER / 2 - 134 - width(pen, points, font);
  write(pen, clipped(pen, one.name, room) + points, x + 124, y + 53, font, colour.text);
}

function award(pen: Pen, theme: CanvasTheme, one: AwardText, x: number, y: number): void {
  const wide = INNER / 2 - 10;
  plate(pen, theme, x, y, wide, AWARD - 22);
  token(pen, theme, one.sign, x + 62, y + 55, 36);
  const room = wide - 138;
  const font = `900 34px ${DISPLAY}`;
  const stretch = width(pen, one.name, font) > room ? "condensed" : "normal";
  width(pen, one.name, font, stretch);
  write(pen, clipped(pen, one.name, room), x + 116, y + 50, font, theme.colour.ink, stretch);
  pen.fontStretch = "normal";
  pen.font = `700 30px ${TEXT}`;
  write(pen, clipped(pen, one.line, room), x + 116, y + 88, pen.font, theme.colour.ink);
}
