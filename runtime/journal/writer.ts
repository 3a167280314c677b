/** Writes a journal, one event per line, each before it is shown. */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeIgnoredFolder, makeOutputFolder } from '../confined/output-folder.ts';
import { acquireLock } from '../disk/lock.ts';
import { messageOf } from '../errors.ts';
import type { RunEvent, RunEventDraft, StateChanged } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { BLOB_LIMIT } from './blobs.ts';
import { withBlobs } from './event-blobs.ts';
import { jsonLine } from './json-line.ts';
import { damageMessage, readJournal, type Unread } from './reader.ts';
import { type Redactor, redactorOf } from './redact.ts';
import { RequestStore } from './request-store.ts';
import { TEMPORARY_PREFIX } from './temporary-keys.ts';

/** File name of a run's journal. */
export const JOURNAL_FILE = 'journal.jsonl';

/** Does not block if the file is a pipe. */
const OPEN_FLAGS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const APPEND_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | OPEN_FLAGS;

/** Options for `openJournal`. */
export interface OpenOptions {
  /** Absolute path of the run's folder, which is created if it does not exist. */
  readonly folder: string;
  /** Secrets to redact from everything that is written. */
  readonly secrets?: readonly string[];
  readonly now?: () => Date;
  /** Writes to the descriptor and returns the number of bytes written; for tests of a full disk. */
  readonly write?: (fd: number, bytes: Buffer) => number;
}

