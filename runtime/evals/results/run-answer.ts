import { closeSync, readSync } from 'node:fs';
import { openFile } from '../../confined/read-file.ts';

/** Maximum bytes of the end of a journal that are read. Longer answers are in a file of their own. */
const MAX_BYTES = 256 * 1024;

/** Returns the answer at the end of a journal; undefined if there is none, or if it is too long. */
export function answerIn(journal: string): string | undefined {
  try {
    const line: unknown = JSON.parse(lastLine(journal));
    if (typeof line !== 'object' || line === null || !('type' in line) || line.type !== 'run_finished')
      return undefined;
    return 'text' in line && typeof line.text === 'string' && line.text !== '' ? line.text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the last complete line of a file, or the end of a longer one. Throws if the file cannot be read. */
function lastLine(file: string): string {
  const opened = openFile(file);
  if (opened.kind !== 'open') throw new Error('it is not a regular file');
  const {
    fd,
    stats: { size },
  } = opened;
  try {
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
    readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString('utf8').trimEnd();
    return text.slice(text.lastIndexOf('\n') + 1);
  } finally {
    closeSync(fd);
  }
}
