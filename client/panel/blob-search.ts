/**
 * Searches payloads stored in files next to the journal. Their text is not kept in memory: a search reads one file
 * after the other in chunks and yields to the extension host in between.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** Bytes searched without yielding. */
const CHUNK = 1 << 18;
/** Maximum size of a searched file, in bytes. The page is notified about larger ones. */
const MAX_FILE_SIZE = 64 << 20;
/** Minimum time between two reports of hits, in milliseconds. */
const REPORT_MS = 100;
// Windows has neither of the last two flags.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** A row and the file that contains part of its payload. */
export interface RowBlob {
  readonly row: number;
  /** A validated file name, never a path. */
  readonly blob: string;
}

export class BlobSearch {
  /** True if a file could not be read or was too large. */
  hasUnread = false;
  private query = '';
  private next = 0;
  private running: symbol | undefined;
  /** Results of the current query by file: the same payload can belong to many rows. */
  private readonly results = new Map<string, boolean>();
  private readonly folder: string;
  private readonly blobs: readonly RowBlob[];
  private readonly onFound: (rows: readonly number[]) => void;

  /**
   * @param folder the folder of the journal
   * @param blobs the files; grows during the run
   * @param onFound called with new hits; the last call, possibly without hits, comes after the search has finished
   */
  constructor(folder: string, blobs: readonly RowBlob[], onFound: (rows: readonly number[]) => void) {
    this.folder = folder;
    this.blobs = blobs;
    this.onFound = onFound;
  }

  /** True if there are files left to search. */
  get isSearching(): boolean {
    return this.query !== '' && this.next < this.blobs.length;
  }

  /** Starts a new search, or none if the query is empty. `resume` does the work. */
  start(query: string): void {
    this.query = query.trim().toLowerCase();
    this.next = 0;
    this.hasUnread = false;
    this.running = undefined;
    this.results.clear();
  }

  /** Searches the remaining files, unless a search is running. */
  resume(): void {
    if (!this.isSearching || this.running !== undefined) return;
    const token = Symbol('search');
    this.running = token;
    void this.run(token);
  }

  private async run(token: symbol): Promise<void> {
    let rows: number[] = [];
    let reportedAt = performance.now();
    const query = this.query;
    for (let blob = this.blobs[this.next]; blob !== undefined; blob = this.blobs[this.next]) {
      const isHit = this.results.get(blob.blob) ?? (await fileContains(join(this.folder, blob.blob), query));
      if (this.running !== token) return;
      this.results.set(blob.blob, isHit === true);
      if (isHit === undefined) this.hasUnread = true;
      if (isHit) rows.push(blob.row);
      this.next++;
      if (rows.length === 0 || performance.now() - reportedAt < REPORT_MS || !this.isSearching) continue;
      this.onFound(rows);
      rows = [];
      reportedAt = performance.now();
    }
    this.running = undefined;
    this.onFound(rows);
  }
}

/**
 * Returns true if the strings of a JSON file contain a text, ignoring case. Field names are strings, too.
 * @param needle in lower case
 * @returns undefined if the file cannot be read
 */
export async function fileContains(path: string, needle: string): Promise<boolean | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, READ);
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MAX_FILE_SIZE) return undefined;
    const decoder = new StringDecoder('utf8');
    // The text as escaped in JSON: a line end is two characters there.
    const escaped = JSON.stringify(needle).slice(1, -1);
    let before = '';
    const bytes = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, CHUNK);
      if (bytesRead === 0) return false;
      const text = before + decoder.write(bytes.subarray(0, bytesRead)).toLowerCase();
      if (containsOutsideEscapes(text, escaped)) return true;
      before = tailOf(text, escaped.length);
    }
  } catch {
    return undefined;
  } finally {
    await file?.close().catch(() => undefined);
  }
}

/** Ignores matches that start within an escape sequence: `\new` is a line end and "ew". */
function containsOutsideEscapes(text: string, escaped: string): boolean {
  for (let at = text.indexOf(escaped); at !== -1; at = text.indexOf(escaped, at + 1)) {
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
