/** What a file that is yet to be written begins with, as the text that leads there promises. */
import { basename, isMarkdown, stem } from '../../../skill/index.ts';
import type { ResolvedReference } from '../../rules/analysis.ts';
import { inSkill } from '../../rules/writing.ts';
import type { ActionInput } from './offer.ts';

/** Words of a link that name nothing. */
const EMPTY_WORDS = /^(?:here|this|that|it|see|link|file|more|read more|details?|docs?|the docs|above|below)$/i;

/** The end of lines of a text. */
export const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/**
 * The title of a Markdown file that is to be made, and the headings that links already lead to; empty for other files.
 * @param file relative to the skill
 */
export function firstText({ document, skill, analysis }: ActionInput, file: string): string {
  if (!isMarkdown(file)) return '';
  const eol = lineEndOf(document.text);
  const there = analysis.references.filter(
    ({ reference, resolution }) => resolution.kind === 'missing' && inSkill(reference, document, skill.root) === file,
  );
  const words = there.flatMap((one) => linkWords(document.text, one) ?? []);
  const title = words[0] ?? capital(spaced(stem(basename(file))));
  const anchors = new Set(there.flatMap(({ reference }) => reference.anchor?.name ?? []));
  const sections = [...anchors].map((name) => `${eol}## ${capital(spaced(name))}${eol}`);
  return `# ${title}${eol}${sections.join('')}`;
}

/** The words of a link that name the thing, without mark-up; undefined where they are a path, or say nothing. */
function linkWords(text: string, { reference: { form, range } }: ResolvedReference): string | undefined {
  if (form !== 'link') return undefined;
  const before = text.slice(Math.max(0, range.start - 300), range.start);
  const words = /\[([^[\]\r\n]{1,200})\]\([ \t]*<?$/.exec(before)?.[1]?.replace(/[`*_]/g, '').trim();
  if (words === undefined || words === '' || /[/\\]|\.\w{1,8}$/.test(words) || EMPTY_WORDS.test(words))
    return undefined;
  return capital(words);
}

export const spaced = (name: string): string => name.replace(/[-_]+/g, ' ').trim();
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
