import { createHash } from 'node:crypto';
import { EVAL_FILES } from '../../protocol/eval-files.ts';
import { readSkillFiles } from '../../skill-files/skill-files.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** Returns the hash of a folder's files without its eval files, or an error message. */
export async function contentHash(
  root: string,
  signal: AbortSignal,
): Promise<{ readonly kind: 'hash'; readonly hash: string } | { readonly kind: 'failed'; readonly message: string }> {
  const lines: string[] = [];
  const read = await readSkillFiles(root, MAX_BYTES, signal, (file, bytes, isExecutable) => {
    if (!EVAL_FILES.test(file))
      lines.push(
        `${JSON.stringify(file)} ${createHash('sha256').update(bytes).digest('hex')}${modeOf(file, isExecutable)}`,
      );
  });
  if (read.kind === 'failed') return { kind: 'failed', message: read.message };
  return { kind: 'hash', hash: createHash('sha256').update(lines.sort().join('\n')).digest('hex') };
}

/** Returns the mode of a file as a part of a hash. Scripts are always executable, so that their modes make no difference. */
export function modeOf(file: string, isExecutable: boolean): string {
  return isExecutable && !file.startsWith('scripts/') ? ' executable' : '';
}