/** Deletes the folder of a run (absolute) in which nothing happened. Throws as `fs` does. */
export function deleteRun(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The result of appending an event. */
export type AppendResult =
  | { readonly kind: 'written'; readonly event: RunEvent }
  /** The event is not in the journal, but it is returned so that it can be shown. */
  | { readonly kind: 'failed'; readonly event: RunEvent; readonly message: string };

/** An open journal. */
export interface Journal {
  readonly path: string;
  readonly folder: string;
  /** Events that the journal contained when it was opened. */
  readonly earlierEvents: readonly RunEvent[];
  /** True if it discards every event, so that nothing needs to be collected for it. */
  readonly isDiscarding?: true;
  /**
   * Writes an event. Never throws.
   * @param request the content of an `llm_request`, which is stored next to the journal
   */
  append(draft: RunEventDraft, request?: RequestContent): AppendResult;
  /** Adds a secret to redact from now on. */
  addSecret(secret: string): void;
  close(): void;
}

/** The open journal, or why it cannot be opened. */
export type OpenResult =
  | { readonly kind: 'open'; readonly journal: Journal }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Opens the journal of a run for appending. A lock file ensures that there is only one writer. An incomplete last line,
 * left by a process that was killed while writing, is truncated; a journal that is damaged elsewhere is rejected. Events
 * are written with `writeSync` without fsync: a killed process loses nothing that was shown, a power failure may lose the
 * end.
 */
export function openJournal(options: OpenOptions): OpenResult {
  const { folder } = options;
  const path = join(folder, JOURNAL_FILE);
  try {
    makeIgnoredFolder(dirname(folder));
    makeOutputFolder(dirname(folder), basename(folder));
  } catch (error) {
    return { kind: 'failed', message: `Cannot create the folder of the run: ${messageOf(error)}` };
  }
  const lock = acquireLock(`${path}.lock`);
  if (lock.kind === 'held')
    return { kind: 'failed', message: `Another process (${lock.pid}) is writing to this run: ${folder}` };
  if (lock.kind === 'failed')
    return { kind: 'failed', message: `The journal cannot be locked: ${describeWriteError(lock.message)}` };
  let fd: number;
  try {
    // A journal is untrusted: links are not followed.
    fd = openSync(path, APPEND_FLAGS, 0o600);
  } catch (error) {
    lock.release();
    return { kind: 'failed', message: `The journal cannot be opened: ${messageOf(error)}` };
  }
  const before = fstatSync(fd).size > 0 ? readJournal(path) : undefined;
  const rejection =
    before?.damage === undefined ? unreadableMessage(before?.unread) : damageMessage(path, before.damage);
  if (rejection !== undefined) {
    closeSync(fd);
    lock.release();
    return { kind: 'failed', message: rejection };
  }
  let length = before?.completeBytes ?? 0;
  if (before !== undefined && length < before.bytes) ftruncateSync(fd, length);
  if (before?.lacksLineEnd === true) length += writeSync(fd, '\n');
  const journal = new OpenJournal(options, path, fd, before?.events ?? [], length, lock.release);
  return { kind: 'open', journal };
}

/** The error message for a journal that cannot be read and therefore cannot be continued. */
function unreadableMessage(unread: Unread | undefined): string | undefined {
  if (unread === undefined) return undefined;
  return unread.kind === 'failed' ? unread.message : 'The journal cannot be read: it no longer exists.';
}

class OpenJournal implements Journal {
  readonly path: string;
  readonly folder: string;
  readonly earlierEvents: readonly RunEvent[];
  private readonly fd: number;
  private readonly release: () => void;
  private redactor: Redactor;
  private requests: RequestStore;
  private readonly secrets: string[];
  private readonly now: () => Date;
  private readonly write: OpenOptions['write'];
  private seq: number;
  private length: number;
  private closed = false;

  constructor(
    options: OpenOptions,
    path: string,
    fd: number,
    earlier: readonly RunEvent[],
    length: number,
    release: () => void,
  ) {
    this.path = path;
    this.folder = options.folder;
    this.fd = fd;
    this.earlierEvents = earlier;
    this.seq = earlier.reduce((last, event) => Math.max(last, event.seq), 0);
    this.length = length;
    this.release = release;
    this.secrets = [...(options.secrets ?? [])];
    this.redactor = redactorOf(this.secrets);
    this.requests = new RequestStore(this.folder, this.redactor.json);
    this.now = options.now ?? (() => new Date());
    this.write = options.write;
  }

  append(draft: RunEventDraft, request?: RequestContent): AppendResult {
    const seq = ++this.seq;
    let event = { seq, time: this.now().toISOString(), ...draft } as RunEvent;
    event = this.redactor.event(event);
    if (this.closed) return { kind: 'failed', event, message: 'The journal is closed.' };
    try {
      if (event.type === 'state') event = withoutTemporaryKeys(event);
      if (event.type === 'llm_request' && request !== undefined)
        event = { ...event, request: this.requests.store(request) };
      let line = jsonLine(event);
      // A UTF-16 unit takes at most three bytes in UTF-8, so most lines contain nothing large enough for a separate file.
      if (line.length * 3 > BLOB_LIMIT) {
        event = withBlobs(this.folder, event);
        line = jsonLine(event);
      }
      this.writeLine(`${line}\n`);
      return { kind: 'written', event };
    } catch (error) {
      // Removes the incomplete line, so that the journal remains valid; its number becomes available again.
      try {
        ftruncateSync(this.fd, this.length);
      } catch {
        // The incomplete line is truncated the next time the journal is opened.
      }
      this.seq = seq - 1;
      return {
        kind: 'failed',
        event,
        message: `The journal cannot be written: ${describeWriteError(messageOf(error))}`,
      };
    }
  }

  addSecret(secret: string): void {
    if (this.secrets.includes(secret)) return;
    this.secrets.push(secret);
    this.redactor = redactorOf(this.secrets);
    // Parts that are already stored are stored again without it.
    this.requests = new RequestStore(this.folder, this.redactor.json);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    closeSync(this.fd);
    this.release();
  }

  private writeLine(line: string): void {
    const size = Buffer.byteLength(line);
    // As a string, which Node encodes while writing. Bytes are only needed for the rest of an incomplete write, which is
    // rare.
    let done = this.write === undefined ? writeSync(this.fd, line) : 0;
    const bytes = done < size ? Buffer.from(line) : undefined;
    while (bytes !== undefined && done < size) {
      const rest = bytes.subarray(done);
      const written = this.write === undefined ? writeSync(this.fd, rest) : this.write(this.fd, rest);
      if (written <= 0) throw new Error('ENOSPC: nothing was written');
      done += written;
    }
    this.length += size;
  }
}

function withoutTemporaryKeys(event: StateChanged): StateChanged {
  const delta = Object.entries(event.delta).filter(([key]) => !key.startsWith(TEMPORARY_PREFIX));
  return { ...event, delta: Object.fromEntries(delta) };
}

function describeWriteError(message: string): string {
  return message.startsWith('ENOSPC') ? `no space left on the disk (${message})` : message;
}
