import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { readBundle } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { yieldToEventLoop } from '../loop/abort.ts';
import { readInside } from './inside-file.ts';
import { followInside } from './resource-files.ts';

/** Milliseconds of reading after which everything else has its turn. */
const AT_A_TIME_MS = 20;

export interface SkillFiles {
  readonly kind: 'files';
  /** Of the paths and the content of all of them; scripts import what lies beside them, so one that changes changes it. */
  readonly hash: string;
  /** Bytes in all. */
  readonly total: number;
  /** Files left out: links that lead out of the skill, and what cannot be read. */
  readonly left: number;
  /** There are more files or folders than are looked at. */
  readonly truncated: boolean;
}

/** Nothing of the skill is used. */
export interface SkillFilesFailure {
  readonly kind: 'failed';
  readonly code: 'EXECUTION_ERROR' | 'RESOURCES_TOO_LARGE';
  readonly message: string;
}

/**
 * Reads every file of the skill at `root` that a script may see, and hands each to `take`. A link that leads out of the
 * skill is left out. Gives up when `signal` fires, and above `maxBytes`.
 */
export async function readSkillFiles(
  root: string,
  maxBytes: number,
  signal: AbortSignal,
  take: (file: string, bytes: Buffer) => void = () => undefined,
): Promise<SkillFiles | SkillFilesFailure> {
  const lines: string[] = [];
  let total = 0;
  let left = 0;
  let pause = performance.now() + AT_A_TIME_MS;
  try {
    const bundle = readBundle(diskFiles(), root.replaceAll('\\', '/'));
    for (const file of bundle.files) {
      if (performance.now() > pause) {
        await yieldToEventLoop();
        if (signal.aborted) return { kind: 'failed', code: 'EXECUTION_ERROR', message: 'The run was cancelled.' };
        pause = performance.now() + AT_A_TIME_MS;
      }
      const real = followInside(root, join(root, file));
      const size = real === undefined ? undefined : lstatSync(real, { throwIfNoEntry: false })?.size;
      if (real === undefined || size === undefined) {
        left++;
        continue;
      }
      total += size;
      if (total > maxBytes) {
        const message = `The files of the skill are larger than ${megabytes(maxBytes)} together; no script of it is run.`;
        return { kind: 'failed', code: 'RESOURCES_TOO_LARGE', message };
      }
      const bytes = readInside(root, real);
      if (!Buffer.isBuffer(bytes)) {
        left++;
        continue;
      }
      take(file, bytes);
      lines.push(`${JSON.stringify(file)} ${createHash('sha256').update(bytes).digest('hex')}`);
    }
    const hash = createHash('sha256').update(lines.sort().join('\n')).digest('hex');
    return { kind: 'files', hash, total, left, truncated: bundle.truncated };
  } catch (error) {
    return {
      kind: 'failed',
      code: 'EXECUTION_ERROR',
      message: `The skill's files cannot be laid out: ${messageOf(error)}`,
    };
  }
}

export function megabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}
