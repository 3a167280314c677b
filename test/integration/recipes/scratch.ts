import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The manual changes of one recipe, by path: a new file, or a change of an existing one. */
export type Steps = Readonly<Record<string, string | ((text: string) => string)>>;

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A copy of this checkout without build results, sharing its `node_modules`. */
export class Scratch {
  readonly root = mkdtempSync(join(realpathSync(tmpdir()), 'sw-recipes-'));
  readonly #files: readonly string[];

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
    });
    // A deleted file is listed until the deletion is committed.
    this.#files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
    for (const file of this.#files) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      cpSync(join(root, file), join(this.root, file));
    }
    // The incremental state of `tsc -b` for unchanged files, if available: it saves most of the time.
    const types = join(root, '.cache/types');
    if (existsSync(types)) cpSync(types, join(this.root, '.cache/types'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.root, 'node_modules'), 'junction');
  }

  /** Applies the steps of a recipe, except one. */
  add(steps: Steps, without?: string): void {
    for (const [file, step] of Object.entries(steps)) {
      if (file === without) continue;
      const path = join(this.root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof step === 'string' ? step : step(this.read(file)));
    }
  }

  /** Returns the files of this checkout that the copy lacks, or has with another content. */
  changedFiles(): readonly string[] {
    return this.#files.filter((file) => {
      const copy = join(this.root, file);
      return !existsSync(copy) || !readFileSync(copy).equals(readFileSync(join(root, file)));
    });
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  /** Restores a file to its state in this checkout; removes it if it does not exist there. */
  restore(file: string): void {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(this.root, file));
    else rmSync(join(this.root, file), { force: true });
  }

  /** Runs Node on a script of the copy. */
  node(script: string, ...args: readonly string[]): CommandResult {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd: this.root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', SKILLWRIGHT_SIMULATED_DELAY: '0' },
    });
    return { code: status, stdout, stderr };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Returns a change that inserts `text` before the only occurrence of `mark`. */
export const insertBefore =
  (mark: string, text: string): ((complete: string) => string) =>
  (complete) => {
    const [head, tail, ...more] = complete.split(mark);
    if (tail === undefined || more.length > 0) throw new Error(`Expected exactly one occurrence of: ${mark}`);
    return head + text + mark + tail;
  };
