/**
 * Searches payloads that stand in files beside the journal. Their text is not kept in memory: a search reads the files,
 * one after the other and a stretch at a time, so that the extension host answers others meanwhile.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** Bytes looked through without a break. */
const STRETCH = 1 << 18;
/** A larger file is left out, and the page is told. */
const LARGEST = 64 << 20;
/** Least milliseconds between two reports of rows that were found. */
const REPORT_MS = 100;
// Windows has neither of the last two flags.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** A row and the file that some of it stands in. */
export interface Apart {
  readonly row: number;
  /** A name that was checked: no path. */
  readonly blob: string;
}

export class LargeSearch {
  /** A file could not be read, or is too large. */
  unread = false;
  private query = '';
  private at = 0;
  private running: symbol | undefined;
  /** What was found in each file for this query: the same payload can stand in many rows. */
  private readonly known = new Map<string, boolean>();
  private readonly folder: string;
  private readonly apart: readonly Apart[];
  private readonly found: (rows: readonly number[]) => void;

  /**
   * @param folder the journal's
   * @param apart grows as the run goes on
   * @param found is told rows as they are found, and nothing more once the search is done
   */
  constructor(folder: string, apart: readonly Apart[], found: (rows: readonly number[]) => void) {
    this.folder = folder;
    this.apart = apart;
    this.found = found;
  }

  /** Whether there are files still to be looked through. */
  get searching(): boolean {
    return this.query !== '' && this.at < this.apart.length;
  }

  /** Begins anew; nothing is searched for an empty query. `goOn` does the work. */
  start(query: string): void {
    this.query = query.trim().toLowerCase();
    this.at = 0;
    this.unread = false;
    this.running = undefined;
    this.known.clear();
  }

  /** Looks through the files that it has not seen yet, if nothing does so already. */
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
 * Whether a file of JSON holds a text in its strings, letter case aside. Names of fields are strings, too.
 * @param wanted in lower case
 * @returns undefined where the file cannot be read
 */
export async function fileHolds(path: string, wanted: string): Promise<boolean | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, READ);
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > LARGEST) return undefined;
    const decoder = new StringDecoder('utf8');
    // As the text stands in JSON: a line end is two characters there.
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

/** A hit that begins within an escape is none: `\new` is a line end and "ew". */
function holds(text: string, written: string): boolean {
  for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
    let first = at;
    while (text[first - 1] === '\\') first--;
    if ((at - first) % 2 === 0) return true;
  }
  return false;
}

/** The end of a stretch that a hit can begin in, and whatever backslashes stand before it. */
function tailOf(text: string, length: number): string {
  let from = Math.max(0, text.length - length);
  while (text[from - 1] === '\\') from--;
  return text.slice(from);
}
