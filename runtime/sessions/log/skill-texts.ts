/** The texts of skills in the results of tools, which each client delivers in its own form. */
import { readFrontmatter } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import { fieldsOf, isFields, listOf, textOf } from './values.ts';

/** Maximum length of a skill's text that is parsed, in characters. */
export const MAX_TEXT = 500_000;

/** Returns the folder that the client announces with the text of a skill. */
export function baseFolder(text: string): string | undefined {
  const [, folder] = /^Base directory for this skill:(.*)$/m.exec(text.slice(0, 4000)) ?? [];
  return folder === undefined || folder.trim() === '' ? undefined : folder.trim().replace(/^file:\/\//, '');
}

/** Returns the text that a result shows to the model. */
export function plainText(value: Json): string {
  if (typeof value === 'string') return value;
  const texts = listOf(value).map((part) => textOf(fieldsOf(part).text) ?? textOf(part) ?? '');
  if (texts.length > 0) return texts.join('\n');
  if (!isFields(value)) return '';
  return Object.values(value)
    .filter((part) => typeof part === 'string')
    .join('\n');
}

/** Removes the line numbers that some clients put before each line, and everything before the text of a file. */
export function withoutLineNumbers(text: string): string {
  const plain = /^ *1(?:→|\t|: |\. )/.test(text) ? text.replace(/^ *\d+(?:→|\t|: |\. )/gm, '') : text;
  // Codex and others put the exit code first.
  return plain.replace(/^[\s\S]{0,300}?^Output:\n(?=---\n)/m, '');
}

/** Returns the name in the frontmatter of a SKILL.md; undefined if it has none. */
export function nameIn(text: string): string | undefined {
  const { frontmatter } = readFrontmatter(text.slice(0, MAX_TEXT));
  return frontmatter.kind === 'valid' ? textOf(frontmatter.data.name) : undefined;
}
