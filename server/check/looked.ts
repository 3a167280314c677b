/**
 * Every look at the disk that a run took, with what the system said about the place: while it says the same of all of
 * them, the run would see nothing else. Only places are asked again, next to nothing is opened, as git does with its index.
 */
import type { Stats } from 'node:fs';
import { type DiskObserver, diskFiles, statOf } from '../../skill/disk.ts';
import type { DirectoryEntry } from '../../skill/index.ts';
import { digest } from './kept-files.ts';

/** Plain data, that travels between threads and into a file. Lists are `[path, answer, path, answer, …]`. */
export interface Looked {
  /** Files that were opened, and folders whose entries were listed; between two there is a `\0`. */
  readonly places: string;
  /** Of each place `NUMBERS` numbers that change with it; all -1 where there was nothing, and -2 where they cannot be trusted. */
  readonly numbers: Float64Array;
  /** Digests of what was seen, where numbers cannot be trusted or change more often than what is seen. */
  readonly seen: readonly string[];
  /** Places of which only the kind was asked, and real paths. */
  readonly kinds: readonly string[];
  readonly realPaths: readonly string[];
  /** Whether a place changed while it was looked at: then all this proves nothing. */
  readonly unsure: boolean;
}

const NUMBERS = 4;
/** What was written this many milliseconds before a look may be written again without another time: FAT counts two seconds. */
const YOUNG = 2000;
/** A folder in which something changed this lately may be one where files come and go. */
const LIVELY = 24 * 3_600_000;

/** Notes the looks of one thread. */
export class Lookout implements DiskObserver {
  readonly #places = new Map<string, readonly number[]>();
  readonly #seen = new Map<string, string>();
  readonly #kinds = new Map<string, string>();
  readonly #realPaths = new Map<string, string>();
  #unsure = false;

  file(path: string, stat: Stats | undefined, bytes?: Uint8Array): void {
    this.#place(path, numbersOf(stat));
    if (age(stat) < YOUNG) this.#note(this.#seen, path, digestOfFile(bytes));
  }

  folder(path: string, stat: Stats | undefined, entries: readonly DirectoryEntry[]): void {
    this.#place(path, numbersOf(stat));
    if (age(stat) < LIVELY) this.#note(this.#seen, path, digestOfFolder(entries));
  }

  kind(path: string, kind: 'file' | 'folder' | undefined): void {
    this.#note(this.#kinds, path, kind ?? '');
  }

  realPath(path: string, real: string | undefined): void {
    this.#note(this.#realPaths, path, real ?? '');
  }

  /** Takes in what another thread looked at. */
  add(other: Looked): void {
    this.#unsure ||= other.unsure;
    eachPlace(other, (path, at) => {
      this.#place(path, [...other.numbers.subarray(at, at + NUMBERS)]);
      return true;
    });
    eachAnswer(other.seen, (path, answer) => this.#note(this.#seen, path, answer));
    eachAnswer(other.kinds, (path, answer) => this.#note(this.#kinds, path, answer));
    eachAnswer(other.realPaths, (path, answer) => this.#note(this.#realPaths, path, answer));
  }

  /** All of it. */
  all(): Looked {
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

/** Whether every look would see the same again. */
export function looksSame(looked: Looked): boolean {
  const { numbers, kinds, realPaths } = looked;
  const seen = new Map<string, string>();
  eachAnswer(looked.seen, (path, answer) => seen.set(path, answer) !== undefined);
  const disk = diskFiles();
  return (
    eachAnswer(kinds, (path, answer) => (disk.kind(path) ?? '') === answer) &&
    eachAnswer(realPaths, (path, answer) => (disk.realPath(path) ?? '') === answer) &&
    eachPlace(looked, (path, at) => {
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
  return age(stat) < YOUNG ? [-2, -2, -2, -2] : [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino];
}

/** How many milliseconds ago something changed at a place. */
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

/** Until one answers false; true where none did. */
function eachPlace({ places, numbers }: Looked, visit: (path: string, at: number) => boolean): boolean {
  let from = 0;
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const end = places.indexOf('\0', from);
    if (!visit(places.slice(from, end < 0 ? undefined : end), at)) return false;
    from = end + 1;
  }
  return true;
}

function eachAnswer(answers: readonly string[], visit: (path: string, answer: string) => boolean): boolean {
  for (let index = 0; index < answers.length; index += 2) {
    if (!visit(answers[index] ?? '', answers[index + 1] ?? '')) return false;
  }
  return true;
}
