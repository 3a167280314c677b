/**
 * Computes the changes for moving a section: its headings are promoted, its paths are adjusted to the new location, and
 * references to its headings are redirected.
 */
import {
  dirname,
  type Heading,
  headingFor,
  join,
  type Range,
  type Reference,
  readDocument,
  relative,
  resolve,
  type SkillDocument,
  within,
} from '../../../skill/index.ts';
import type { TextEdit } from '../../rules/rule/rule.ts';
import { applyEdits } from '../../rules/rule/safe-fixes.ts';
import { writePath } from '../../rules/rule/writing.ts';
import type { Occurrence, OccurrenceForm } from '../../targets/target.ts';
import type { DocumentEdits } from './edits.ts';
import { lineEndOf } from './new-file-text.ts';
import type { ActionInput } from './offer.ts';
import { encodedLink } from './resources.ts';
import type { Section } from './section.ts';

export interface MovedSection {
  /** The text of the new file. */
  readonly text: string;
  /** The edits of all documents, except the removal of the section itself. */
  readonly elsewhere: readonly DocumentEdits[];
}

/** Computes the changes for moving a section. @param to absolute path of the new file */
export function movedSection(input: ActionInput, section: Section, to: string): MovedSection {
  const { document, path, session } = input;
  const { text, headings } = document;
  const isInside = ({ start }: Range): boolean => section.start <= start && start < section.end;
  const moved = headings.filter(({ range }) => isInside(range));
  const raised = applyEdits(text.slice(section.start, section.end), moved.map(raise(section)));
  const slugs = slugsAfter(moved, readDocument(to, raised).headings);
  const occurrences = session.targets.of(path);
  const inside = occurrences
    .filter(({ range }) => isInside(range))
    .flatMap((occurrence) => adjustPath(input, occurrence, to, slugs));
  const all = [...inside.map((edit) => shiftEdit(edit, -section.start)), ...moved.map(raise(section))];
  const eol = lineEndOf(text);
  return {
    text: `${applyEdits(text.slice(section.start, section.end), all)}${eol}`,
    elsewhere: changesElsewhere(input, section, to, moved, slugs),
  };
}

/** Promotes a heading so that the section's own heading has level 1; relative to the section's text. */
const raise =
  ({ heading, start }: Section) =>
  ({ range }: Heading): TextEdit => ({
    range: { start: range.start - start, end: range.start - start + heading.depth - 1 },
    text: '',
  });

const shiftEdit = ({ range, text }: TextEdit, by: number): TextEdit => ({
  range: { start: range.start + by, end: range.end + by },
  text,
});

/** Maps the current anchors of headings to their anchors in another text. */
const slugsAfter = (before: readonly Heading[], after: readonly Heading[]): ReadonlyMap<string, string> =>
  new Map(before.map(({ slug }, index) => [slug, after[index]?.slug ?? slug]));

/** Returns the edit of a path in the section for its new location; empty if it stays valid. */
function adjustPath(
  input: ActionInput,
  occurrence: Occurrence,
  to: string,
  slugs: ReadonlyMap<string, string>,
): readonly TextEdit[] {
  const { document, skill } = input;
  const { fragment, form, range, targets, from } = occurrence;
  const [target] = targets;
  if (form === 'mention' || form === 'name' || form === 'tree' || target === undefined) return [];
  const heading = fragment && target.path === document.path ? headingFor(document, fragment.name) : undefined;
  const slug = heading && slugs.get(heading.slug);
  // A heading that moves along is in the same file.
  if (fragment && slug !== undefined)
    return [{ range: { start: range.start, end: fragment.range.end }, text: `#${slug}` }];
  if (form === 'anchor') return [{ range, text: encodedLink(relative(dirname(to), document.path)) }];
  const here = dirname(document.path);
  // A link to a file that does not exist yet keeps its target.
  if (occurrence.kind === 'missing' && isLinked(form) && occurrence.base.kind === 'document') {
    const link = pathToWrite(occurrence, join(here, occurrence.path), { ...document, path: to }, skill.root);
    return link === undefined ? [] : [{ range, text: link }];
  }
  if (occurrence.kind !== 'path' && occurrence.kind !== 'case') return [];
  const linked = isLinked(form) || form === 'import' || /^\.\.?\//.test(occurrence.written);
  if (linked ? from !== here && from !== skill.root : !isLost(input, occurrence, target.path, to)) return [];
  const path = pathToWrite(occurrence, target.path, { ...document, path: to }, skill.root);
  return path === undefined || path === occurrence.written ? [] : [{ range, text: path }];
}

