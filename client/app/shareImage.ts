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
import { type Bar, chart, errorText, msText } from "$board/finish";
import type { FinishText } from "$board/finishWords";
import type { Finish } from "$base/wire";

const LANE = 108;
const HEADLINE = 96;
const NOTE = 42;
const FIGURE = `900 38px ${DISPLAY}`;
const ERROR = `700 26px ${TEXT}`;
const FIGURE_EDGE = 10;

/** Draws a photo finish as a picture to keep or send. */
export const drawShareImage = (finish: Finish, text: FinishText, played: Played): Promise<Blob> =>
  drawPicture((pen, theme) => {
    const notes = agreement(pen, text);
    const why = because(pen, text);
    const more = Math.max(0, why.length - 3) * NOTE; // three lines are as high as the figure beside them
    const lines = headline(pen, text).length * HEADLINE + more + notes.length * NOTE;
    const paint = () => {
      const foot = card(pen, theme, finish, text, heading(pen, theme, text));
      verdict(pen, theme, text, why, foot);
      notes.forEach((line, row) =>
        write(pen, line, EDGE, foot + 236 + more + row * NOTE, `600 33px ${TEXT}`, theme.colour["text-soft"]),
      );
    };
    return { height: 724 + lines + finish.lanes.length * LANE, paint };
  }, played);

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
  const time = `${msText(bar.lane.response)} ms`;
  const error = `± ${errorText(bar.lane.blur)}`;
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
