/** The keys of the grid of a comparison. */
import { type Line, stepsOf } from './lines.ts';
import type { Side } from './protocol.ts';

/** A cell of the grid. In a line with one cell, the side is that of its step. */
export interface Cell {
  /** Index of its line. */
  readonly line: number;
  readonly side: Side;
}

/** Returns the cell that a key moves the focus to; undefined for other keys. */
export function moveCell(key: string, from: Cell, lines: readonly Line[], page: number): Cell | undefined {
  const last = lines.length - 1;
  const to = (line: number): Cell => ({ ...from, line: Math.max(0, Math.min(last, line)) });
  switch (key) {
    case 'ArrowDown':
      return to(from.line + 1);
    case 'ArrowUp':
      return to(from.line - 1);
    case 'PageDown':
      return to(from.line + page);
    case 'PageUp':
      return to(from.line - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'ArrowLeft':
      return { ...from, side: 'a' };
    case 'ArrowRight':
      return { ...from, side: 'b' };
    default:
      return undefined;
  }
}

/** Returns the side whose step a cell opens: its own, or the other one if that run has no step there. */
export function sideToOpen(line: Line, side: Side): Side | undefined {
  const [a, b] = stepsOf(line);
  if (side === 'a' ? a !== undefined : b !== undefined) return side;
  return a !== undefined ? 'a' : b !== undefined ? 'b' : undefined;
}
