/** A table divided into `columns` by `rows` cells. `cell` is the side of the largest square in a cell. */
export interface Division {
  columns: number;
  rows: number;
  cell: number;
}

/** The side of a target that a finger hits well. */
export const FINGER = 44;

/** The width at which cells are wide enough to keep the gaps. */
const COMFORT = 56;

/** Divides a space into at least `cells` cells that are as large as possible. */
export function divide(cells: number, width: number, height: number): Division {
  let best: Division = { columns: 1, rows: Math.max(1, cells), cell: 0 };
  for (let columns = 1; columns <= cells; columns++) {
    const rows = Math.ceil(cells / columns);
    const cell = Math.min(width / columns, height / rows);
    if (cell > best.cell) best = { columns, rows, cell };
  }
  return best;
}

/** Keeps cells for `all` shapes while they are wide enough. Closes gaps only as far as the `left` shapes need it. */
export function fit(all: number, left: number, width: number, height: number): Division {
  const enough = Math.min(COMFORT, divide(left, width, height).cell);
  for (let cells = all; cells > left; cells--) {
    const division = divide(cells, width, height);
    if (division.cell >= enough) return division;
  }
  return divide(left, width, height);
}

/** Returns the cell of each shape. A shape whose own cell is gone fills a gap, and no other shape moves. */
export function settle(
  shapes: readonly string[],
  gone: ReadonlySet<string>,
  cells: number,
): Map<string, number> {
  const gaps = shapes.flatMap((shape, place) => (place < cells && gone.has(shape) ? [place] : []));
  const lying = shapes.flatMap((shape, home) => (gone.has(shape) ? [] : [{ shape, home }]));
  return new Map(lying.map(({ shape, home }) => [shape, home < cells ? home : (gaps.shift() ?? home)]));
}
