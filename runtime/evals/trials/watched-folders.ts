import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { formatCount } from '../../text/count.ts';
import { TurnBudget } from '../../turn-budget.ts';

export interface WatchOptions {
  /** Absolute paths of the folders. Missing ones are ignored. */
  readonly folders: readonly string[];
  /** Absolute paths that the eval itself writes, with suffixes such as that of a lock. */
  readonly ownFiles: readonly string[];
}

/** Maximum number of files and folders that are compared. */
const MAX_ENTRIES = 300_000;
const ENTRIES_PER_TURN = 500;
/** Number of changes that are named. */
const MAX_NAMED = 5;
/** Folders of ours, in which other evals and runs may write. */
const OWN_FOLDER = '.skillwright';
/** The entries of a git folder that say what is committed and what git runs. Editors write others at any time. */
const GIT_ENTRIES = new Set(['HEAD', 'config', 'hooks', 'refs', 'heads', 'info', 'packed-refs']);

/**
 * Notices changes of files in the author's own folders, in which no client of an eval may write: each trial works on a copy.
 * Compares names, kinds, permissions, sizes and times.
 */
export class WatchedFolders {
  private readonly options: WatchOptions;
  private first: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(options: WatchOptions) {
    this.options = options;
  }

  /** Remembers the state of the folders, once: before the first client is started. */
  async start(): Promise<void> {
    this.first ??= this.look();
    await this.first;
  }

  /** Returns the files that were added, changed or deleted since, for display; undefined if there are none. */
  async changes(): Promise<string | undefined> {
    const before = await this.first;
    if (before === undefined) return undefined;
    const now = await this.look();
    const changed: string[] = [];
    for (const [path, state] of now) {
      const old = before.get(path);
      if (old !== state) changed.push(`${path} (${old === undefined ? 'added' : 'changed'})`);
    }
    for (const path of before.keys()) if (!now.has(path)) changed.push(`${path} (deleted)`);
    if (changed.length === 0) return undefined;
    const named = changed.slice(0, MAX_NAMED).join(', ');
    const more = changed.length - MAX_NAMED;
    return more > 0 ? `${named} and ${formatCount(more, 'more file')}` : named;
  }

  private async look(): Promise<ReadonlyMap<string, string>> {
    const states = new Map<string, string>();
    const budget = new TurnBudget(ENTRIES_PER_TURN);
    const pending = [...this.options.folders];
    const looked = new Set<string>();
    for (let folder = pending.shift(); folder !== undefined && states.size < MAX_ENTRIES; folder = pending.shift()) {
      if (looked.has(folder)) continue;
      looked.add(folder);
      for (const name of this.namesIn(folder)) {
        budget.spend(1);
        if (budget.isSpent) await budget.nextTurn();
        const path = join(folder, name);
        const stats = statsOf(path);
        if (stats === undefined) continue;
        states.set(path, stateOf(stats));
        if (stats.isDirectory()) pending.push(path);
      }
    }
    return states;
  }

  /** Returns the names in a folder that are compared, sorted. */
  private namesIn(folder: string): readonly string[] {
    const home = homedir();
    // Everything that runs writes there: caches, histories, temporary files.
    if (folder === tmpdir() || home.startsWith(`${folder.replace(/[\\/]$/, '')}${sep}`)) return [];
    const isGit = folder.split(sep).includes('.git');
    return namesOf(folder).filter((name) => {
      if (name === OWN_FOLDER || (folder === home && name.startsWith('.'))) return false;
      if (isGit && folder.endsWith(`${sep}.git`) && !GIT_ENTRIES.has(name)) return false;
      if (folder.endsWith(`.git${sep}refs`) && name !== 'heads') return false;
      const path = join(folder, name);
      return !this.options.ownFiles.some((own) => path === own || path.startsWith(`${own}.`));
    });
  }
}

/** Returns the state of a file or folder. The time and size of a folder change with every file that comes and goes. */
function stateOf(stats: Stats): string {
  const { mode, size, mtimeMs } = stats;
  return stats.isDirectory() ? `folder ${mode}` : `${mode} ${size} ${mtimeMs}`;
}

function statsOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function namesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
