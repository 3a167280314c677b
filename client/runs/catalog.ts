/** Lists the runs on disk and caches them until their files change. Independent of `vscode`. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLocked } from '../../runtime/disk/lock.ts';
import { type RunMeta, readMeta } from './meta.ts';
import { readSavedRun, type SavedRun } from './saved-runs.ts';

export interface ListedRun {
  readonly run: SavedRun;
  readonly meta: RunMeta;
  /** True if a live process, of this or another program, is working on the run. */
  readonly locked: boolean;
}

interface CachedRun {
  readonly stamp: string;
  readonly run: SavedRun | undefined;
  readonly meta: RunMeta;
}

/** Number of runs read concurrently. The reads are asynchronous, so the extension host stays responsive. */
const CONCURRENCY = 16;

export class Catalog {
  readonly #cache = new Map<string, CachedRun>();

  /** Lists the runs in these folders, newest first. Subfolders without a readable journal are skipped. */
  async list(folders: readonly string[]): Promise<readonly ListedRun[]> {
    const runFolders: string[] = [];
    for (const folder of folders) {
      // The names of deleted runs that can be restored begin with a dot. A link may lead anywhere.
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const own = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
      runFolders.push(...own.map(({ name }) => join(folder, name)));
    }
    const runs: ListedRun[] = [];
    for (let start = 0; start < runFolders.length; start += CONCURRENCY) {
      const batch = await Promise.all(runFolders.slice(start, start + CONCURRENCY).map((folder) => this.#read(folder)));
      runs.push(...batch.flatMap((one) => one ?? []));
    }
    const existing = new Set(runFolders);
    for (const folder of this.#cache.keys()) if (!existing.has(folder)) this.#cache.delete(folder);
    return runs.sort((a, b) => b.run.started.time.localeCompare(a.run.started.time));
  }

  async #read(folder: string): Promise<ListedRun | undefined> {
    const journal = join(folder, 'journal.jsonl');
    const stamp = `${await stampOf(journal)} ${await stampOf(join(folder, 'meta.json'))}`;
    let cached = this.#cache.get(folder);
    if (cached?.stamp !== stamp) {
      const run = readSavedRun(journal);
      cached = { stamp, run, meta: run === undefined ? {} : await readMeta(folder) };
      this.#cache.set(folder, cached);
    }
    const { run, meta } = cached;
    return run && { run, meta, locked: run.finished === undefined && isLocked(`${journal}.lock`) };
  }
}

async function stampOf(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
}
