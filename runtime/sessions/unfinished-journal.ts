/** The journal of a session while it is being written: only one process writes it, and the others wait. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defined } from '../../skill/index.ts';
import { acquireLock } from '../disk/lock.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import { type SessionPart, UNFINISHED_FILE, UNFINISHED_LOCK, WINDOW_LOCK } from '../protocol/sessions.ts';

/** Time between two reports of the part that was read, in milliseconds. */
const REPORT_MS = 100;

/** Time without progress after which a process is no longer waited for, in milliseconds. Reading a large document begins silently. */
const MAX_SILENT_MS = 120_000;

/** Returns true if the folder of a session has its complete journal. */
export function hasCompleteJournal(folder: string): boolean {
  return existsSync(join(folder, JOURNAL_FILE)) && !existsSync(join(folder, UNFINISHED_FILE));
}

/** Receives the part of the session that is in the journal. */
export type PartListener = (part: SessionPart) => void;

/** The right to write a journal, or why there is none. */
export type JournalTurn =
  | { readonly kind: 'locked'; readonly release: () => void }
  /** Another process has written it. */
  | { readonly kind: 'complete' }
  | { readonly kind: 'failed'; readonly message: string };

export interface TurnOptions {
  /** Receives what the other process has written. */
  readonly onPart?: PartListener;
  readonly signal?: AbortSignal;
  /** Time without progress of the other process after which it is no longer waited for, in milliseconds. */
  readonly maxSilentMs?: number;
}

/**
 * Waits until no other process writes the journal in a folder, which is created. Fails if the other process makes no progress: it
 * may have nothing to do with the journal, because only Linux tells it from a process that was killed and had the same id.
 * Aborting the signal makes it reject.
 */
export async function waitForTurn(
  folder: string,
  { onPart, signal, maxSilentMs = MAX_SILENT_MS }: TurnOptions = {},
): Promise<JournalTurn> {
  let state = '';
  let silent = 0;
  for (;;) {
    if (hasCompleteJournal(folder)) return { kind: 'complete' };
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = acquireLock(join(folder, UNFINISHED_LOCK));
    if (lock.kind === 'locked') {
      const release = (): void => {
        lock.release();
        removeEmpty(folder);
      };
      if (!hasCompleteJournal(folder)) return { kind: 'locked', release };
      release();
      return { kind: 'complete' };
    }
    // Another window may have removed the folder of a journal that was stopped.
    if (lock.kind === 'failed' && existsSync(folder)) return lock;
    const part = readPart(folder);
    if (part !== undefined) onPart?.(part);
    const current = stateOf(folder);
    // Counted rather than measured, so that the sleep of a computer does not count.
    silent = current === state ? silent + REPORT_MS : 0;
    state = current;
    if (lock.kind === 'held' && silent >= maxSilentMs)
      return {
        kind: 'failed',
        message: `Try again later, or delete ${folder}: process ${lock.pid} seems to be reading this session, but makes no progress.`,
      };
    await setTimeout(REPORT_MS, undefined, defined({ signal }));
  }
}

/** Removes the folder of a journal that was discarded, unless another process uses it again. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not empty.
  }
}

/** Returns the part of a session that another process has written; undefined if there are no events yet. */
function readPart(folder: string): SessionPart | undefined {
  try {
    if (statSync(join(folder, JOURNAL_FILE)).size === 0) return undefined;
    const part = JSON.parse(readFileSync(join(folder, UNFINISHED_FILE), 'utf8')) as Partial<SessionPart> | null;
    const { writer, share } = part ?? {};
    return typeof writer === 'string' && typeof share === 'number' ? { writer, share } : undefined;
  } catch {
    // It is being written, or complete.
    return undefined;
  }
}

/** Returns a text that changes when the process that writes the journal makes progress. */
function stateOf(folder: string): string {
  return [JOURNAL_FILE, UNFINISHED_FILE, UNFINISHED_LOCK]
    .map((name) => {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false });
      return `${stat?.size} ${stat?.mtimeMs}`;
    })
    .join(' ');
}

/** A journal that this process writes. */
export class UnfinishedJournal {
  readonly folder: string;
  private readonly writer = randomUUID();
  private readonly onPart: PartListener | undefined;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string, onPart?: PartListener) {
    this.folder = folder;
    this.onPart = onPart;
    // First, so that what another process left behind never looks complete.
    this.write(0);
    this.clear();
  }

  /** Reports the share of the session that is in the journal, 0 to 1. Does nothing shortly after another report. */
  report(share: number): void {
    if (performance.now() - this.reportedAt < REPORT_MS) return;
    this.reportedAt = performance.now();
    this.write(share);
    this.onPart?.({ writer: this.writer, share });
  }

  /** Marks the journal as complete. */
  complete(): void {
    rmSync(join(this.folder, UNFINISHED_FILE));
  }

  /** Removes the journal if it is not complete. If a window shows it and has locked it, it stays, marked as unfinished. */
  discard(): void {
    if (hasCompleteJournal(this.folder)) return;
    if (readdirSync(this.folder).some((name) => WINDOW_LOCK.test(name))) return;
    this.clear();
    rmSync(join(this.folder, UNFINISHED_FILE));
  }

  private write(share: number): void {
    writeFileSync(join(this.folder, UNFINISHED_FILE), JSON.stringify({ writer: this.writer, share }), { mode: 0o600 });
  }

  /** Removes everything of an earlier writer. */
  private clear(): void {
    for (const name of readdirSync(this.folder))
      if (name !== UNFINISHED_FILE && !name.endsWith('.lock')) rmSync(join(this.folder, name), { recursive: true });
  }
}
