/** What a run asked for, at the lines that name it. */
import { linesOf } from '../editor/recorded-words.ts';
import { wordsNaming } from './naming.ts';

/** A call for a bundled file that was there. */
export interface Ask {
  /** As the model wrote it, relative to the skill. */
  readonly path: string;
  /** `seq` of the call. */
  readonly seq: number;
}

/** A line from 0, and the calls for what it names, in order. */
export interface AskedLine {
  readonly line: number;
  readonly seqs: readonly number[];
}

/** The lines of a text that name what was asked for, in order. */
export function asksIn(asks: readonly Ask[], content: string): readonly AskedLine[] {
  const lines = linesOf(content);
  const found = new Map<number, number[]>();
  for (const [path, calls] of Map.groupBy(asks, (ask) => ask.path)) {
    for (const line of new Set(wordsNaming(path, lines).map((words) => words.line)))
      found.set(line, [...(found.get(line) ?? []), ...calls.map((call) => call.seq)]);
  }
  return [...found].map(([line, seqs]) => ({ line, seqs: seqs.sort((a, b) => a - b) })).sort((a, b) => a.line - b.line);
}
