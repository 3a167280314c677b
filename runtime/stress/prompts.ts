import { diskFiles } from '../../skill/disk.ts';

/** Of a file, at most; a longer one is a slip. */
const MOST_READ = 1_000;
const LONGEST = 2_000;

/**
 * The prompts of a file, one a line; empty lines are left out. What is wrong is a message. A device or a pipe is not read,
 * as it may never end.
 */
export function readPrompts(file: string): readonly string[] | string {
  const read = diskFiles().read(file);
  if (read.kind === 'missing') return `The prompts cannot be read: there is no file ${file}.`;
  if (read.kind === 'too-large')
    return `The prompts in ${file} are ${read.size} bytes: a slip? Write up to ${MOST_READ}.`;
  if (read.kind === 'binary') return `The prompts in ${file} cannot be read: it is no text in UTF-8.`;
  if (read.kind === 'unreadable') return `The prompts in ${file} cannot be read: ${read.message}.`;
  const prompts = read.text
    .split(/\r?\n/)
    .map(oneLine)
    .filter((line) => line !== '');
  if (prompts.length === 0) return `There is no prompt in ${file}. Write one a line.`;
  return prompts.length > MOST_READ ? `There are more than ${MOST_READ} prompts in ${file}.` : prompts;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
}
