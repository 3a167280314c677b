import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readFileText } from '../../confined/read-file.ts';
import { replaceFile } from '../../confined/write-file.ts';
import { messageOf } from '../../errors.ts';

/**
 * Returns the id of the eval in a folder, which its trials have in the queue, so that an interrupted eval finds them again. It is
 * random, because it separates the evals of several users of one queue.
 */
export function evalIdOf(folder: string): { readonly id: string } | { readonly message: string } {
  const file = join(folder, 'queue-id');
  const read = readFileText(file);
  const known = read.kind === 'text' ? read.text.trim() : '';
  if (/^[0-9a-f]{32}$/.test(known)) return { id: known };
  const id = randomBytes(16).toString('hex');
  try {
    replaceFile(file, [`${id}\n`]);
    return { id };
  } catch (error) {
    return { message: `Make room or choose another folder with --out: ${messageOf(error)}` };
  }
}
