import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type Loose, text } from '../panel/trace/read.ts';

/** A page with results of a skill, of which there is one for each skill. */
export interface SavedPage {
  /** The skill's folder, in the platform's notation. */
  readonly root: string;
  /** The title of its panel, which VS Code restores after a restart and which identifies the panel. */
  readonly title: string;
  readonly page: string;
}

/** The version of the file format. Files of other versions are ignored. */
const VERSION = 1;

/**
 * Stores the pages with the last results of skills in the extension's workspace storage, so that they can be shown after a
 * restart. They have no scripts and so cannot save their own state. Write errors are ignored.
 */
export class SavedPages<T extends SavedPage> {
  readonly #folder: string;
  readonly #parse: (fields: Loose) => T | undefined;

  /**
   * @param folder an absolute path
   * @param parse returns the page in a file that has the fields of every page; undefined if others are missing. Only this
   *   extension writes to the folder, so that the fields themselves are trusted.
   */
  constructor(folder: string, parse: (fields: Loose) => T | undefined) {
    this.#folder = folder;
    this.#parse = parse;
  }

  save(saved: T): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(this.#fileOf(saved.root), JSON.stringify({ version: VERSION, ...saved }));
    } catch {
      // The page will not be restored after a restart.
    }
  }

  remove(root: string): void {
    try {
      rmSync(this.#fileOf(root), { force: true });
    } catch {
      // A leftover file has no panel to restore, so it has no effect.
    }
  }

  /** Returns the page of the skill in a folder. */
  find(root: string): T | undefined {
    return this.#read(this.#fileOf(root));
  }

  all(): readonly T[] {
    try {
      return readdirSync(this.#folder).flatMap((name) => this.#read(join(this.#folder, name)) ?? []);
    } catch {
      return [];
    }
  }

  #read(file: string): T | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (!isObject(value) || value.version !== VERSION) return undefined;
      return ['root', 'title', 'page'].every((key) => text(value, key) !== '') ? this.#parse(value) : undefined;
    } catch {
      return undefined;
    }
  }

  #fileOf(root: string): string {
    return join(this.#folder, `${createHash('sha256').update(root).digest('hex')}.json`);
  }
}
