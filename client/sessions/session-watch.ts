/** Notices when Skillwright's hooks begin to record a session of an agent. Independent of `vscode`. */
import { open, readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { SessionSource } from '../../runtime/protocol/sessions.ts';
import { defined } from '../../runtime/text/objects.ts';
import { fieldsOf, textOf } from '../../runtime/text/values.ts';

export interface SessionWatchOptions {
  /** Absolute path of the folder with the records of hooks: `CLIENT/SESSION.jsonl`. It need not exist. */
  readonly folder: string;
  /** Returns the folders whose sessions are reported, absolute paths. */
  readonly folders: () => readonly string[];
  readonly onSession: (source: SessionSource) => void;
}

/** Time between two looks at the records, in milliseconds. */
const INTERVAL_MS = 2_000;
/** Maximum number of records of a client that are looked at, and size of the first line of one, in bytes. */
const MAX_RECORDS = 5_000;
const MAX_LINE = 20_000;

/**
 * Polls the records of hooks. A session is reported once, when its record and its transcript exist, if its record has changed since
 * the watch began: also a session that was resumed.
 */
export class SessionWatch {
  readonly #options: SessionWatchOptions;
  readonly #since: number;
  readonly #reported = new Set<string>();
  readonly #timer: ReturnType<typeof setInterval>;
  #isBusy = false;

  /** @param since the time of the first change that counts, in epoch milliseconds */
  constructor(options: SessionWatchOptions, since = Date.now()) {
    this.#options = options;
    this.#since = since;
    this.#timer = setInterval(() => void this.check(), INTERVAL_MS);
  }

  /** Looks at the records once. */
  async check(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#checkAll();
    } finally {
      this.#isBusy = false;
    }
  }

  async #checkAll(): Promise<void> {
    for (const client of await namesIn(this.#options.folder))
      for (const name of await namesIn(join(this.#options.folder, client)))
        if (name.endsWith('.jsonl')) await this.#checkRecord(join(this.#options.folder, client, name));
  }

  async #checkRecord(record: string): Promise<void> {
    if (this.#reported.has(record)) return;
    const changed = (await stat(record).catch(() => undefined))?.mtimeMs ?? 0;
    // Some file systems have times in whole seconds.
    if (changed < Math.floor(this.#since / 1000) * 1000) return;
    const { directory, transcript, session } = startOf(await firstLine(record));
    if (directory === undefined || transcript === undefined) return;
    const isHere = this.#options.folders().some((folder) => isIn(directory, folder));
    // The client creates it when it has something to write.
    if (isHere && (await stat(transcript).catch(() => undefined)) === undefined) return;
    this.#reported.add(record);
    if (!isHere) return;
    // A database has several sessions.
    const source = { file: transcript };
    this.#options.onSession(transcript.endsWith('.db') && session !== undefined ? { ...source, session } : source);
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).slice(-MAX_RECORDS);
}

async function firstLine(file: string): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_LINE), 0, MAX_LINE, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    return text.slice(0, Math.max(0, text.indexOf('\n')));
  } catch {
    return '';
  } finally {
    await handle.close();
  }
}

interface RecordStart {
  readonly directory?: string;
  readonly transcript?: string;
  readonly session?: string;
}

/** Reads the line with which a record begins. */
function startOf(line: string): RecordStart {
  try {
    const { event, directory, transcript, session } = fieldsOf(JSON.parse(line));
    if (event !== 'session') return {};
    return defined({ directory: textOf(directory), transcript: textOf(transcript), session: textOf(session) });
  } catch {
    return {};
  }
}

/** True if a folder is another one, or below it. */
function isIn(folder: string, other: string): boolean {
  const [one, above] = process.platform === 'linux' ? [folder, other] : [folder.toLowerCase(), other.toLowerCase()];
  return one === above || one.startsWith(above.endsWith(sep) ? above : `${above}${sep}`);
}
