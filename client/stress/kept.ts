import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StressedSkill } from '../../runtime/protocol/stress.ts';
import { isObject, text } from '../panel/trace/read.ts';

/** A test as its page shows it. */
export interface KeptTest {
  /** The skill's folder, as this system writes it. */
  readonly root: string;
  /** Of its panel: VS Code brings it back after a restart, and it tells the panels apart. */
  readonly title: string;
  readonly page: string;
  readonly skill: StressedSkill;
  /** Hashes of the skill's texts that were tested, by their paths. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Another one is of an extension that wrote something else. */
const VERSION = 1;

/**
 * The tests whose pages are open, in the extension's own storage of this workspace (`folder`, an absolute path), so that the
 * pages are there again after a restart: they have no scripts, so they cannot keep anything themselves. Where nothing can
 * be written, nothing is kept.
 */
export class KeptTests {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  keep(test: KeptTest): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(this.#fileOf(test.root), JSON.stringify({ version: VERSION, ...test }));
    } catch {
      // The page is gone with the window then.
    }
  }

  forget(root: string): void {
    try {
      rmSync(this.#fileOf(root), { force: true });
    } catch {
      // It is read as the page of a panel that is not there.
    }
  }

  all(): readonly KeptTest[] {
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

function read(file: string): KeptTest | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(value) || value.version !== VERSION || !isObject(value.skill) || !isObject(value.texts))
      return undefined;
    const [root, title, page] = ['root', 'title', 'page'].map((key) => text(value, key));
    if (!root || !title || !page || !Array.isArray(value.skill.causes)) return undefined;
    // Written by this extension alone, in a place of its own.
    return value as unknown as KeptTest;
  } catch {
    return undefined;
  }
}
