import type { SeatPaint } from "./canvasTheme";

type Pen = CanvasRenderingContext2D;
/** Fills a square of the side `side` around the origin with a pattern. */
type Draw = (pen: Pen, paint: SeatPaint, side: number) => void;

const stripes =
  (degrees: number): Draw =>
  (pen, { tile, stroke }, side) => {
    pen.save();
    pen.rotate((degrees * Math.PI) / 180);
    for (let at = -side; at < side; at += tile) pen.fillRect(-side, at, 2 * side, stroke);
    pen.restore();
  };

const tiles =
  (outline: (path: Path2D, paint: SeatPaint) => void): Draw =>
  (pen, paint, side) => {
    const path = new Path2D();
    outline(path, paint);
    for (let x = -side; x < side; x += paint.tile)
      for (let y = -side; y < side; y += paint.tile) {
        pen.save();
        pen.translate(x, y);
        pen.fill(path);
        pen.restore();
      }
  };

const level = stripes(0);
const upright = stripes(90);

/** The patterns of theme/seats.css by name. */
const PATTERNS: Record<string, Draw | undefined> = {
  slant: stripes(-45),
  level,
  upright,
  grid: (...how) => {
    level(...how);
    upright(...how);
  },
  dots: tiles((path, { tile, stroke }) => path.arc(tile / 2, tile / 2, stroke, 0, 2 * Math.PI)),
  checks: tiles((path, { tile }) => {
    path.rect(tile / 2, 0, tile / 2, tile / 2);
    path.rect(0, tile / 2, tile / 2, tile / 2);
  }),
  zigzag: tiles((path, { tile }) => {
    path.moveTo(0, tile / 2);
    path.lineTo(0, 0);
    path.lineTo(tile, 0);
    path.lineTo(tile, tile / 2);
    path.lineTo(tile / 2, 0);
    path.closePath();
  }),
};

/** Fills a rectangle with a seat's pattern in the pen's colour, `zoom` times as large as on a screen. */
export function fillPattern(
  pen: Pen,
  paint: SeatPaint,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  zoom: number,
): void {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  pen.translate(x + width / 2, y + height / 2);
  pen.scale(zoom, zoom);
  PATTERNS[paint.pattern]?.(pen, paint, (width + height) / 2 / zoom);
  pen.restore();
}
