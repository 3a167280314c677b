/** Code action that moves a section into a file of `references/` and leaves a path in its place. */
import { defined, dirname, type Heading, join, relative } from '../../../skill/index.ts';
import { isEnglish } from '../../rules/reference/language.ts';
import { textEdits, withNewFile } from './edits.ts';
import { movedSection } from './moved-section.ts';
import { lineEndOf } from './new-file-text.ts';
import { type ActionInput, KINDS, type Offer } from './offer.ts';
import { encodedLink } from './resources.ts';
import { type Section, sharedLabel } from './section.ts';

/** Returns the action for the line of a heading that has text below it. */
export function extractOffers(input: ActionInput): readonly Offer[] {
  const { support } = input;
  const section = sectionAt(input);
  if (section === undefined || (!support.create && !support.disabled)) return [];
  const file = freeFile(input, section.heading);
  const label = sharedLabel(input.document.text, section);
  const disabled = !support.create
    ? 'This editor cannot create files by edits'
    : label === undefined
      ? undefined
      : `The link definition [${label}] is used inside and outside of this section: replace it with its target first`;
  return [
    defined({
      title: `Move the section “${section.heading.text}” to ${file}`,
      kind: KINDS.extract,
      costly: true,
      disabled,
      edit: () => (disabled === undefined ? extractionEdit(input, section, file) : undefined),
    }),
  ];
}

/** Returns the section whose heading is on the selection's first line, unless it is the entire document. */
function sectionAt({ document, range }: ActionInput): Section | undefined {
  const { headings, text, bodyStart } = document;
  const index = headings.findIndex(({ range: { start } }) => {
    const newline = text.indexOf('\n', start);
    return start <= range.start && range.start <= (newline < 0 ? text.length : newline);
  });
  const heading = headings[index];
  if (heading === undefined || text[heading.range.start] !== '#') return undefined;
  const next = headings.slice(index + 1).find(({ depth }) => depth <= heading.depth);
  const end = text.slice(0, next?.range.start ?? text.length).trimEnd().length;
  const newline = text.indexOf('\n', heading.range.start);
  const lineEnd = newline < 0 ? text.length : text[newline - 1] === '\r' ? newline - 1 : newline;
  if (lineEnd >= end) return undefined;
  const isEntireDocument = text.slice(bodyStart, heading.range.start).trim() === '' && next === undefined;
  return isEntireDocument ? undefined : { heading, start: heading.range.start, lineEnd, end };
}

/** Returns an unused file path for a section, relative to the skill. */
function freeFile({ session, path, skill }: ActionInput, { slug }: Heading): string {
  const entry = session.workspace.skillOf(path);
  const context = entry && session.workspace.contextOf(entry);
  const taken = new Set([...skill.bundle.files].map((file) => file.toLowerCase()));
  const name = slug.split('-').filter(Boolean).join('-').slice(0, 60) || 'section';
  for (let number = 1; ; number++) {
    const file = `references/${name}${number === 1 ? '' : `-${number}`}.md`;
    if (!taken.has(file.toLowerCase()) && context?.fs.kind(join(skill.root, file)) === undefined) return file;
  }
}

function extractionEdit(input: ActionInput, section: Section, file: string) {
  const { session, document, path, skill, support } = input;
  const to = join(skill.root, file);
  const { text, elsewhere } = movedSection(input, section, to);
  const eol = lineEndOf(document.text);
  const link = `[${section.heading.text.replace(/[[\]\\]/g, '\\$&')}](${encodedLink(relative(dirname(path), to))})`;
  const pointer = isEnglish(document.text, document.bodyStart) ? `See ${link}.` : link;
  const replacement = { range: { start: section.lineEnd, end: section.end }, text: `${eol}${eol}${pointer}` };
  const own = elsewhere.find((one) => one.path === path)?.edits ?? [];
  const changes = [
    { path, text: document.text, edits: [...own, replacement].sort((a, b) => a.range.start - b.range.start) },
    ...elsewhere.filter((one) => one.path !== path),
  ];
  return withNewFile(to, text, textEdits(session, changes, support));
}
