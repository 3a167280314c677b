/** The type of the layouts of made-up sessions. */
import type { AnyEvent } from '../../runtime/otlp/event-fields.ts';
import type { Turn } from './turn.ts';

/** The text of a file: its beginning, its turns and what separates them, and its end. */
export interface Layout {
  readonly start?: string;
  readonly turn?: (turn: Turn) => string;
  /** Returns the text of spans of our export, instead of `turn`. */
  readonly spans?: (spans: readonly object[]) => string;
  /** Returns the text of events of our journal, instead of `turn`. */
  readonly events?: (events: readonly AnyEvent[], folder: string) => string;
  readonly separator: string;
  readonly end?: string;
  /** True if the file is compressed with Zstandard. */
  readonly isPacked?: true;
}

/** Returns the elements of a list in JSON, without its brackets. */
export const joined = (values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join(',');
