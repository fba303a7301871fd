/** How a table is divided: `columns` by `rows` cells, and the side of the largest square in one. */
export interface Division {
  columns: number;
  rows: number;
  cell: number;
}

/** A cell this wide is wide enough to leave gaps where they are. */
const COMFORT = 56;

/** The division of a room into `cells` that gives the largest cell. */
export function divide(cells: number, width: number, height: number): Division {
  let best: Division = { columns: 1, rows: Math.max(1, cells), cell: 0 };
  for (let columns = 1; columns <= cells; columns++) {
    const rows = Math.ceil(cells / columns);
    const cell = Math.min(width / columns, height / rows);
    if (cell > best.cell) best = { columns, rows, cell };
  }
  return best;
}

/** Room for `all` shapes while it is wide enough; gaps are closed only as far as the `left` ones need it. */
export function fit(all: number, left: number, width: number, height: number): Division {
  const enough = Math.min(COMFORT, divide(left, width, height).cell);
  for (let cells = all; cells > left; cells--) {
    const division = divide(cells, width, height);
    if (division.cell >= enough) return division;
  }
  return divide(left, width, height);
}

/** In which cell each shape lies. Those whose own cell is gone fill the gaps; nobody else moves. */
export function settle(
  shapes: readonly string[],
  gone: ReadonlySet<string>,
  cells: number,
): Map<string, number> {
  const gaps = shapes.flatMap((shape, place) => (place < cells && gone.has(shape) ? [place] : []));
  const lying = shapes.flatMap((shape, home) => (gone.has(shape) ? [] : [{ shape, home }]));
  return new Map(lying.map(({ shape, home }) => [shape, home < cells ? home : (gaps.shift() ?? home)]));
}
