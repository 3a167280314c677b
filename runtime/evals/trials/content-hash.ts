import { createHash } from 'node:crypto';
import { EVAL_FILES } from '../../protocol/eval-files.ts';
import { copyProblem, MAX_COPY_BYTES, readSkillFiles } from '../../skill-files/skill-files.ts';

/** The content of a folder, or an error message. */
export type ContentHash =
  /** `files` has the paths by the hashes of their contents. */
  | { readonly kind: 'hash'; readonly hash: string; readonly files: ReadonlyMap<string, string> }
  | { readonly kind: 'failed'; readonly message: string };

/** Returns the hash of a folder's files without its eval files. */
export async function contentHash(root: string, signal: AbortSignal): Promise<ContentHash> {
  const lines: string[] = [];
  const files = new Map<string, string>();
  const read = await readSkillFiles(root, MAX_COPY_BYTES, signal, (file, bytes, isExecutable) => {
    if (EVAL_FILES.test(file)) return;
    const hash = hashBytes(bytes);
    lines.push(`${JSON.stringify(file)} ${hash}${modeOf(file, isExecutable)}`);
    files.set(hash, file);
  });
  if (read.kind === 'failed') return { kind: 'failed', message: copyProblem(root, 'skill') ?? read.message };
  return { kind: 'hash', hash: hashBytes(lines.sort().join('\n')), files };
}

/** Returns the SHA-256 of a content in hexadecimal digits. */
export function hashBytes(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the mode of a file as a part of a hash. Scripts are always executable, so that their modes make no difference. */
export function modeOf(file: string, isExecutable: boolean): string {
  return isExecutable && !file.startsWith('scripts/') ? ' executable' : '';
}
