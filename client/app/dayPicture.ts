import type { CanvasTheme } from "./canvasTheme";
import {
  clipped,
  DISPLAY,
  drawPicture,
  EDGE,
  type Pen,
  plate,
  type Played,
  TEXT,
  token,
  WIDTH,
  write,
} from "./picture";

/** A result that spoils nothing: no cards, no names of rivals, only how it went and how quick the finger was. */
interface DayPicture {
  title: string;
  place: string;
  times: readonly number[];
  /** What the bars are. */
  legend: string;
  sign: number;
}

const CARD = { top: 470, height: 380, base: 800 };
const BARS = { most: 24, gap: 10, height: 240 };

/** Draws the result of a deal of the day as a picture to send. */
export const drawDayResult = (result: DayPicture, played: Played): Promise<Blob> =>
  drawPicture((pen, theme) => {
    const paint = () => {
      pen.textAlign = "center";
      write(pen, result.title, WIDTH / 2, 110, `700 44px ${TEXT}`, theme.colour["text-soft"]);
      const font = `900 104px ${DISPLAY}`;
      pen.font = font;
      const place = clipped(pen, result.place, WIDTH - 2 * EDGE);
      write(pen, place, WIDTH / 2, 410, font, theme.colour.act);
      pen.textAlign = "left";
      token(pen, theme, result.sign, WIDTH / 2, 220, 68);
      if (result.times.length > 0) bars(pen, theme, result);
    };
    return { height: (result.times.length > 0 ? CARD.top + CARD.height : CARD.top) + 190, paint };
  }, played);

function bars(pen: Pen, theme: CanvasTheme, { times, legend }: DayPicture): void {
  const shown = times.slice(0, BARS.most);
  const most = Math.max(...shown);
  const inner = WIDTH - 2 * EDGE - 96;
  const wide = Math.min(72, inner / shown.length - BARS.gap);
  plate(pen, theme, EDGE, CARD.top, WIDTH - 2 * EDGE, CARD.height);
  write(pen, legend, EDGE + 48, CARD.top + 62, `800 31px ${TEXT}`, theme.colour.ink);
  pen.fillStyle = theme.colour.ink;
  shown.forEach((time, i) => {
    const high = Math.max(8, (time / most) * BARS.height);
    pen.fillRect(EDGE + 48 + i * (wide + BARS.gap), CARD.base + 10 - high, wide, high);
  });
}
