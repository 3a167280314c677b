import { resolve } from 'node:path';
import type { PauseEvent, RunReason } from '../../runtime/protocol/events.ts';
import { isInside } from '../editor/is-inside.ts';
import { journalFile, readNew } from '../panel/journal-file.ts';
import { isObject, type Loose, number, text } from '../panel/trace/read.ts';
import { readFinished, readStarted, type SavedStart } from './saved-events.ts';

/** A run on disk as a resume finds it. Journals are untrusted: every field has its type. */
export interface Resumable {
  /** The last prompt's: what the run goes on with. */
  readonly started: SavedStart;
  /** How its last process ended; absent where it was killed. */
  readonly ended?: RunReason;
  /** What waits for an answer, oldest first. */
  readonly waiting: readonly PauseEvent[];
}

const KINDS: readonly PauseEvent['kind'][] = ['confirmation', 'credential', 'guard'];

/** Reads the journal at this absolute path; undefined where it holds no run or cannot be read. */
export async function readResumable(journal: string): Promise<Resumable | undefined> {
  let started: SavedStart | undefined;
  let ended: RunReason | undefined;
  let waiting = new Map<string, PauseEvent>();
  const take = (event: unknown): void => {
    if (!isObject(event)) return;
    const begun = readStarted(event, journal);
    if (begun !== undefined) {
      started = begun;
      waiting = new Map();
    }
    if (begun !== undefined || event.type === 'run_resumed') ended = undefined;
    else if (event.type === 'run_finished') ended = readFinished(event)?.reason;
    else if (event.type === 'answer') waiting.delete(text(event, 'id'));
    else if (event.type === 'tool_result') {
      const call = number(event, 'parent');
      for (const [id, pause] of waiting) if (pause.parent === call) waiting.delete(id);
    } else {
      const pause = readPause(event);
      if (pause !== undefined) waiting.set(pause.id, pause);
    }
  };
  const read = await readNew(journalFile(journal), take);
  if (read.kind === 'failed' || started === undefined) return undefined;
  return { started, ...(ended === undefined ? {} : { ended }), waiting: [...waiting.values()] };
}

function readPause(event: Loose): PauseEvent | undefined {
  const kind = KINDS.find((one) => one === event.kind);
  if (event.type !== 'pause' || kind === undefined) return undefined;
  const parent = number(event, 'parent');
  return {
    type: 'pause',
    seq: number(event, 'seq') ?? 0,
    time: text(event, 'time'),
    invocation: text(event, 'invocation'),
    agent: text(event, 'agent'),
    id: text(event, 'id'),
    kind,
    hint: text(event, 'hint'),
    ...(parent === undefined ? {} : { parent }),
  };
}

/** What a person has to agree to before an agent of an untrusted journal is read again; a sentence, or nothing. */
export function doubtsAboutAgent({ agentFile, folder }: SavedStart, folders: readonly string[]): readonly string[] {
  if (agentFile === undefined || isInside(folders, resolve(folder ?? '', agentFile))) return [];
  return [`It starts the tools of the agent ${agentFile.slice(0, 200)} in ${(folder ?? '').slice(0, 300)}`];
}
