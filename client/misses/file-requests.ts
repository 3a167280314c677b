/** Maps the files that a run requested to the lines that name them. */
import { linesOf } from '../editor/recorded-words.ts';
import { findMentions } from './mentions.ts';

/** A tool call that requested an existing bundled file. */
export interface FileRequest {
  /** The path as the model wrote it, relative to the skill. */
  readonly path: string;
  /** The `seq` of the call. */
  readonly seq: number;
}

/** A line, counted from 0, and the `seq`s of the calls for the files it names, in order. */
export interface RequestedLine {
  readonly line: number;
  readonly seqs: readonly number[];
}

/** Finds the lines of a text that name requested files, in order. */
export function findRequestedLines(requests: readonly FileRequest[], content: string): readonly RequestedLine[] {
  const lines = linesOf(content);
  const seqsByLine = new Map<number, number[]>();
  for (const [path, calls] of Map.groupBy(requests, (request) => request.path)) {
    for (const line of new Set(findMentions(path, lines).map((mention) => mention.line)))
      seqsByLine.set(line, [...(seqsByLine.get(line) ?? []), ...calls.map((call) => call.seq)]);
  }
  return [...seqsByLine]
    .map(([line, seqs]) => ({ line, seqs: seqs.sort((a, b) => a - b) }))
    .sort((a, b) => a.line - b.line);
}
