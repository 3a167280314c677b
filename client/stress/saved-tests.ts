import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StressedSkill, StressedWords } from '../../runtime/protocol/stress.ts';
import { isObject, text } from '../panel/trace/read.ts';

/** A stress test and its page. */
export interface SavedTest {
  /** The skill's folder, in the platform's notation. */
  readonly root: string;
  /** The title of its panel, which VS Code restores after a restart and which identifies the panel. */
  readonly title: string;
  readonly page: string;
  readonly skill: StressedSkill;
  /** The words of the page, if it compares clients. */
  readonly words?: readonly StressedWords[];
  /** Hashes of the tested texts of the skill, by path. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The version of the file format. Files of other versions are ignored. */
const VERSION = 1;

/**
 * Stores the tests whose pages are open in the extension's workspace storage (`folder`, an absolute path), so that the pages
 * can be restored after a restart. They have no scripts and so cannot save their own state. Write errors are ignored.
 */
export class SavedTests {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  save(test: SavedTest): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(this.#fileOf(test.root), JSON.stringify({ version: VERSION, ...test }));
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

  all(): readonly SavedTest[] {
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

function read(file: string): SavedTest | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(value) || value.version !== VERSION || !isObject(value.skill) || !isObject(value.texts))
      return undefined;
    const [root, title, page] = ['root', 'title', 'page'].map((key) => text(value, key));
    if (!root || !title || !page || !Array.isArray(value.skill.causes)) return undefined;
    // Only this extension writes to this folder, so the remaining fields are trusted.
    return value as unknown as SavedTest;
  } catch {
    return undefined;
  }
}
