import { createHash } from 'node:crypto';
import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { readBundle } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { yieldToEventLoop } from '../loop/interfaces/abort.ts';
import { readInside } from './read-inside.ts';
import { resolveInside } from './resource-files.ts';

/** Milliseconds of reading after which the event loop gets a turn. */
const YIELD_AFTER_MS = 20;

export interface SkillFiles {
  readonly kind: 'files';
  /** Hash of all paths and contents. It covers every file, because scripts import neighboring files. */
  readonly hash: string;
  /** Total size in bytes. */
  readonly total: number;
  /** Number of skipped files: links that lead out of the skill, and unreadable files. */
  readonly skipped: number;
  /** True if there are more files or folders than the limit. */
  readonly truncated: boolean;
}

/** A failure that makes the entire skill unusable for scripts. */
export interface SkillFilesFailure {
  readonly kind: 'failed';
  readonly code: 'EXECUTION_ERROR' | 'RESOURCES_TOO_LARGE';
  readonly message: string;
}

/**
 * Reads every file of the skill at `root` that a script may access and passes each to `onFile`, with whether its copy is
 * executable. Links that lead out of
 * the skill are skipped. Stops when `signal` aborts or the total exceeds `maxBytes`.
 */
export async function readSkillFiles(
  root: string,
  maxBytes: number,
  signal: AbortSignal,
  onFile: (file: string, bytes: Buffer, isExecutable: boolean) => void = () => undefined,
): Promise<SkillFiles | SkillFilesFailure> {
  const lines: string[] = [];
  let total = 0;
  let skipped = 0;
  let nextYield = performance.now() + YIELD_AFTER_MS;
  try {
    const bundle = readBundle(diskFiles(), root.replaceAll('\\', '/'));
    for (const file of bundle.files) {
      if (performance.now() > nextYield) {
        await yieldToEventLoop();
        if (signal.aborted) return { kind: 'failed', code: 'EXECUTION_ERROR', message: 'The run was cancelled.' };
        nextYield = performance.now() + YIELD_AFTER_MS;
      }
      const real = resolveInside(root, join(root, file));
      const stats = real === undefined ? undefined : lstatSync(real, { throwIfNoEntry: false });
      if (real === undefined || stats === undefined) {
        skipped++;
        continue;
      }
      total += stats.size;
      if (total > maxBytes) {
        const message = `The files of the skill exceed ${megabytes(maxBytes)} in total; its scripts cannot run.`;
        return { kind: 'failed', code: 'RESOURCES_TOO_LARGE', message };
      }
      const bytes = readInside(root, real);
      if (!Buffer.isBuffer(bytes)) {
        skipped++;
        continue;
      }
      // Skills call their scripts by path, whatever the mode in their archive was.
      onFile(file, bytes, file.startsWith('scripts/') || (stats.mode & 0o111) !== 0);
      lines.push(`${JSON.stringify(file)} ${createHash('sha256').update(bytes).digest('hex')}`);
    }
    const hash = createHash('sha256').update(lines.sort().join('\n')).digest('hex');
    return { kind: 'files', hash, total, skipped, truncated: bundle.truncated };
  } catch (error) {
    return {
      kind: 'failed',
      code: 'EXECUTION_ERROR',
      message: `The skill's files cannot be copied: ${messageOf(error)}`,
    };
  }
}

/** Maximum bytes of a workspace, and of a skill, that is copied for a client. */
export const MAX_COPY_BYTES = 256 * 1024 * 1024;

/**
 * Returns what to do about a folder that is too large to be copied; undefined if it is not, or cannot be read.
 * @param root absolute
 */
export function copyProblem(root: string, kind: 'workspace' | 'skill', maxBytes = MAX_COPY_BYTES): string | undefined {
  let total: number;
  try {
    const files = Array.from(readBundle(diskFiles(), root.replaceAll('\\', '/')).files, (file) => join(root, file));
    // Most folders are small, even with everything that links lead to; looking up where each file is takes far longer.
    if (sum(files.map((file) => sizeOf(file, statSync))) <= maxBytes) return undefined;
    const inside = files.map((file) => resolveInside(root, file)).filter((real) => real !== undefined);
    total = sum(inside.map((real) => sizeOf(real, lstatSync)));
  } catch {
    return undefined;
  }
  if (total <= maxBytes) return undefined;
  const advice = kind === 'skill' ? 'Make the skill smaller' : 'Choose a smaller workspace';
  return `${advice}: ${root} has ${megabytes(total)}, and ${megabytes(maxBytes)} can be copied.`;
}

function sizeOf(path: string, stat: typeof lstatSync): number {
  return stat(path, { throwIfNoEntry: false })?.size ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

export function megabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}
