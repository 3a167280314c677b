/** Generates the initial text of a new file from the text that references it. */
import { basename, isMarkdown, stem } from '../../../skill/index.ts';
import type { ResolvedReference } from '../../rules/rule/analysis.ts';
import { inSkill } from '../../rules/rule/writing.ts';
import type { ActionInput } from './offer.ts';

/** Link texts that do not name anything. */
const EMPTY_WORDS = /^(?:here|this|that|it|see|link|file|more|read more|details?|docs?|the docs|above|below)$/i;

/** Returns the line break of a text. */
export const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** Data for the texts of new files, collected from one document. */
interface NewFileData {
  readonly eol: string;
  /** References to missing files by path, relative to the skill. */
  readonly missing: ReadonlyMap<string, readonly ResolvedReference[]>;
}

/** Cached, since a document may have thousands of missing files. */
const cache = new WeakMap<ActionInput['analysis'], NewFileData>();

function newFileData({ document, skill, analysis }: ActionInput): NewFileData {
  const known = cache.get(analysis);
  if (known) return known;
  const missing = new Map<string, ResolvedReference[]>();
  for (const one of analysis.references) {
    const path = one.resolution.kind === 'missing' ? inSkill(one.reference, document, skill.root) : undefined;
    if (path === undefined) continue;
    const others = missing.get(path);
    if (others) others.push(one);
    else missing.set(path, [one]);
  }
  const data = { eol: lineEndOf(document.text), missing };
  cache.set(analysis, data);
  return data;
}

/**
 * Returns the title of a Markdown file to be created and the headings that links already target; empty for other files.
 * @param file relative to the skill
 */
export function initialText(input: ActionInput, file: string): string {
  if (!isMarkdown(file)) return '';
  const { eol, missing } = newFileData(input);
  const references = missing.get(file) ?? [];
  const words = references.flatMap((one) => linkWords(input.document.text, one) ?? []);
  const title = words[0] ?? capitalize(toWords(stem(basename(file))));
  const anchors = new Set(references.flatMap(({ reference }) => reference.anchor?.name ?? []));
  const sections = [...anchors].map((name) => `${eol}## ${capitalize(toWords(name))}${eol}`);
  return `# ${title}${eol}${sections.join('')}`;
}

/** Returns the text of a link without markup; undefined if it is a path or says nothing. */
function linkWords(text: string, { reference: { form, range } }: ResolvedReference): string | undefined {
  if (form !== 'link') return undefined;
  const before = text.slice(Math.max(0, range.start - 300), range.start);
  const words = /\[([^[\]\r\n]{1,200})\]\([ \t]*<?$/.exec(before)?.[1]?.replace(/[`*_]/g, '').trim();
  if (words === undefined || words === '' || /[/\\]|\.\w{1,8}$/.test(words) || EMPTY_WORDS.test(words))
    return undefined;
  return capitalize(words);
}

export const toWords = (name: string): string => name.replace(/[-_]+/g, ' ').trim();
export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
