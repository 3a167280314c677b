/** The content of a grid: its columns, and the texts of its cells. */
import { count } from '../model/format.ts';

/** A column; the one without a key to sort by is for selecting rows. */
export interface Column {
  readonly key: string;
  readonly title: string;
  /** The tooltip of the header. */
  readonly label?: string;
  readonly isFigure: boolean;
  readonly isSortable: boolean;
}

/** Returns a column of numbers, which can be sorted by; `label` is the tooltip of its header. */
export function figureColumn(key: string, title: string, label: string): Column {
  return { key, title, label, isFigure: true, isSortable: true };
}

/** The text of a cell. */
export interface CellText {
  readonly text: string;
  /** The tooltip, if it says more than the text. */
  readonly title?: string;
  /** A sign before the text, which repeats its meaning. */
  readonly sign?: string;
  /** Additional classes: a color, or `link` for a cell that Enter or a click opens. */
  readonly className?: string;
  /** Muted words after the text. */
  readonly detail?: string;
}

/** The rows of a grid at one time. */
export interface GridSource {
  readonly columns: readonly Column[];
  readonly length: number;
  /** Returns what identifies a row while others are added, removed and sorted. */
  keyAt(row: number): string | number;
  cellAt(row: number, column: number): CellText;
  /** Returns true for a heading above rows, which has only its first cell. */
  isHeading(row: number): boolean;
  /** Returns whether a row is selected; undefined if it cannot be. */
  isSelected(row: number): boolean | undefined;
}

/** The text for a value that is not known. */
export const UNKNOWN = '—';

/** Returns the text of a figure, with a dash for one that is not known. */
export function figureText(value: number, format: (value: number) => string): string {
  return Number.isNaN(value) ? UNKNOWN : format(value);
}

/** Returns a number of rows in words. */
export function rowsText(rows: number): string {
  return rows === 1 ? '1 run or session' : `${count(rows)} runs and sessions`;
}
