/** Which run was the last one of each skill, and what it missed there. */
import { isInside } from '../editor/is-inside.ts';
import type { SavedRun } from '../runs/saved.ts';
import type { Ask } from './asks.ts';
import { type Miss, MissReader } from './collect.ts';

/** What the last run of a skill missed in the words of one of its files. */
export interface FileMisses {
  readonly journal: string;
  readonly simulated: boolean;
  readonly misses: readonly Miss[];
  /** Of a SKILL.md: what was asked for and was there. */
  readonly asks?: readonly Ask[];
}

/** What the last run that turned to a skill did to it. */
export interface LastRun {
  readonly run: SavedRun;
  /** Whether the model loaded it, or asked for one of its files; else it only could have. */
  readonly loaded: boolean;
  /** How many of its requests for files of this skill missed. */
  readonly misses: number;
  /** Paths, relative to the skill, that it asked for and got. */
  readonly found: ReadonlySet<string>;
}

/** Journals read at most, newest first; a skill that none of them is about has no last run. */
const MOST_RUNS = 40;
/** A cause is in Markdown; nothing else is looked at. */
const MARKDOWN = /\.(md|markdown|mdx)$/i;

/** Keeps how far each journal was read, so that a run that goes on is read once. */
export class LatestMisses {
  #readers = new Map<string, MissReader>();
  #last: ReadonlyMap<string, LastRun> = new Map();

  /** By the skill's folder, as the last look found it. */
  get last(): ReadonlyMap<string, LastRun> {
    return this.#last;
  }

  /**
   * Misses by absolute path of the file.
   * @param runs newest first
   * @param folders the workspace's: a journal may name any file, and only those in here are looked at
   */
  async of(runs: readonly SavedRun[], folders: readonly string[]): Promise<ReadonlyMap<string, FileMisses>> {
    // What a stress test played is not what its user did last.
    const own = runs.filter((run) => run.started.stress !== true);
    const open = new Set(
      own.flatMap((run) => run.started.skills.map((skill) => skill.root)).filter((root) => isInside(folders, root)),
    );
    const files = new Map<string, FileMisses>();
    const readers = new Map<string, MissReader>();
    const last = new Map<string, LastRun>();
    for (const run of own) {
      if (open.size === 0 || readers.size >= MOST_RUNS) break;
      if (!run.started.skills.some((skill) => open.has(skill.root))) continue;
      const reader = this.#readers.get(run.journal) ?? new MissReader(run.journal);
      readers.set(run.journal, reader);
      await reader.read();
      for (const root of reader.told) {
        if (!open.delete(root)) continue;
        add(files, reader, root);
        last.set(root, lastRun(run, reader, root));
      }
    }
    this.#readers = readers;
    this.#last = last;
    return files;
  }
}

function lastRun(run: SavedRun, reader: MissReader, root: string): LastRun {
  const misses = reader.misses.filter(({ cause }) => isInside([root], cause.file)).length;
  const found = new Set(reader.asksOf(root).map(({ path }) => path));
  return { run, loaded: reader.hasTouched(root), misses, found };
}

function add(files: Map<string, FileMisses>, reader: MissReader, root: string): void {
  const { journal, simulated, misses } = reader;
  const byFile = Map.groupBy(
    misses.filter(({ cause }) => MARKDOWN.test(cause.file) && isInside([root], cause.file)),
    ({ cause }) => cause.file,
  );
  for (const [file, found] of byFile) files.set(file, { journal: journal.path, simulated, misses: found });
  const asks = reader.asksOf(root);
  const file = `${root}/SKILL.md`;
  if (asks.length > 0) files.set(file, { journal: journal.path, simulated, misses: [], ...files.get(file), asks });
}
