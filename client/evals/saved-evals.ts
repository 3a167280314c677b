import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseOutcome } from '../../runtime/protocol/evals.ts';
import type { TextHashes } from '../misses/text-hashes.ts';
import { isObject, text } from '../panel/trace/read.ts';

/** The last results of a skill. */
export interface SavedEval {
  /** The skill's folder, in the platform's notation. */
  readonly root: string;
  /** The title of its panel, which VS Code restores after a restart and which identifies the panel. */
  readonly title: string;
  readonly page: string;
  /** The page without links to VS Code. */
  readonly offlinePage: string;
  readonly cases: readonly CaseOutcome[];
  /** Hashes of the evaluated texts of the skill, by path. */
  readonly texts: TextHashes;
}

/** The version of the file format. Files of other versions are ignored. */
const VERSION = 1;

/**
 * Stores the last results of each skill in the extension's workspace storage (`folder`, an absolute path), so that they can be
 * shown after a restart. Write errors are ignored: the trials are stored elsewhere.
 */
export class SavedEvals {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  save(saved: SavedEval): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(this.#fileOf(saved.root), JSON.stringify({ version: VERSION, ...saved }));
    } catch {
      // The page will not be restored after a restart.
    }
  }

  /** Returns the results of the skill in a folder. */
  find(root: string): SavedEval | undefined {
    return read(this.#fileOf(root));
  }

  all(): readonly SavedEval[] {
    try {
      return readdirSync(this.#folder).flatMap((name) => read(join(this.#folder, name)) ?? []);
    } catch {
      return [];
    }
  }

  #fileOf(root: string): string {
    return join(this.#folder, `${createHash('sha256').update(root).digest('hex')}.json`);
  }
}

function read(file: string): SavedEval | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(value) || value.version !== VERSION || !isObject(value.texts)) return undefined;
    if (!Array.isArray(value.cases)) return undefined;
    const fields = ['root', 'title', 'page', 'offlinePage'].map((key) => text(value, key));
    // Only this extension writes to this folder, so the remaining fields are trusted.
    return fields.every(Boolean) ? (value as unknown as SavedEval) : undefined;
  } catch {
    return undefined;
  }
}
