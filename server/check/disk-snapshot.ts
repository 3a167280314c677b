/**
 * All accesses to the disk during a run, with the file system's metadata. While the metadata of every path stays the
 * same, so does the result of the run. Like git with its index, only metadata is checked; almost no file is opened.
 */
import type { Stats } from 'node:fs';
import { type DiskObserver, diskFiles, statOf } from '../../skill/disk.ts';
import type { DirectoryEntry } from '../../skill/index.ts';
import { digest } from './cache-files.ts';

/** A snapshot as plain data, to be passed between threads and stored in a file. Lists are `[path, answer, path, answer, …]`. */
export interface DiskSnapshot {
  /** Opened files and listed folders, separated by `\0`. */
  readonly places: string;
  /** `NUMBERS` metadata values of each path; all -1 if nothing exists there, -2 if they cannot be trusted. */
  readonly numbers: Float64Array;
  /** Digests of contents, for paths whose metadata cannot be trusted or changes more often than the contents. */
  readonly seen: readonly string[];
  /** Paths of which only the kind was queried, and real paths. */
  readonly kinds: readonly string[];
  readonly realPaths: readonly string[];
  /** True if a path changed during the run, which makes the snapshot unusable. */
  readonly unsure: boolean;
}

const NUMBERS = 4;
/** A file modified within this many milliseconds may change again with the same timestamp: FAT has a resolution of two seconds. */
const MIN_AGE = 2000;
/** A folder modified within this many milliseconds probably has frequent changes. */
const ACTIVE_AGE = 24 * 3_600_000;

/** Records the disk accesses of one thread. */
export class DiskRecorder implements DiskObserver {
  readonly #places = new Map<string, readonly number[]>();
  readonly #seen = new Map<string, string>();
  readonly #kinds = new Map<string, string>();
  readonly #realPaths = new Map<string, string>();
  #unsure = false;

  file(path: string, stat: Stats | undefined, bytes?: Uint8Array): void {
    this.#place(path, numbersOf(stat));
    if (age(stat) < MIN_AGE) this.#note(this.#seen, path, digestOfFile(bytes));
  }

  folder(path: string, stat: Stats | undefined, entries: readonly DirectoryEntry[]): void {
    this.#place(path, numbersOf(stat));
    if (age(stat) < ACTIVE_AGE) this.#note(this.#seen, path, digestOfFolder(entries));
  }

  kind(path: string, kind: 'file' | 'folder' | undefined): void {
    this.#note(this.#kinds, path, kind ?? '');
  }

  realPath(path: string, real: string | undefined): void {
    this.#note(this.#realPaths, path, real ?? '');
  }

  /** Merges the accesses of another thread. */
  add(other: DiskSnapshot): void {
    this.#unsure ||= other.unsure;
    everyPlace(other, (path, at) => {
      this.#place(path, [...other.numbers.subarray(at, at + NUMBERS)]);
      return true;
    });
    everyAnswer(other.seen, (path, answer) => this.#note(this.#seen, path, answer));
    everyAnswer(other.kinds, (path, answer) => this.#note(this.#kinds, path, answer));
    everyAnswer(other.realPaths, (path, answer) => this.#note(this.#realPaths, path, answer));
  }

  /** Returns everything recorded. */
  all(): DiskSnapshot {
    return {
      places: [...this.#places.keys()].join('\0'),
      numbers: Float64Array.from([...this.#places.values()].flat()),
      seen: [...this.#seen].flat(),
      kinds: [...this.#kinds].flat(),
      realPaths: [...this.#realPaths].flat(),
      unsure: this.#unsure,
    };
  }

  #place(path: string, numbers: readonly number[]): void {
    const known = this.#places.get(path);
    if (known === undefined) this.#places.set(path, numbers);
    else if (known.some((one, index) => one !== numbers[index])) this.#unsure = true;
  }

  #note(answers: Map<string, string>, path: string, answer: string): true {
    const known = answers.get(path);
    if (known !== undefined && known !== answer) this.#unsure = true;
    answers.set(path, answer);
    return true;
  }
}

/** Returns true if every access would give the same result again. */
export function isUnchanged(snapshot: DiskSnapshot): boolean {
  const { numbers, kinds, realPaths } = snapshot;
  const seen = new Map<string, string>();
  everyAnswer(snapshot.seen, (path, answer) => seen.set(path, answer) !== undefined);
  const disk = diskFiles();
  return (
    everyAnswer(kinds, (path, answer) => (disk.kind(path) ?? '') === answer) &&
    everyAnswer(realPaths, (path, answer) => (disk.realPath(path) ?? '') === answer) &&
    everyPlace(snapshot, (path, at) => {
      const stat = statOf(path);
      if (stat === undefined) return numbers[at] === -1;
      const same =
        numbers[at] === stat.size &&
        numbers[at + 1] === stat.mtimeMs &&
        numbers[at + 2] === stat.ctimeMs &&
        numbers[at + 3] === stat.ino;
      return same || (seen.has(path) && digestNow(path, stat) === seen.get(path));
    })
  );
}

function numbersOf(stat: Stats | undefined): readonly number[] {
  if (stat === undefined) return [-1, -1, -1, -1];
  return age(stat) < MIN_AGE ? [-2, -2, -2, -2] : [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino];
}

/** Returns the milliseconds since the last change. */
const age = (stat: Stats | undefined): number =>
  stat === undefined ? Number.POSITIVE_INFINITY : Date.now() - Math.max(stat.mtimeMs, stat.ctimeMs);

const digestOfFile = (bytes: Uint8Array | undefined): string => (bytes ? digest(bytes) : '');
const digestOfFolder = (entries: readonly DirectoryEntry[]): string => digest(JSON.stringify(entries));

function digestNow(path: string, stat: Stats): string | undefined {
  let answer: string | undefined;
  const note = {
    file: (_: string, __: Stats | undefined, bytes?: Uint8Array) => {
      answer = digestOfFile(bytes);
    },
    folder: (_: string, __: Stats | undefined, entries: readonly DirectoryEntry[]) => {
      answer = digestOfFolder(entries);
    },
    kind: () => {},
    realPath: () => {},
  };
  const disk = diskFiles(note);
  if (stat.isDirectory()) disk.list(path);
  else disk.read(path);
  return answer;
}

/** Visits every path until `visit` returns false; returns true if it never does. */
function everyPlace({ places, numbers }: DiskSnapshot, visit: (path: string, at: number) => boolean): boolean {
  let from = 0;
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const end = places.indexOf('\0', from);
    if (!visit(places.slice(from, end < 0 ? undefined : end), at)) return false;
    from = end + 1;
  }
  return true;
}

function everyAnswer(answers: readonly string[], visit: (path: string, answer: string) => boolean): boolean {
  for (let index = 0; index < answers.length; index += 2) {
    if (!visit(answers[index] ?? '', answers[index + 1] ?? '')) return false;
  }
  return true;
}
