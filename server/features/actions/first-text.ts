/** What a file that is yet to be written begins with, as the text that leads there promises. */
import { basename, isMarkdown, stem } from '../../../skill/index.ts';
import type { ResolvedReference } from '../../rules/analysis.ts';
import { inSkill } from '../../rules/writing.ts';
import type { ActionInput } from './offer.ts';

/** Words of a link that name nothing. */
const EMPTY_WORDS = /^(?:here|this|that|it|see|link|file|more|read more|details?|docs?|the docs|above|below)$/i;

/** The end of lines of a text. */
export const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** What the texts of new files are made from, of one document. */
interface Promised {
  readonly eol: string;
  /** The references to files that are missing, by their paths relative to the skill. */
  readonly missing: ReadonlyMap<string, readonly ResolvedReference[]>;
}

/** A document may have thousands of missing files, each of which is asked about. */
const kept = new WeakMap<ActionInput['analysis'], Promised>();

function promisedIn({ document, skill, analysis }: ActionInput): Promised {
  const known = kept.get(analysis);
  if (known) return known;
  const missing = new Map<string, ResolvedReference[]>();
  for (const one of analysis.references) {
    const path = one.resolution.kind === 'missing' ? inSkill(one.reference, document, skill.root) : undefined;
    if (path === undefined) continue;
    const others = missing.get(path);
    if (others) others.push(one);
    else missing.set(path, [one]);
  }
  const promised = { eol: lineEndOf(document.text), missing };
  kept.set(analysis, promised);
  return promised;
}

/**
 * The title of a Markdown file that is to be made, and the headings that links already lead to; empty for other files.
 * @param file relative to the skill
 */
export function firstText(input: ActionInput, file: string): string {
  if (!isMarkdown(file)) return '';
  const { eol, missing } = promisedIn(input);
  const there = missing.get(file) ?? [];
  const words = there.flatMap((one) => linkWords(input.document.text, one) ?? []);
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
