/** Reads the prompts of runs that were continued with further ones. */
import { type JournalFile, journalFile, readNew } from '../panel/journal-file.ts';
import { isObject, oneLine } from '../panel/trace/read.ts';
import { readStarted } from './saved-events.ts';

/** A prompt of a run. */
export interface RunPrompt {
  /** `seq` of its `run_started`. */
  readonly seq: number;
  /** Its first line, at most 120 characters. */
  readonly text: string;
}

/** The prompts of runs by journal. Only what was appended since the last read is read again. */
export class RunPrompts {
  readonly #read = new Map<
    string,
    { readonly file: JournalFile; readonly prompts: RunPrompt[]; last: Promise<unknown> }
  >();

  /** Returns the prompts of the run with this journal (an absolute path), oldest first; empty if it cannot be read. */
  async of(journal: string): Promise<readonly RunPrompt[]> {
    const known = this.#read.get(journal) ?? { file: journalFile(journal), prompts: [], last: Promise.resolve() };
    this.#read.set(journal, known);
    const next = (): Promise<unknown> =>
      readNew(known.file, (event) => {
        const started = isObject(event) ? readStarted(event, journal) : undefined;
        if (started === undefined || known.prompts.some(({ seq }) => seq === started.seq)) return;
        known.prompts.push({ seq: started.seq, text: firstLine(started.prompt) });
      });
    known.last = known.last.then(next, next);
    await known.last;
    return [...known.prompts];
  }
}

function firstLine(prompt: string): string {
  return oneLine(prompt.trim().split('\n', 1)[0] ?? '', 120) || '(no prompt)';
}
