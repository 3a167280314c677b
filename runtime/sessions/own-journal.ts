/** Distinguishes our own journals from sessions of other agents. */
import { statSync } from 'node:fs';
import { notAFile, parseEvent, readFailure } from '../journal/reader.ts';
import type { RunEvent } from '../protocol/events.ts';
import { type DetectResult, detectFile } from './detect.ts';
import { LineSplitter, plainChunks, UnreadableFile } from './lines.ts';

/** Returns true if a file is one of our own journals, or an error message if it cannot be read. */
export async function isOwnJournal(file: string): Promise<boolean | string> {
  const detected = await detectFile(file);
  return typeof detected === 'string' ? detected : isOwnFormat(detected);
}

/** Returns true for the format of our journals. */
export function isOwnFormat(detected: DetectResult): boolean {
  return detected.kind === 'format' && detected.format.id === 'skillwright';
}

/**
 * Returns the events of a journal of any size, without holding them in memory. Invalid lines are skipped. Throws
 * `UnreadableFile`.
 */
export function* journalEvents(path: string): Generator<RunEvent> {
  // Reading a pipe or a device might never end.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new UnreadableFile(notAFile(path));
  const splitter = new LineSplitter();
  function* eventsIn(lines: Iterable<string | undefined>): Generator<RunEvent> {
    for (const line of lines) {
      const event = line === undefined || line.trim() === '' ? undefined : parseEvent(line);
      if (typeof event === 'object') yield event;
    }
  }
  try {
    for (const chunk of plainChunks(path)) yield* eventsIn(splitter.push(chunk));
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableFile(readFailure(path, error.message)) : error;
  }
  yield* eventsIn(splitter.end());
}
