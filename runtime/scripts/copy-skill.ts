import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { removeFolderNow } from '../disk/remove-folder.ts';
import { messageOf } from '../errors.ts';
import { megabytes, readSkillFiles } from '../skill-files/skill-files.ts';
import { createTemporaryFolder } from '../temporary/temporary-folder.ts';
import { untilExit } from '../temporary/until-exit.ts';
import { formatCount } from '../text/count.ts';
import type { ScriptFailure } from './executor.ts';

/** The name of the folder that a script runs in. */
const SCRIPT_FOLDER = 'skill';
/** Total size of a skill's files above which a note is added, as in ADK, in bytes. */
const LARGE_SKILL_BYTES = 16 * 1024 * 1024;

export interface SkillCopy {
  readonly kind: 'copy';
  /** Absolute path, links resolved. */
  readonly folder: string;
  /** The folder deleted by `remove`: `folder` or its parent. */
  readonly outerFolder: string;
  /** Notes about files that are missing or very large. */
  readonly notes: readonly string[];
  /** Never throws. What remains is removed by a later process. */
  remove(): void;
}

/**
 * Copies every file of the skill at `root` to a fresh folder, see `copyFiles`. Its parent folder is ours only (0700) and not
 * bound by any sandbox. A script can make its own folder accessible to everyone, but files that it puts there, such as a
 * setuid program, remain out of other users' reach.
 */
export async function copySkill(
  root: string,
  maxBytes: number,
  signal: AbortSignal,
  expected?: string,
): Promise<SkillCopy | ScriptFailure> {
  let outerFolder: string;
  let folder: string;
  try {
    outerFolder = createTemporaryFolder('script');
    folder = join(outerFolder, SCRIPT_FOLDER);
    mkdirSync(folder);
  } catch (error) {
    return failed(error);
  }
  // Cancelling a run ends this process before the end of its script is noticed.
  const remove = untilExit(() => removeFolders(outerFolder));
  const copied = await copyFiles(root, folder, maxBytes, signal, expected === undefined ? {} : { expected });
  if (copied.kind === 'copied') return { kind: 'copy', folder, outerFolder, notes: copied.notes, remove };
  remove();
  return copied;
}

/** Options for `copyFiles`. */
export interface CopyOptions {
  /** The hash of the files that the user approved. */
  readonly expected?: string;
  /** Returns true for a file, relative to the folder, that is not copied. */
  readonly leavesOut?: (file: string) => boolean;
  /** The name of what is copied, for notes, such as `the workspace`; absent for a skill whose script is run. */
  readonly source?: string;
}

/** The outcome of `copyFiles`. */
export interface CopiedFiles {
  readonly kind: 'copied';
  /** Hash of all paths and contents at `root`. */
  readonly hash: string;
  /** The files that were copied, relative to the folder. */
  readonly files: readonly string[];
  /** Notes about files that are missing or very large. */
  readonly notes: readonly string[];
}

/**
 * Copies every file of the skill at `root`, text and binary, into `folder`, an empty folder that only this process writes
 * to. Scripts and executable files are executable. Links that lead out of the skill are skipped. If `expected`, the hash of the files that the user approved, differs,
 * the copy fails. Stops when `signal` aborts. Returns the hash of all files at `root`, and the files that were copied.
 */
export async function copyFiles(
  root: string,
  folder: string,
  maxBytes: number,
  signal: AbortSignal,
  { expected, leavesOut, source }: CopyOptions = {},
): Promise<CopiedFiles | ScriptFailure> {
  const files: string[] = [];
  const read = await readSkillFiles(root, maxBytes, signal, (file, bytes, isExecutable) => {
    if (leavesOut?.(file) === true) return;
    const target = resolve(folder, file);
    if (!target.startsWith(folder + sep)) throw new Error(`${file} is outside the folder`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes, { mode: isExecutable ? 0o755 : 0o644, flag: 'wx' });
    files.push(file);
  });
  if (read.kind === 'failed') return read;
  const { hash, total, skipped, truncated } = read;
  if (expected !== undefined && hash !== expected) {
    const message = "Request the script again: the skill's files changed after the approval, so nothing was run.";
    return { kind: 'failed', code: 'SKILL_CHANGED', message };
  }
  const [name, purpose] = source === undefined ? ['the skill', ' for the script'] : [source, ''];
  const notes = [
    ...(total > LARGE_SKILL_BYTES ? [`Copying the files of ${name} takes time: they have ${megabytes(total)}.`] : []),
    ...(skipped > 0
      ? [
          `${formatCount(skipped, 'file')} of ${name} ${skipped === 1 ? 'was' : 'were'} not copied${purpose}: leading out of it, or unreadable.`,
        ]
      : []),
    ...(truncated ? [`There are too many files or folders in ${name}; some were not copied${purpose}.`] : []),
  ];
  return { kind: 'copied', hash, files, notes };
}

/** Deletes the folder of a script first, so that what remains is found by the record next to it. */
function removeFolders(outerFolder: string): void {
  if (removeFolderNow(join(outerFolder, SCRIPT_FOLDER)) === undefined) removeFolderNow(outerFolder);
}

function failed(error: unknown): ScriptFailure {
  return {
    kind: 'failed',
    code: 'EXECUTION_ERROR',
    message: `The skill's files cannot be copied: ${messageOf(error)}`,
  };
}
