import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent, RunReason } from '../../runtime/protocol/events.ts';

/** A run on disk, as a picker shows it. */
export interface SavedRun {
  readonly run: string;
  /** Absolute path. */
  readonly journal: string;
  readonly prompt: string;
  readonly model: string;
  readonly simulated: boolean;
  readonly skills: readonly string[];
  /** ISO 8601. */
  readonly started: string;
  /** Undefined while it runs, or where its process was killed. */
  readonly reason?: RunReason;
  readonly llmCalls?: number;
}

/** Enough for any first event but a huge prompt, and for a last one with a long answer. */
const WINDOW = 128 * 1024;

function parse(line: string | undefined): RunEvent | undefined {
  if (line === undefined || line === '') return undefined;
  try {
    return JSON.parse(line) as RunEvent;
  } catch {
    return undefined;
  }
}

/** First and last event of a journal, read from its two ends only, so that a long run costs no more than a short one. */
function ends(journal: string): readonly [RunEvent | undefined, RunEvent | undefined] {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(journal, 'r');
    const size = fstatSync(descriptor).size;
    const buffer = Buffer.alloc(Math.min(size, WINDOW));
    const head = buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, 0));
    const tail = buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, size - buffer.length));
    return [parse(head.split('\n', 1)[0]), parse(tail.trimEnd().split('\n').at(-1))];
  } catch {
    return [undefined, undefined];
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The runs in one folder of runs, newest first. A folder without a readable journal is left out. */
export function savedRuns(folder: string): readonly SavedRun[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const runs = names.flatMap((name): SavedRun[] => {
    const journal = join(folder, name, 'journal.jsonl');
    const [first, last] = ends(journal);
    if (first?.type !== 'run_started') return [];
    return [
      {
        run: first.run,
        journal,
        prompt: first.prompt,
        model: first.model,
        simulated: first.simulated,
        skills: first.skills.map((skill) => skill.name),
        started: first.time,
        ...(last?.type === 'run_finished' && { reason: last.reason, llmCalls: last.llmCalls }),
      },
    ];
  });
  return runs.sort((a, b) => b.started.localeCompare(a.started));
}
