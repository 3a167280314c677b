/**
 * The record of a session that hooks keep: one line for each thing to remember. Hooks of parallel calls are processes that run
 * simultaneously, so lines are only ever appended, each with one write.
 */
import { appendFileSync, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFolder, makeFolders } from '../../skill/disk.ts';
import { hashOf } from '../text/short-hash.ts';

/** A line. Times are epoch milliseconds; paths are absolute. */
export type RecordLine = { readonly at: number } & (
  | {
      readonly event: 'session';
      /** The id of the session, as the client gives it. */
      readonly session?: string;
      readonly directory: string;
      /** The file in which the client keeps the session; absent if it is not known. */
      readonly transcript?: string;
    }
  | { readonly event: 'skill'; readonly name?: string; readonly manifest?: string }
  | { readonly event: 'read' | 'edited'; readonly path: string }
  | { readonly event: 'asked'; readonly path: string; readonly call?: string }
  | {
      readonly event: 'missed';
      readonly path: string;
      readonly call?: string;
      readonly step: number;
      readonly kind?: string;
      readonly skill?: string;
      readonly file?: string;
      readonly place?: string;
      readonly told: string;
    }
  | {
      readonly event: 'denied' | 'ended';
      /** When the hook began that denied, as `at`. */
      readonly began: number;
      readonly path: string;
      readonly call?: string;
      readonly step: number;
      readonly told: string;
    }
  | { readonly event: 'result'; readonly hash: string; readonly told?: true }
  /** Something said about a call that is no miss: its result is an old one, or `check` finds errors after it. */
  | { readonly event: 'noted'; readonly call?: string; readonly path?: string; readonly told: string }
  | { readonly event: 'shown'; readonly told: string }
);

/** A line that says what a hook did. */
export type HookDecision = Extract<RecordLine, { readonly event: 'missed' | 'denied' | 'ended' | 'noted' | 'shown' }>;

/** Maximum size of a record: a session that grows beyond is no longer counted. The end of a larger one is read. */
const MAX_BYTES = 4_000_000;

/** The record of one session. */
export interface SessionRecord {
  /** Adds a line. A line that cannot be written is lost: the hook then counts one less. */
  add(line: RecordLine): void;
  /** Returns all lines, also those that other processes have added. */
  lines(): readonly RecordLine[];
  readonly exists: boolean;
  readonly file: string;
}

/** Returns the folder for everything that hooks keep. */
export function hookFolder(): string {
  return process.env.SKILLWRIGHT_HOOKS_DATA ?? join(dataFolder(), 'hook');
}

/** Opens the record of a session; it is created with its first line, readable only by the user. */
export function sessionRecord(client: string, session: string): SessionRecord {
  const file = recordFile(client, session);
  const folder = dirname(file);
  return {
    file,
    get exists() {
      return statSync(file, { throwIfNoEntry: false }) !== undefined;
    },
    add(line) {
      const text = `${JSON.stringify(line)}\n`;
      try {
        if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) + text.length > MAX_BYTES) return;
        makeFolders(folder, 0o700);
        appendFileSync(file, text, { mode: 0o600 });
      } catch {
        // A full disk, or a folder that is not writable: the client continues as if there were no hook.
      }
    },
    lines: () => linesOf(file),
  };
}

/** Returns the absolute path of the record of a session, whether or not there is one. */
export const recordFile = (client: string, session: string): string =>
  join(hookFolder(), 'sessions', client, `${fileName(session)}.jsonl`);

/** Returns the decisions of hooks in a session, in their order; none if it had no hooks. */
export function hookDecisions(client: string, session: string): readonly HookDecision[] {
  return linesOf(recordFile(client, session)).filter(isDecision);
}

function isDecision(line: RecordLine): line is HookDecision {
  if (!['missed', 'denied', 'ended', 'noted', 'shown'].includes(line.event)) return false;
  const { told, path = '', call = '', step = 0 }: Partial<Record<string, unknown>> = { ...line };
  return [told, path, call].every((text) => typeof text === 'string') && typeof step === 'number';
}

/** Ids come from the client, and are names of files only if they are plain. */
function fileName(session: string): string {
  if (/^[\w-][\w.-]{0,99}$/.test(session)) return session;
  return `other-${hashOf(session)}`;
}

/** Returns the lines of a record; none if it cannot be read. */
export function linesOf(file: string): readonly RecordLine[] {
  let text: string;
  try {
    const handle = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(Math.min(fstatSync(handle).size, MAX_BYTES));
      text = buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const parsed = parsedLine(line);
    return parsed === undefined ? [] : [parsed];
  });
}

function parsedLine(line: string): RecordLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isLine = typeof value === 'object' && value !== null && 'event' in value && 'at' in value;
    return isLine && typeof value.at === 'number' ? (value as RecordLine) : undefined;
  } catch {
    // A line that a killed process has cut off.
    return undefined;
  }
}
