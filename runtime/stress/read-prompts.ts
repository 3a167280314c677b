import { diskFiles } from '../../skill/disk.ts';
import { formatCount } from '../text/count.ts';

/** Maximum number of prompts in a file; more are probably a mistake. */
const MAX_PROMPTS = 1_000;
const MAX_LENGTH = 2_000;

/**
 * Reads the prompts of a file, one per line, without empty lines. A problem is returned as a message. Devices and pipes are
 * not read, because they may never end.
 */
export function readPrompts(file: string): readonly string[] | string {
  const read = diskFiles().read(file);
  if (read.kind === 'missing') return `The file of prompts ${file} does not exist.`;
  if (read.kind === 'too-large')
    return `Write at most ${MAX_PROMPTS} prompts: ${file} has ${formatCount(read.size, 'byte')}.`;
  if (read.kind === 'binary') return `The prompts in ${file} cannot be read: it is not UTF-8 text.`;
  if (read.kind === 'unreadable') return `The prompts in ${file} cannot be read: ${read.message}.`;
  const prompts = read.text
    .split(/\r?\n/)
    .map(oneLine)
    .filter((line) => line !== '');
  if (prompts.length === 0) return `Write one prompt per line: ${file} has none.`;
  return prompts.length > MAX_PROMPTS ? `Write at most ${MAX_PROMPTS} prompts: ${file} has more.` : prompts;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
}
