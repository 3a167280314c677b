/**
 * What moving a section changes: its headings rise, its paths lead on from its new place, and what led to its headings leads
 * there.
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
import type { TextEdit } from '../../rules/rule.ts';
import { applyEdits } from '../../rules/safe-fixes.ts';
import { writePath } from '../../rules/writing.ts';
import type { Lead, LeadForm } from '../../targets/target.ts';
import type { DocumentEdits } from './edits.ts';
import { lineEndOf } from './first-text.ts';
import type { ActionInput } from './offer.ts';
import { encodedLink } from './resources.ts';
import type { Section } from './section.ts';

export interface Moved {
  /** Of the new file. */
  readonly text: string;
  /** What changes in all documents, but the section itself. */
  readonly elsewhere: readonly DocumentEdits[];
}

/** @param to absolute path of the new file */
export function movedSection(input: ActionInput, section: Section, to: string): Moved {
  const { document, path, session } = input;
  const { text, headings } = document;
  const isInside = ({ start }: Range): boolean => section.start <= start && start < section.end;
  const moved = headings.filter(({ range }) => isInside(range));
  const raised = applyEdits(text.slice(section.start, section.end), moved.map(raise(section)));
  const slugs = slugsAfter(moved, readDocument(to, raised).headings);
  const leads = session.targets.of(path);
  const inside = leads.filter(({ range }) => isInside(range)).flatMap((lead) => followed(input, lead, to, slugs));
  const all = [...inside.map((edit) => shifted(edit, -section.start)), ...moved.map(raise(section))];
  const eol = lineEndOf(text);
  return {
    text: `${applyEdits(text.slice(section.start, section.end), all)}${eol}`,
    elsewhere: changesElsewhere(input, section, to, moved, slugs),
  };
}

/** Takes from a heading's signs as many as make the section's own one the first of its file; within the section's text. */
const raise =
  ({ heading, start }: Section) =>
  ({ range }: Heading): TextEdit => ({
    range: { start: range.start - start, end: range.start - start + heading.depth - 1 },
    text: '',
  });

const shifted = ({ range, text }: TextEdit, by: number): TextEdit => ({
  range: { start: range.start + by, end: range.end + by },
  text,
});

/** The anchors that headings have in another text, by those that they have now. */
const slugsAfter = (before: readonly Heading[], after: readonly Heading[]): ReadonlyMap<string, string> =>
  new Map(before.map(({ slug }, index) => [slug, after[index]?.slug ?? slug]));

/** How a path in the section is written at its new place; nothing where it holds there as it is. */
function followed(input: ActionInput, lead: Lead, to: string, slugs: ReadonlyMap<string, string>): readonly TextEdit[] {
  const { document, skill } = input;
  const { fragment, form, range, targets, from } = lead;
  const [target] = targets;
  if (form === 'mention' || form === 'name' || form === 'tree' || target === undefined) return [];
  const heading = fragment && target.path === document.path ? headingFor(document, fragment.name) : undefined;
  const slug = heading && slugs.get(heading.slug);
  // A heading that moves along is one of the same file.
  if (fragment && slug !== undefined)
    return [{ range: { start: range.start, end: fragment.range.end }, text: `#${slug}` }];
  if (form === 'anchor') return [{ range, text: encodedLink(relative(dirname(to), document.path)) }];
  const here = dirname(document.path);
  // A link to a file that is yet to be written will mean the same one.
  if (lead.kind === 'missing' && isLinked(form) && lead.base.kind === 'document') {
    const link = written(lead, join(here, lead.path), { ...document, path: to }, skill.root);
    return link === undefined ? [] : [{ range, text: link }];
  }
  if (lead.kind !== 'path' && lead.kind !== 'case') return [];
  const linked = isLinked(form) || form === 'import' || /^\.\.?\//.test(lead.written);
  if (linked ? from !== here && from !== skill.root : !isLost(input, lead, target.path, to)) return [];
  const path = written(lead, target.path, { ...document, path: to }, skill.root);
  return path === undefined || path === lead.written ? [] : [{ range, text: path }];
}

/** Whether a path that is not seen from its document leads elsewhere from the new file. */
function isLost({ session, document, path, analysis }: ActionInput, lead: Lead, target: string, to: string): boolean {
  const entry = session.workspace.skillOf(path);
  const context = entry && session.workspace.contextOf(entry);
  const found = analysis.references.find(({ reference }) => reference.range.start === lead.range.start);
  if (!context || !found) return false;
  const there = resolve(found.reference, { ...document, path: to }, context);
  return (there.kind !== 'found' && there.kind !== 'case') || there.path !== target;
}

/** A path as a place of a document would name it. */
function written(lead: Lead, target: string, document: SkillDocument, root: string): string | undefined {
  const { form, range, written: as, path, base } = lead;
  const inner = within(root, target);
  const climbing = relative(dirname(document.path), target);
  if (form === 'anchor' || inner === undefined || inner === '')
    return isLinked(form) ? encodedLink(climbing) : climbing;
  if (form === 'import') return climbing;
  if (form === 'frontmatter' || form === 'mention' || form === 'name') return undefined;
  const reference: Reference = { kind: 'reference', form, range, target: as, path, base };
  const text = writePath(inner, reference, document, root);
  return text !== undefined && path.endsWith('/') && !text.endsWith('/') ? `${text}/` : text;
}

const isLinked = (form: LeadForm): boolean => form === 'link' || form === 'image' || form === 'definition';

/** Links to the headings that moved, and to those whose anchor is another one without them. */
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
  for (const lead of [...own, ...targets.leadsTo({ kind: 'file', path, anchored: true })]) {
    const heading = lead.fragment && headingFor(document, lead.fragment.name);
    const isMoving = lead.document === path && section.start <= lead.range.start && lead.range.start < section.end;
    if (heading === undefined || isMoving) continue;
    const entry = session.workspace.skillOf(lead.document);
    const reader = entry?.document(lead.document);
    if (!entry || !reader || 'unreadable' in reader) continue;
    const now = slugs.get(heading.slug);
    const change = byDocument.get(lead.document) ?? { text: reader.text, edits: [] };
    byDocument.set(lead.document, change);
    if (now === undefined) {
      change.edits.push(...renamed(lead, staying.get(heading.slug)));
      continue;
    }
    const place = written(lead, to, reader, entry.root);
    if (place !== undefined) change.edits.push({ range: lead.range, text: place }, ...renamed(lead, now));
  }
  return [...byDocument].flatMap(([document, { text, edits }]) =>
    edits.length === 0 ? [] : [{ path: document, text, edits }],
  );
}

/** Another anchor behind a path, where it changes. */
const renamed = ({ fragment }: Lead, slug: string | undefined): readonly TextEdit[] =>
  fragment === undefined || slug === undefined || slug === fragment.name ? [] : [{ range: fragment.range, text: slug }];
