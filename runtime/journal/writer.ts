import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';
import { codeOf, messageOf } from '../errors.ts';
import type { Json, RunEvent, RunEventDraft, StateChanged } from '../protocol/events.ts';
import { BLOB_LIMIT, storeBlob } from './blobs.ts';
import { jsonLine } from './json-line.ts';
import { takeLock } from './lock.ts';
import { damaged, readJournal, type Unread } from './reader.ts';
import { type Redactor, redactorOf } from './redact.ts';
import { TEMPORARY } from './temporary.ts';

export const JOURNAL_FILE = 'journal.jsonl';

/** A pipe in its place is not waited for. */
const OPEN = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | OPEN;

export interface OpenOptions {
  /** Absolute path of the run's folder; made where it is missing. */
  readonly folder: string;
  /** Replaced wherever they would be written. */
  readonly secrets?: readonly string[];
  readonly now?: () => Date;
  /** Writes to the descriptor and answers the bytes written; for tests of a full disk. */
  readonly write?: (fd: number, bytes: Buffer) => number;
}

export type AppendResult =
  | { readonly kind: 'written'; readonly event: RunEvent }
  /** The event is not in the journal; it is given all the same, so that it can be shown. */
  | { readonly kind: 'failed'; readonly event: RunEvent; readonly message: string };

export interface Journal {
  readonly path: string;
  readonly folder: string;
  /** Events that stood in it when it was opened. */
  readonly earlier: readonly RunEvent[];
  append(draft: RunEventDraft): AppendResult;
  /** From now on this is replaced, too, wherever it would be written. */
  keepOut(secret: string): void;
  close(): void;
}

export type OpenResult =
  | { readonly kind: 'open'; readonly journal: Journal }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Opens the journal of a run for appending: one writer a run, by a lock file; a torn last line (the process was
 * killed while it wrote) is cut off, and a journal that is damaged elsewhere is refused. Events are written with `writeSync` on a kept descriptor, without fsync: a killed
 * process loses nothing that was shown, a power cut may lose the tail.
 */
export function openJournal(options: OpenOptions): OpenResult {
  const { folder } = options;
  const path = join(folder, JOURNAL_FILE);
  try {
    if (makeFolders(dirname(folder))) ignoreRuns(dirname(folder));
    makeFolders(folder);
  } catch (error) {
    return { kind: 'failed', message: `The folder of the run cannot be made: ${messageOf(error)}` };
  }
  const lock = takeLock(`${path}.lock`);
  if (lock.kind === 'held')
    return { kind: 'failed', message: `Another process (${lock.pid}) is writing this run: ${folder}` };
  if (lock.kind === 'failed')
    return { kind: 'failed', message: `The journal cannot be locked: ${explainWrite(lock.message)}` };
  let fd: number;
  try {
    // A journal may come from anywhere: a link in its place is not followed.
    fd = openSync(path, APPEND, 0o600);
  } catch (error) {
    lock.release();
    return { kind: 'failed', message: `The journal cannot be opened: ${messageOf(error)}` };
  }
  const before = fstatSync(fd).size > 0 ? readJournal(path) : undefined;
  const refused = before?.damage === undefined ? unreadable(before?.unread) : damaged(path, before.damage);
  if (refused !== undefined) {
    closeSync(fd);
    lock.release();
    return { kind: 'failed', message: refused };
  }
  let length = before?.wholeBytes ?? 0;
  if (before !== undefined && length < before.bytes) ftruncateSync(fd, length);
  if (before?.unended === true) length += writeSync(fd, '\n');
  const journal = new OpenJournal(options, path, fd, before?.events ?? [], length, lock.release);
  return { kind: 'open', journal };
}

/** Nobody can go on from what is not known. */
function unreadable(unread: Unread | undefined): string | undefined {
  if (unread === undefined) return undefined;
  return unread.kind === 'failed' ? unread.message : 'The journal cannot be read: it has gone.';
}

class OpenJournal implements Journal {
  readonly path: string;
  readonly folder: string;
  readonly earlier: readonly RunEvent[];
  private readonly fd: number;
  private readonly release: () => void;
  private redactor: Redactor;
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
    this.earlier = earlier;
    this.seq = earlier.reduce((last, event) => Math.max(last, event.seq), 0);
    this.length = length;
    this.release = release;
    this.secrets = [...(options.secrets ?? [])];
    this.redactor = redactorOf(this.secrets);
    this.now = options.now ?? (() => new Date());
    this.write = options.write;
  }

  append(draft: RunEventDraft): AppendResult {
    const seq = ++this.seq;
    let event = { seq, time: this.now().toISOString(), ...draft } as RunEvent;
    event = this.redactor.event(event);
    if (this.closed) return { kind: 'failed', event, message: 'The journal is closed.' };
    try {
      if (event.type === 'state') event = withoutTemporary(event);
      let line = jsonLine(event);
      // A UTF-16 unit is at most three bytes: in most lines nothing can be large enough to stand apart.
      if (line.length * 3 > BLOB_LIMIT) {
        event = this.withBlobs(event);
        line = jsonLine(event);
      }
      this.writeLine(`${line}\n`);
      return { kind: 'written', event };
    } catch (error) {
      // What was written of the line is taken back, so that the journal stays whole; the number is free again.
      try {
        ftruncateSync(this.fd, this.length);
      } catch {
        // The next opening cuts the torn line off.
      }
      this.seq = seq - 1;
      return { kind: 'failed', event, message: `The journal cannot be written: ${explainWrite(messageOf(error))}` };
    }
  }

  keepOut(secret: string): void {
    if (this.secrets.includes(secret)) return;
    this.secrets.push(secret);
    this.redactor = redactorOf(this.secrets);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    closeSync(this.fd);
    this.release();
  }

  private writeLine(line: string): void {
    const size = Buffer.byteLength(line);
    // As a string, which Node encodes while it writes; bytes of our own only for what is left, which there hardly ever is.
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

  private withBlobs(event: RunEvent): RunEvent {
    if (event.type === 'tool_result') return { ...event, result: storeBlob(this.folder, event.result as Json) };
    if (event.type === 'tool_call') return { ...event, args: storeBlob(this.folder, event.args) as Json };
    const apart = <T>(payload: T): T => storeBlob(this.folder, payload as Json) as T;
    if (event.type === 'run_started') return { ...event, prompt: apart(event.prompt) };
    if (event.type === 'run_finished') return { ...event, text: apart(event.text) };
    if (event.type === 'pause') return { ...event, hint: apart(event.hint) };
    if (event.type === 'state') return { ...event, delta: apart(event.delta) };
    if (event.type !== 'llm_response') return event;
    return {
      ...event,
      text: apart(event.text),
      ...(event.reasoning === undefined ? {} : { reasoning: apart(event.reasoning) }),
      toolCalls: event.toolCalls.map((call) => ({ ...call, args: apart(call.args) })),
      ...(event.content === undefined ? {} : { content: apart(event.content) }),
    };
  }
}

function withoutTemporary(event: StateChanged): StateChanged {
  const delta = Object.entries(event.delta).filter(([key]) => !key.startsWith(TEMPORARY));
  return { ...event, delta: Object.fromEntries(delta) };
}

/** Runs hold prompts and results: a folder of runs that we make asks git to leave it alone. */
function ignoreRuns(folder: string): void {
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return;
  }
}

function explainWrite(message: string): string {
  return message.startsWith('ENOSPC') ? `no space left on the disk (${message})` : message;
}
