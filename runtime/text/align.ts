/** A pair of positions in two sequences; null if an element has no counterpart in the other one. */
export type AlignedPair = readonly [a: number | null, b: number | null];

/** A sequence, by several classifications of its elements from fine to coarse. The first is identity; -1 equals nothing. */
export type Levels = readonly Int32Array[];

/** Cost of leaving out one element. */
const GAP = 2;
/** Maximum number of cells of the table. Longer sequences are aligned within a band around the diagonal. */
const MAX_CELLS = 24_000_000;
const DIAGONAL = 0;
const SKIP_A = 1;
const SKIP_B = 2;

/**
 * Aligns two sequences at the lowest cost (Needleman and Wunsch, 1970): a pair that is equal at the first level is free, one
 * that is equal at level n costs `costs[n]`, and an element without a counterpart costs 2. Elements that are equal at no
 * level are never paired. Of several such alignments, it returns the one with the earliest pairs. Every element occurs once, in order. Time and memory are proportional to the product of the
 * lengths after equal beginnings and ends, up to `maxCells`; beyond that the result may cost more than necessary.
 */
export function align(
  a: Levels,
  b: Levels,
  costs: readonly number[] = [0],
  maxCells = MAX_CELLS,
): readonly AlignedPair[] {
  const [identityA = new Int32Array(), identityB = new Int32Array()] = [a[0], b[0]];
  const isSame = (i: number, j: number): boolean => identityA[i] === identityB[j] && identityA[i] !== -1;
  let start = 0;
  let endA = identityA.length;
  let endB = identityB.length;
  while (start < endA && start < endB && isSame(start, start)) start++;
  while (endA > start && endB > start && isSame(endA - 1, endB - 1)) {
    endA--;
    endB--;
  }
  const pairs: AlignedPair[] = [];
  for (let index = 0; index < start; index++) pairs.push([index, index]);
  // Reversed, so that the path is traced from the beginning: of equally good alignments, the one with the earliest pairs.
  const part = (levels: Levels, end: number): Levels => levels.map((ids) => ids.slice(start, end).reverse());
  for (const [i, j] of alignPart(part(a, endA), part(b, endB), costs, maxCells))
    pairs.push([i === null ? null : endA - 1 - i, j === null ? null : endB - 1 - j]);
  for (let index = 0; endA + index < identityA.length; index++) pairs.push([endA + index, endB + index]);
  return pairs;
}

function alignPart(a: Levels, b: Levels, costs: readonly number[], maxCells: number): readonly AlignedPair[] {
  const rows = a[0]?.length ?? 0;
  const columns = b[0]?.length ?? 0;
  const slope = columns / Math.max(1, rows);
  // Wide enough that the bands of consecutive rows overlap.
  const width = Math.min(columns + 1, Math.max(Math.ceil(slope) * 2 + 3, Math.floor(maxCells / (rows + 1))));
  const offsetOf = (row: number): number =>
    Math.max(0, Math.min(columns + 1 - width, Math.round(row * slope - width / 2)));
  const moves = new Uint8Array((rows + 1) * width);
  // A cell of a row is the cost up to a column. The first one is left of the band, the last one right of it.
  let previous = new Int32Array(width + 2).fill(NEVER);
  let current = new Int32Array(width + 2).fill(NEVER);
  const pairCosts = new Int32Array(columns + 1);
  let previousOffset = 0;
  for (let row = 0; row <= rows; row++) {
    const offset = offsetOf(row);
    const shift = Math.min(offset - previousOffset, width + 1);
    fillPairCosts(pairCosts, a, b, costs, row - 1, offset, width);
    fillRow({ row, offset, shift, width, previous, current, pairCosts, moves });
    [previous, current] = [current, previous];
    previousOffset = offset;
  }
  return tracePath(moves, rows, columns, width, offsetOf);
}

/** The cost of something impossible: higher than any other, and small enough to add to. */
const NEVER = 2 ** 29;

/** Sets the costs of pairing the element before `row` with each element of the band. */
function fillPairCosts(
  pairCosts: Int32Array,
  a: Levels,
  b: Levels,
  costs: readonly number[],
  row: number,
  offset: number,
  width: number,
): void {
  const end = Math.min(pairCosts.length, offset + width);
  pairCosts.fill(NEVER, offset, end);
  // From coarse to fine, so that the finest level decides.
  for (let level = costs.length - 1; level >= 0; level--) {
    const id = a[level]?.[row] ?? -1;
    const ids = b[level];
    const cost = costs[level] ?? 0;
    if (id === -1 || ids === undefined) continue;
    for (let column = Math.max(1, offset); column < end; column++) if (ids[column - 1] === id) pairCosts[column] = cost;
  }
}

interface Row {
  readonly row: number;
  readonly offset: number;
  /** Distance of the band from that of the row before. */
  readonly shift: number;
  readonly width: number;
  readonly previous: Int32Array;
  readonly current: Int32Array;
  readonly pairCosts: Int32Array;
  readonly moves: Uint8Array;
}

/** Sets the lowest cost up to each cell of a row, and the move that leads there. */
function fillRow({ row, offset, shift, width, previous, current, pairCosts, moves }: Row): void {
  const start = row * width;
  for (let cell = 0; cell < width; cell++) {
    const above = cell + shift;
    // The types of typed arrays do not know that these are within bounds; NEVER is the value outside.
    let best = row === 0 && offset + cell === 0 ? 0 : NEVER;
    let move = DIAGONAL;
    if (row > 0 && above <= width) {
      best = (previous[above] as number) + (pairCosts[offset + cell] as number);
      const withoutA = (previous[above + 1] as number) + GAP;
      if (withoutA < best) {
        best = withoutA;
        move = SKIP_A;
      }
    }
    const withoutB = (current[cell] as number) + GAP;
    // Among equal costs, what is missing comes before what was added.
    if (withoutB < best) {
      best = withoutB;
      move = SKIP_B;
    }
    current[cell + 1] = best > NEVER ? NEVER : best;
    moves[start + cell] = move;
  }
}

/** Returns the pairs from the last to the first. */
function tracePath(
  moves: Uint8Array,
  rows: number,
  columns: number,
  width: number,
  offsetOf: (row: number) => number,
): readonly AlignedPair[] {
  const pairs: AlignedPair[] = [];
  let row = rows;
  let column = columns;
  while (row > 0 || column > 0) {
    const move = row === 0 ? SKIP_B : column === 0 ? SKIP_A : moves[row * width + column - offsetOf(row)];
    if (move === SKIP_B) pairs.push([null, --column]);
    else if (move === SKIP_A) pairs.push([--row, null]);
    else pairs.push([--row, --column]);
  }
  return pairs;
}

/** Assigns numbers to texts, the same number to the same text; undefined becomes -1, which equals nothing. */
export class Numbering {
  private readonly ids = new Map<string, number>();

  /** Returns the numbers of the texts. Only numbers from the same numbering can be compared. */
  number(texts: readonly (string | undefined)[]): Int32Array {
    return Int32Array.from(texts, (text) => {
      if (text === undefined) return -1;
      const id = this.ids.get(text) ?? this.ids.size;
      this.ids.set(text, id);
      return id;
    });
  }
}
