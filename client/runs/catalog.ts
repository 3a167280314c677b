/** The runs on disk, read again only where their files changed. Knows no `vscode`. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunMeta, readMeta } from './meta.ts';
import { isHeld } from './removal.ts';
import { type SavedRun, savedRun } from './saved.ts';

export interface ListedRun {
  readonly run: SavedRun;
  readonly meta: RunMeta;
  /** A process works on it, whoever's. */
  readonly held: boolean;
}

interface Known {
  readonly stamp: string;
  readonly run: SavedRun | undefined;
  readonly meta: RunMeta;
}

/** Runs looked at side by side: the disk is asked, the extension host answers others in between. */
const AT_ONCE = 16;

export class Catalog {
  readonly #known = new Map<string, Known>();

  /** The runs in these folders of runs, newest first. A folder without a readable journal is left out. */
  async list(folders: readonly string[]): Promise<readonly ListedRun[]> {
    const places: string[] = [];
    for (const folder of folders) {
      // What was deleted and may come back has a dot before it.
      const names = await readdir(folder).catch(() => []);
      places.push(...names.filter((name) => !name.startsWith('.')).map((name) => join(folder, name)));
    }
    const runs: ListedRun[] = [];
    for (let from = 0; from < places.length; from += AT_ONCE) {
      const some = await Promise.all(places.slice(from, from + AT_ONCE).map((folder) => this.#look(folder)));
      runs.push(...some.flatMap((one) => one ?? []));
    }
    const there = new Set(places);
    for (const folder of this.#known.keys()) if (!there.has(folder)) this.#known.delete(folder);
    return runs.sort((a, b) => b.run.started.time.localeCompare(a.run.started.time));
  }

  async #look(folder: string): Promise<ListedRun | undefined> {
    const journal = join(folder, 'journal.jsonl');
    const stamp = `${await stampOf(journal)} ${await stampOf(join(folder, 'meta.json'))}`;
    let known = this.#known.get(folder);
    if (known?.stamp !== stamp) {
      const run = savedRun(journal);
      known = { stamp, run, meta: run === undefined ? {} : await readMeta(folder) };
      this.#known.set(folder, known);
    }
    const { run, meta } = known;
    return run && { run, meta, held: run.finished === undefined && isHeld(journal) };
  }
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? '' : `${found.mtimeMs} ${found.size} ${found.ino}`;
}
