/**
 * Searches payloads stored in files next to the journal. Their text is not kept in memory: a search reads one file
 * after the other in chunks and yields to the extension host in between.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** Bytes searched without yielding. */
const STRETCH = 1 << 18;
/** Maximum size of a searched file, in bytes. The page is notified about larger ones. */
const LARGEST = 64 << 20;
/** Minimum time between two reports of hits, in milliseconds. */
const REPORT_MS = 100;
// Windows has neither of the last two flags.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** A row and the file that contains part of its payload. */
export interface Apart {
  readonly row: number;
  /** A validated file name, never a path. */
  readonly blob: string;
}

export class LargeSearch {
  /** True if a file could not be read or was too large. */
  unread = false;
  private query = '';
  private at = 0;
  private running: symbol | undefined;
  /** Results of the current query by file: the same payload can belong to many rows. */
  private readonly known = new Map<string, boolean>();
  private readonly folder: string;
  private readonly apart: readonly Apart[];
  private readonly found: (rows: readonly number[]) => void;

  /**
   * @param folder the folder of the journal
   * @param apart the files; grows during the run
   * @param found called with new hits; the last call, possibly without hits, comes after the search has finished
   */
  constructor(folder: string, apart: readonly Apart[], found: (rows: readonly number[]) => void) {
    this.folder = folder;
    this.apart = apart;
    this.found = found;
  }

  /** True if there are files left to search. */
  get searching(): boolean {
    return this.query !== '' && this.at < this.apart.length;
  }

  /** Starts a new search, or none if the query is empty. `goOn` does the work. */
  start(query: string): void {
    this.query = query.trim().toLowerCase();
    this.at = 0;
    this.unread = false;
    this.running = undefined;
    this.known.clear();
  }

  /** Searches the remaining files, unless a search is running. */
  goOn(): void {
    if (!this.searching || this.running !== undefined) return;
    const mine = Symbol('search');
    this.running = mine;
    void this.run(mine);
  }

  private async run(mine: symbol): Promise<void> {
    let rows: number[] = [];
    let told = performance.now();
    const query = this.query;
    for (let next = this.apart[this.at]; next !== undefined; next = this.apart[this.at]) {
      const holds = this.known.get(next.blob) ?? (await fileHolds(join(this.folder, next.blob), query));
      if (this.running !== mine) return;
      this.known.set(next.blob, holds === true);
      if (holds === undefined) this.unread = true;
      if (holds) rows.push(next.row);
      this.at++;
      if (rows.length === 0 || performance.now() - told < REPORT_MS || !this.searching) continue;
      this.found(rows);
      rows = [];
      told = performance.now();
    }
    this.running = undefined;
    this.found(rows);
  }
}

/**
 * Returns true if the strings of a JSON file contain a text, ignoring case. Field names are strings, too.
 * @param wanted in lower case
 * @returns undefined if the file cannot be read
 */
export async function fileHolds(path: string, wanted: string): Promise<boolean | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, READ);
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > LARGEST) return undefined;
    const decoder = new StringDecoder('utf8');
    // The text as escaped in JSON: a line end is two characters there.
    const written = JSON.stringify(wanted).slice(1, -1);
    let before = '';
    const bytes = Buffer.allocUnsafe(STRETCH);
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, STRETCH);
      if (bytesRead === 0) return false;
      const text = before + decoder.write(bytes.subarray(0, bytesRead)).toLowerCase();
      if (holds(text, written)) return true;
      before = tailOf(text, written.length);
    }
  } catch {
    return undefined;
  } finally {
    await file?.close().catch(() => undefined);
  }
}

/** Ignores matches that start within an escape sequence: `\new` is a line end and "ew". */
function holds(text: string, written: string): boolean {
  for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
    let first = at;
    while (text[first - 1] === '\\') first--;
    if ((at - first) % 2 === 0) return true;
  }
  return false;
}

/** Returns the end of a chunk in which a match can start, including the backslashes before it. */
function tailOf(text: string, length: number): string {
  let from = Math.max(0, text.length - length);
  while (text[from - 1] === '\\') from--;
  return text.slice(from);
}
