/** Reads from a journal what resuming its run needs. */
import { resolve } from 'node:path';
import type { PauseEvent, RunReason } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import { visibleStart } from '../../runtime/text/visible-text.ts';
import { isInside } from '../editor/is-inside.ts';
import { journalFile, readNew } from '../panel/journal-file.ts';
import { isObject, type Loose, number, text } from '../panel/trace/read.ts';
import { readFinished, readStarted, type SavedStart } from './saved-events.ts';

/** The state of a saved run needed to resume it. Journals are untrusted, so the type of every field is checked. */
export interface ResumableRun {
  /** The `run_started` event of the last prompt. */
  readonly started: SavedStart;
  /** The end reason of its last process; absent if it was killed. */
  readonly ended?: RunReason;
  /** The pauses without an answer, oldest first. */
  readonly waiting: readonly PauseEvent[];
}

const PAUSE_KINDS: readonly PauseEvent['kind'][] = ['confirmation', 'credential', 'guard'];

/**
 * Reads the journal at this absolute path. Undefined if it contains no run or cannot be read.
 * @param at `seq` of the event up to which it is read; default: its end
 */
export async function readResumable(journal: string, at = Number.POSITIVE_INFINITY): Promise<ResumableRun | undefined> {
  let started: SavedStart | undefined;
  let ended: RunReason | undefined;
  let waiting = new Map<string, PauseEvent>();
  const handle = (event: unknown): void => {
    if (!isObject(event) || (number(event, 'seq') ?? 0) > at) return;
    const start = readStarted(event, journal);
    if (start !== undefined) {
      started = start;
      waiting = new Map();
    }
    if (start !== undefined || event.type === 'run_resumed') ended = undefined;
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
  const read = await readNew(journalFile(journal), handle);
  if (read.kind === 'failed' || started === undefined) return undefined;
  return defined({ started, ended, waiting: [...waiting.values()] });
}

function readPause(event: Loose): PauseEvent | undefined {
  const kind = PAUSE_KINDS.find((one) => one === event.kind);
  if (event.type !== 'pause' || kind === undefined) return undefined;
  const parent = number(event, 'parent');
  return defined({
    type: 'pause',
    seq: number(event, 'seq') ?? 0,
    time: text(event, 'time'),
    invocation: text(event, 'invocation'),
    agent: text(event, 'agent'),
    id: text(event, 'id'),
    kind,
    hint: text(event, 'hint'),
    parent,
  });
}

/** Returns the warning that the user must confirm before an agent from an untrusted journal is loaded. Empty if none is needed. */
export function agentWarnings({ agentFile, folder }: SavedStart, folders: readonly string[]): readonly string[] {
  if (agentFile === undefined || isInside(folders, resolve(folder ?? '', agentFile))) return [];
  return [
    `The run starts the tools of the agent ${visibleStart(agentFile, 200)} in ${visibleStart(folder ?? '', 300)}`,
  ];
}
