/** Code actions that add an unreferenced bundled file to the skill's list of resources. */
import { isMarkdown, join, type SkillDocument, stem } from '../../../skill/index.ts';
import { MAX_OFFERED } from '../../rules/reference/reference-unreferenced.ts';
import type { Finding, TextEdit } from '../../rules/rule/rule.ts';
import { textEdits } from './edits.ts';
import { capitalize, lineEndOf, toWords } from './new-file-text.ts';
import { type ActionInput, KINDS, type Offer } from './offer.ts';

const CODE = 'reference.unreferenced';
const TITLE = 'Resources';
/** Headings of the section that lists a skill's files. */
const LIST =
  /^(?:(?:bundled|additional|further|other|skill)\s+)?(?:resources?|references|files|reference (?:files|material|documents)|resource files|bundled files)$/i;

/** Returns the files that a finding of that rule is about. */
export const unreferencedFiles = ({ code, target, covers }: Finding): readonly string[] =>
  code === CODE ? (covers ?? [target ?? []].flat()) : [];

/** Returns an action for each file of touched findings, and one for all such files. */
export function resourceOffers(input: ActionInput, files: readonly string[]): readonly Offer[] {
  const { session, path, document, support, result } = input;
  if (files.length === 0) return [];
  const section = findResourceList(document);
  const name = section?.heading.text ?? TITLE;
  const offer = (title: string, which: readonly string[]): Offer => ({
    title,
    kind: KINDS.fix,
    edit: () => textEdits(session, [{ path, text: document.text, edits: [insertionFor(input, which)] }], support),
  });
  const all = result.findings.flatMap(unreferencedFiles);
  return [
    ...files.slice(0, MAX_OFFERED).map((file) => offer(`Add ${file} to the section “${name}”`, [file])),
    ...(all.length > 1 ? [offer(`Add all ${all.length} unreferenced files to the section “${name}”`, all)] : []),
  ];
}

/** Inserts the lines for files at the end of that section's own text, or in a new section at the end of the document. */
export function insertionFor(input: ActionInput, files: readonly string[]): TextEdit {
  const { document } = input;
  const { text } = document;
  const eol = lineEndOf(text);
  const section = findResourceList(document);
  const end = text.slice(0, section?.end ?? text.length).trimEnd().length;
  const item = section ? lastItem(text.slice(section.heading.range.end, end)) : undefined;
  const lines = files.map((file) => `${item ?? '- '}${entryFor(input, file)}`);
  const heading = section ? '' : `${eol}${eol}## ${TITLE}`;
  const gap = item === undefined ? eol + eol : eol;
  const last = end === text.length || text.slice(end).trim() === '' ? text.slice(end).includes('\n') : true;
  return { range: { start: end, end }, text: `${heading}${gap}${lines.join(eol)}${last ? '' : eol}` };
}

/** Returns the section that lists the skill's files: its heading, and the end of its own text. */
function findResourceList({ headings, text }: SkillDocument) {
  const index = headings.findIndex((heading) => LIST.test(heading.text.replace(/[:.]$/, '').trim()));
  const heading = headings[index];
  return heading && { heading, end: headings[index + 1]?.range.start ?? text.length };
}

/** Returns the marker of the list at the end of a text; undefined if there is none, or it is numbered. */
function lastItem(text: string): string | undefined {
  const last = text.split(/\r?\n/).findLast((line) => !/^\s+\S/.test(line) && line.trim() !== '');
  return /^[-*+][ \t]+/.exec(last ?? '')?.[0];
}

/** Returns a link with the file's first heading as its text, or else its path. */
function entryFor({ session, skill }: ActionInput, file: string): string {
  if (!isMarkdown(file)) return `\`${file}\``;
  const path = join(skill.root, file);
  const document = session.workspace.skillOf(path)?.document(path);
  const heading = document && !('unreadable' in document) ? document.headings[0]?.text : undefined;
  const words = (heading?.trim() || capitalize(toWords(stem(file)))).replace(/[[\]\\]/g, '\\$&');
  return `[${words}](${encodedLink(file)})`;
}

/** Encodes a path as the target of a link. */
export const encodedLink = (path: string): string =>
  path.replaceAll('%', '%25').replaceAll(' ', '%20').replaceAll('(', '%28').replaceAll(')', '%29');
