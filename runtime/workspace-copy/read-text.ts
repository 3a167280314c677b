import type { ConfinedFiles } from '../confined/confined-files.ts';
import type { FileChange } from '../protocol/events.ts';

/** Maximum bytes of one text. */
const MAX_TEXT = 128 * 1024;

/** The text of a file, or the reason why there is none. */
export type TextResult =
  | { readonly kind: 'text'; readonly text: string; readonly isExecutable: boolean }
  | { readonly kind: NonNullable<FileChange['omitted']> };

/** Reads a small text file of a workspace. A link at `path` (absolute) is not followed. */
export function readText(files: ConfinedFiles, path: string): TextResult {
  const located = files.locateEntry(path);
  if (located.kind !== 'found') return { kind: 'unknown' };
  const { stats } = located;
  if (stats.isSymbolicLink()) return { kind: 'link' };
  if (stats.isFile() && stats.size > MAX_TEXT) return { kind: 'large' };
  const bytes = files.readEntry(path, MAX_TEXT);
  if (!Buffer.isBuffer(bytes)) return { kind: 'unknown' };
  if (bytes.includes(0)) return { kind: 'binary' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: 'text', text, isExecutable: (stats.mode & 0o100) !== 0 };
  } catch {
    return { kind: 'binary' };
  }
}
