/** Lists of JSON values of any size: the first values are in memory, the rest in a temporary file. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import { jsonText } from './json-line.ts';

/** A list that is read by position or in order. Arrays are such lists. */
export interface List<T> extends Iterable<T> {
  readonly length: number;
  /** Returns the value at a position from 0, or undefined. */
  at(index: number): T | undefined;
}

/** Number of characters of JSON that lists hold in memory before they use the file. */
const MAX_IN_MEMORY = 8_000_000;

/** A failure to write or read the temporary file, with a message for the user. */
export class SpillError extends Error {}

/**
 * A temporary file for the values of several lists. It is created when the first lists become too large, and its name is removed
 * immediately, so that nothing is left behind if the process is killed.
 */
export class SpillFile {
  private left: number;
  private fd: number | undefined;
  private folder: string | undefined;
  private end = 0;
  private buffer = Buffer.allocUnsafe(1 << 16);

  /** @param inMemory number of characters of JSON that the lists hold in memory */
  constructor(inMemory = MAX_IN_MEMORY) {
    this.left = inMemory;
  }

  /** True if not everything is in memory. */
  get isUsed(): boolean {
    return this.fd !== undefined;
  }

  /** Writes a text and returns its position and size in bytes; undefined if it can stay in memory. Throws `SpillError`. */
  write(text: string): { readonly position: number; readonly size: number } | undefined {
    if (this.left > 0) {
      this.left -= text.length;
      return undefined;
    }
    return attempt(() => {
      this.fd ??= this.open();
      const size = this.reserve(text).write(text);
      for (let done = 0; done < size; ) done += writeSync(this.fd, this.buffer, done, size - done, this.end + done);
      const position = this.end;
      this.end += size;
      return { position, size };
    });
  }

  /** Returns a text that was written. Throws `SpillError`. */
  read(position: number, size: number): string {
    return attempt(() => {
      if (this.buffer.length < size) this.buffer = Buffer.allocUnsafe(size);
      for (let done = 0; done < size; ) {
        const count = readSync(this.fd ?? -1, this.buffer, done, size - done, position + done);
        if (count === 0) throw new Error('The file was truncated.');
        done += count;
      }
      return this.buffer.toString('utf8', 0, size);
    });
  }

  /** Deletes the file. The lists must not be used any more. */
  close(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
    this.folder = undefined;
  }

  private open(): number {
    this.folder = mkdtempSync(join(tmpdir(), 'skillwright-'));
    const fd = openSync(join(this.folder, 'events'), 'wx+', 0o600);
    try {
      rmSync(this.folder, { recursive: true });
      this.folder = undefined;
    } catch {
      // Windows may not remove the name of an open file.
    }
    return fd;
  }

  /** Returns a buffer that is large enough for a text. One buffer is reused, because memory outside the heap is freed late. */
  private reserve(text: string): Buffer {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    if (this.buffer.length < text.length * 3 && this.buffer.length < Buffer.byteLength(text))
      this.buffer = Buffer.allocUnsafe(Buffer.byteLength(text));
    return this.buffer;
  }
}

/** A list whose values can be in a file. They must be JSON values; reading them again gives equal, not identical ones. */
export class SpilledList<T> implements List<T> {
  private readonly file: SpillFile;
  /** The first values. */
  private kept: T[] = [];
  /** Positions and sizes of the others in the file. */
  private positions: number[] = [];
  private sizes: number[] = [];

  constructor(file: SpillFile) {
    this.file = file;
  }

  get length(): number {
    return this.kept.length + this.positions.length;
  }

  /** Adds a value at the end. Throws `SpillError`. */
  push(value: T): void {
    const place = this.file.write(jsonText(value));
    if (place === undefined) {
      this.kept.push(value);
      return;
    }
    this.positions.push(place.position);
    this.sizes.push(place.size);
  }

  at(index: number): T | undefined {
    if (index < this.kept.length) return this.kept.at(index);
    const place = index - this.kept.length;
    const position = this.positions[place];
    return position === undefined ? undefined : (JSON.parse(this.file.read(position, this.sizes[place] ?? 0)) as T);
  }

  /** Returns a list with another value at a position. */
  with(index: number, value: T): SpilledList<T> {
    const copy = new SpilledList<T>(this.file);
    for (let at = 0; at < this.length; at++) copy.push(at === index ? value : (this.at(at) as T));
    return copy;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as T;
  }
}

/** Returns a list whose values are computed from those of another list whenever they are read. */
export function mapList<T, U>(list: List<T>, map: (value: T) => U): List<U> {
  return {
    length: list.length,
    at(index) {
      const value = list.at(index);
      return value === undefined ? undefined : map(value);
    },
    *[Symbol.iterator]() {
      for (const value of list) yield map(value);
    },
  };
}

/** Returns the values at some positions of a list. */
export function pickFrom<T>(list: List<T>, positions: readonly number[]): List<T> {
  const at = (index: number): T | undefined => {
    const position = positions[index];
    return position === undefined ? undefined : list.at(position);
  };
  return {
    length: positions.length,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < positions.length; index++) yield at(index) as T;
    },
  };
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new SpillError(`Free space in ${tmpdir()}, or set TMPDIR: a temporary file failed. ${messageOf(error)}`);
  }
}
