/** Finds the last run of each skill and its misses. */
import { defined } from '../../runtime/text/objects.ts';
import { isInside } from '../editor/is-inside.ts';
import type { SavedRun } from '../runs/saved-runs.ts';
import type { FileRequest } from './file-requests.ts';
import { type Miss, MissReader } from './miss-reader.ts';

/** The misses of a skill's last run that the words of one file provoked. */
export interface FileMisses {
  /** Absolute path of the skill's folder. */
  readonly root: string;
  readonly journal: string;
  readonly simulated: boolean;
  /** The client that the run simulated, if any. */
  readonly client?: string;
  readonly misses: readonly Miss[];
  /** For a SKILL.md: the successful requests for bundled files. */
  readonly requests?: readonly FileRequest[];
}

/** A summary of the last run that used a skill. */
export interface LastRun {
  readonly run: SavedRun;
  /** True if the model loaded the skill or requested one of its files; false if it was only offered. */
  readonly loaded: boolean;
  /** Number of requests for files of this skill that missed. */
  readonly misses: number;
  /** Number of those that were fixed since: the words have changed, or the file exists by now. */
  readonly fixed?: number;
  /** Successfully requested paths, relative to the skill. */
  readonly foundPaths: ReadonlySet<string>;
}

/** Maximum number of journals to read, newest first. A skill used in none of them has no last run. */
const MAX_RUNS = 40;
/** The files that causes can be in; all others are ignored. */
const MARKDOWN = /\.(md|markdown|mdx)$/i;

/** Collects the misses of the last runs. Remembers the position in each journal, so that no event is read twice. */
export class LatestMisses {
  #readers = new Map<string, MissReader>();
  #last: ReadonlyMap<string, LastRun> = new Map();

  /** The last runs by the skill's folder, as of the last `collect`. */
  get lastRuns(): ReadonlyMap<string, LastRun> {
    return this.#last;
  }

  /**
   * Returns the misses by absolute path of the file.
   * @param runs newest first
   * @param folders the workspace folders; a journal can name any file, and files outside these are ignored
   */
  async collect(runs: readonly SavedRun[], folders: readonly string[]): Promise<ReadonlyMap<string, FileMisses>> {
    // Runs of stress tests do not count as the user's last run.
    const userRuns = runs.filter((run) => run.started.stress !== true);
    const pending = new Set(
      userRuns
        .flatMap((run) => run.started.skills.map((skill) => skill.root))
        .filter((root) => isInside(folders, root)),
    );
    const files = new Map<string, FileMisses>();
    const readers = new Map<string, MissReader>();
    const last = new Map<string, LastRun>();
    for (const run of userRuns) {
      if (pending.size === 0 || readers.size >= MAX_RUNS) break;
      if (!run.started.skills.some((skill) => pending.has(skill.root))) continue;
      const reader = this.#readers.get(run.journal) ?? new MissReader(run.journal);
      readers.set(run.journal, reader);
      await reader.read();
      for (const root of reader.relevantRoots) {
        if (!pending.delete(root)) continue;
        addFileMisses(files, reader, root);
        last.set(root, summarizeRun(run, reader, root));
      }
    }
    this.#readers = readers;
    this.#last = last;
    return files;
  }
}

function summarizeRun(run: SavedRun, reader: MissReader, root: string): LastRun {
  const misses = reader.misses.filter(({ cause }) => isInside([root], cause.file)).length;
  const foundPaths = new Set(reader.requestsFor(root).map(({ path }) => path));
  return { run, loaded: reader.hasUsed(root), misses, foundPaths };
}

function addFileMisses(files: Map<string, FileMisses>, reader: MissReader, root: string): void {
  const { simulated, misses, client } = reader;
  const run: Omit<FileMisses, 'misses'> = defined({ root, journal: reader.journal.path, simulated, client });
  const byFile = Map.groupBy(
    misses.filter(({ cause }) => MARKDOWN.test(cause.file) && isInside([root], cause.file)),
    ({ cause }) => cause.file,
  );
  for (const [file, found] of byFile) files.set(file, { ...run, misses: found });
  const requests = reader.requestsFor(root);
  const file = `${root}/SKILL.md`;
  if (requests.length > 0) files.set(file, { ...run, misses: [], ...files.get(file), requests });
}
