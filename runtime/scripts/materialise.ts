import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { messageOf } from '../errors.ts';
import { megabytes, readSkillFiles } from '../skill-files/skill-files.ts';
import type { ScriptFailure } from './executor.ts';

/** Bytes of all files of a skill above which ADK warns, and so do we. */
const MANY_BYTES = 16 * 1024 * 1024;

export interface Workplace {
  readonly kind: 'workplace';
  /** Absolute path, links followed. */
  readonly folder: string;
  /** What `remove` removes: `folder`, or a folder around it. */
  readonly whole: string;
  /** What of the skill is not there, or is very large. */
  readonly notes: readonly string[];
  remove(): void;
}

/**
 * A fresh folder of our own with every file of the skill at `root`, see `layOut`. It lies in another, which is ours alone
 * (0700) and which no sandbox binds: a script may open its own folder to everyone, and what it puts there (a program that
 * runs as its owner) is out of other users' reach all the same.
 */
export async function materialise(
  root: string,
  maxBytes: number,
  signal: AbortSignal,
  expected?: string,
): Promise<Workplace | ScriptFailure> {
  let whole: string;
  let folder: string;
  try {
    whole = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-script-'));
    folder = join(whole, 'skill');
    mkdirSync(folder);
  } catch (error) {
    return failed(error);
  }
  const remove = (): void => {
    workplaces.delete(whole);
    removeFolder(whole);
  };
  if (!listening) process.once('exit', removeAll);
  listening = true;
  workplaces.add(whole);
  const laid = await layOut(root, folder, maxBytes, signal, expected);
  if (laid.kind === 'laid') return { kind: 'workplace', folder, whole, notes: laid.notes, remove };
  remove();
  return laid;
}

/**
 * Copies every file of the skill at `root`, text and binary, into `folder`, an empty folder that nobody else writes to.
 * A link that leads out of the skill is left out. `expected` is the hash of the files that a person approved: nothing else
 * is laid out. Gives up when `signal` fires.
 */
export async function layOut(
  root: string,
  folder: string,
  maxBytes: number,
  signal: AbortSignal,
  expected?: string,
): Promise<{ readonly kind: 'laid'; readonly notes: readonly string[] } | ScriptFailure> {
  const read = await readSkillFiles(root, maxBytes, signal, (file, bytes) => {
    const target = resolve(folder, file);
    if (!target.startsWith(folder + sep)) throw new Error(`${file} leads out of the folder`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes, { mode: file.startsWith('scripts/') ? 0o755 : 0o644, flag: 'wx' });
  });
  if (read.kind === 'failed') return read;
  const { hash, total, left, truncated } = read;
  if (expected !== undefined && hash !== expected) {
    const message = "The skill's files changed after the approval, so nothing was run. Ask for it again.";
    return { kind: 'failed', code: 'SKILL_CHANGED', message };
  }
  const notes = [
    ...(total > MANY_BYTES ? [`The files of the skill are ${megabytes(total)}: laying them out takes its time.`] : []),
    ...(left > 0
      ? [`Files not laid out for the script, as they lead out of the skill or cannot be read: ${left}.`]
      : []),
    ...(truncated ? ['The skill has too many files or folders; not all are laid out for the script.'] : []),
  ];
  return { kind: 'laid', notes };
}

/** Folders in use. A run that is cancelled ends the process before its script's end is noticed. */
const workplaces = new Set<string>();
let listening = false;

function removeAll(): void {
  for (const folder of workplaces) removeFolder(folder);
}

/** Removes what a script leaves, folders too that it made read-only. Never throws. */
function removeFolder(folder: string): void {
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 2, retryDelay: 50 });
  try {
    remove();
  } catch {
    try {
      openUp(folder);
      remove();
    } catch {
      // What belongs to someone else stays in the system's temporary folder.
    }
  }
}

function openUp(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) openUp(join(folder, entry.name));
}

function failed(error: unknown): ScriptFailure {
  return {
    kind: 'failed',
    code: 'EXECUTION_ERROR',
    message: `The skill's files cannot be laid out: ${messageOf(error)}`,
  };
}
