import { diskFiles } from '../../skill/disk.ts';
import type { Skill } from '../../skill/index.ts';

/** Prompts that are made from a skill, at most. */
const MOST_MADE = 6;
/** Of a file, at most; a longer one is a slip. */
const MOST_READ = 1_000;
const LONGEST = 2_000;

/**
 * What a user who wants this skill might say: nothing but its name, its description, and the headings of its text, evenly
 * spread. Always at least one.
 */
export function promptsFor(skill: Skill): readonly string[] {
  const name = skill.name.replaceAll(/[-_]+/g, ' ');
  const description = firstSentence(skill.description);
  const headings = skill.manifest.headings.filter(({ depth }) => depth > 1).map(({ text }) => oneLine(text));
  const made = [
    `Please help me with ${name}.`,
    ...(description === '' ? [] : [description]),
    ...spread(
      [...new Set(headings)].filter((text) => text !== ''),
      MOST_MADE - 2,
    ).map((text) => `${text}, please.`),
  ];
  return [...new Set(made)];
}

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

function firstSentence(text: string): string {
  return oneLine(/^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
}

function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as T);
}
