/** The lines of a comparison: what is drawn in each layout, and the differences among them. */
import type { Layout, ShownComparison, ShownStep, Side, StepPair } from './protocol.ts';

/** A line of the comparison. */
export type Line =
  /** Both steps of a row side by side. */
  | { readonly kind: 'pair'; readonly pair: StepPair; readonly difference?: number }
  /** One step: of both runs, removed from `a`, or added in `b`. */
  | {
      readonly kind: 'step';
      readonly step: ShownStep;
      readonly side: Side;
      readonly sign: Sign;
      readonly difference?: number;
    }
  /** The reason for the first difference, above it. */
  | { readonly kind: 'reason'; readonly text: string; readonly difference: number };

export type Sign = 'same' | 'removed' | 'added';

/** The lines of a layout. */
export interface Lines {
  readonly lines: readonly Line[];
  /** Index of the first line of each difference. Consecutive rows that differ are one difference. */
  readonly starts: readonly number[];
}

/** Lays a comparison out. Takes time linear in its rows. */
export function layOut({ pairs, first }: ShownComparison, layout: Layout): Lines {
  const lines: Line[] = [];
  const starts: number[] = [];
  let differs = false;
  for (const [index, pair] of pairs.entries()) {
    const isSame = pair.relation === 'same';
    if (!isSame && !differs) starts.push(lines.length);
    differs = !isSame;
    const difference = isSame ? {} : { difference: starts.length - 1 };
    if (first?.row === index)
      lines.push({ kind: 'reason', text: `First difference: ${first.sentence}`, difference: starts.length - 1 });
    if (layout === 'sides') {
      lines.push({ kind: 'pair', pair, ...difference });
      continue;
    }
    const { a, b } = pair;
    if (isSame) {
      const step = a ?? b;
      if (step !== undefined) lines.push({ kind: 'step', step, side: a === undefined ? 'b' : 'a', sign: 'same' });
      continue;
    }
    if (a !== undefined) lines.push({ kind: 'step', step: a, side: 'a', sign: 'removed', ...difference });
    if (b !== undefined) lines.push({ kind: 'step', step: b, side: 'b', sign: 'added', ...difference });
  }
  return { lines, starts };
}

/**
 * Returns the line of the next difference from a line, or of the one before, wrapping around; undefined if there is none.
 * @param line the index of a line; -1 is before the first one
 */
export function nextDifference({ lines, starts }: Lines, line: number, step: 1 | -1): number | undefined {
  const own = lines[line]?.difference;
  if (own !== undefined) return starts.at((own + step) % starts.length);
  return (
    (step === 1 ? starts.find((start) => start > line) : starts.findLast((start) => start < line)) ??
    starts.at(step === 1 ? 0 : -1)
  );
}

/** Returns the line that shows the same row after the layout has changed, by the steps of the row. */
export function sameLine(before: Line | undefined, lines: readonly Line[]): number {
  if (before === undefined) return -1;
  if (before.kind === 'reason') return lines.findIndex(({ kind }) => kind === 'reason');
  const [a, b] = stepsOf(before);
  return lines.findIndex((line) => {
    const [otherA, otherB] = stepsOf(line);
    return (a !== undefined && a === otherA) || (b !== undefined && b === otherB);
  });
}

/** Returns the steps that a line shows. */
export function stepsOf(line: Line): readonly [a: ShownStep | undefined, b: ShownStep | undefined] {
  if (line.kind === 'pair') return [line.pair.a, line.pair.b];
  if (line.kind === 'reason') return [undefined, undefined];
  return line.side === 'a' ? [line.step, undefined] : [undefined, line.step];
}