/** Returns true if a path that is not relative to its document has a different target in the new file. */
function isLost(
  { session, document, path, analysis }: ActionInput,
  occurrence: Occurrence,
  target: string,
  to: string,
): boolean {
  const entry = session.workspace.skillOf(path);
  const context = entry && session.workspace.contextOf(entry);
  const found = analysis.references.find(({ reference }) => reference.range.start === occurrence.range.start);
  if (!context || !found) return false;
  const there = resolve(found.reference, { ...document, path: to }, context);
  return (there.kind !== 'found' && there.kind !== 'case') || there.path !== target;
}

/**
 * Returns the text of a path to a target in a document, in the form of an occurrence; undefined if that form is not
 * changed.
 */
function pathToWrite(
  occurrence: Occurrence,
  target: string,
  document: SkillDocument,
  root: string,
): string | undefined {
  const { form, range, written: as, path, base } = occurrence;
  const inner = within(root, target);
  const relativePath = relative(dirname(document.path), target);
  if (form === 'anchor' || inner === undefined || inner === '')
    return isLinked(form) ? encodedLink(relativePath) : relativePath;
  if (form === 'import') return relativePath;
  if (form === 'frontmatter' || form === 'mention' || form === 'name') return undefined;
  const reference: Reference = { kind: 'reference', form, range, target: as, path, base };
  const text = writePath(inner, reference, document, root);
  return text !== undefined && path.endsWith('/') && !text.endsWith('/') ? `${text}/` : text;
}

const isLinked = (form: OccurrenceForm): boolean => form === 'link' || form === 'image' || form === 'definition';

/** Returns edits of links to moved headings, and to headings whose anchors change without them. */
function changesElsewhere(
  { session, document, path }: ActionInput,
  section: Section,
  to: string,
  moved: readonly Heading[],
  slugs: ReadonlyMap<string, string>,
): readonly DocumentEdits[] {
  const { text, headings } = document;
  const left = headings.filter((heading) => heading === section.heading || !moved.includes(heading));
  const rest = readDocument(path, text.slice(0, section.lineEnd) + text.slice(section.end)).headings;
  const staying = slugsAfter(left, rest);
  const targets = session.targets;
  const own = targets.of(path).filter(({ form }) => form === 'anchor');
  const byDocument = new Map<string, { readonly text: string; readonly edits: TextEdit[] }>();
  for (const occurrence of [...own, ...targets.occurrencesOf({ kind: 'file', path, anchored: true })]) {
    const heading = occurrence.fragment && headingFor(document, occurrence.fragment.name);
    const isMoving =
      occurrence.document === path && section.start <= occurrence.range.start && occurrence.range.start < section.end;
    if (heading === undefined || isMoving) continue;
    const entry = session.workspace.skillOf(occurrence.document);
    const reader = entry?.document(occurrence.document);
    if (!entry || !reader || 'unreadable' in reader) continue;
    const now = slugs.get(heading.slug);
    const change = byDocument.get(occurrence.document) ?? { text: reader.text, edits: [] };
    byDocument.set(occurrence.document, change);
    if (now === undefined) {
      change.edits.push(...anchorEdits(occurrence, staying.get(heading.slug)));
      continue;
    }
    const place = pathToWrite(occurrence, to, reader, entry.root);
    if (place !== undefined)
      change.edits.push({ range: occurrence.range, text: place }, ...anchorEdits(occurrence, now));
  }
  return [...byDocument].flatMap(([document, { text, edits }]) =>
    edits.length === 0 ? [] : [{ path: document, text, edits }],
  );
}

/** Returns the edit of the anchor after a path, if it changes. */
const anchorEdits = ({ fragment }: Occurrence, slug: string | undefined): readonly TextEdit[] =>
  fragment === undefined || slug === undefined || slug === fragment.name ? [] : [{ range: fragment.range, text: slug }];
