import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../errors.ts';

/**
 * Returns the id of the eval in a folder, which its trials have in the queue, so that an interrupted eval finds them again. It is
 * random, because it separates the evals of several users of one queue.
 */
export function evalIdOf(folder: string): { readonly id: string } | { readonly message: string } {
  const file = join(folder, 'queue-id');
  try {
    const id = readFileSync(file, 'utf8').trim();
    if (/^[0-9a-f]{32}$/.test(id)) return { id };
  } catch {
    // It is created below.
  }
  const id = randomBytes(16).toString('hex');
  try {
    writeFileSync(`${file}.new`, `${id}\n`);
    renameSync(`${file}.new`, file);
    return { id };
  } catch (error) {
    return { message: `Make room or choose another folder with --out: ${messageOf(error)}` };
  }
}
