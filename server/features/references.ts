import type { DocumentHighlight, Location, Position } from 'vscode-languageserver-protocol';
import { DocumentHighlightKind } from 'vscode-languageserver-protocol';
import { isMarkdown, type Range, within } from '../../skill/index.ts';
import type { Occurrence, Subject, TargetQuery } from '../targets/target.ts';
import { PlacesInFiles } from './locations.ts';
import { isFollowedByEditor, knowsHeadings, type Session } from './session.ts';

/**
 * Returns all references to the target at a position, or to the heading or skill named there, except those that the
 * editor's Markdown support returns for the same request. The first line stands for the file, unless another target is at the
 * position; a heading there stands for both.
 */
export function references(
  session: Session,
  path: string,
  position: Position,
  withDeclaration: boolean,
): readonly Location[] {
  const ofFile = position.line === 0 ? fileReferences(session, path) : [];
  if (!isMarkdown(path)) return ofFile;
  const { targets } = session;
  const offset = targets.offset(path, position);
  const subject = offset === undefined ? undefined : targets.at(path, offset);
  if (subject === undefined) return ofFile;
  // Markdown support handles only links and headings, and returns all links for them.
  const isAnsweredByEditor =
    subject.kind === 'occurrence' ? isFollowedByEditor(session, subject.occurrence) : isHeading(session, subject);
  const places = new PlacesInFiles(session);
  const queries = queriesFor(subject, path);
  const found = queries.flatMap((one) =>
    declarationsAndOccurrences(session, places, one, withDeclaration, isAnsweredByEditor),
  );
  const all = subject.kind === 'heading' ? [...found, ...ofFile] : found;
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** Returns every reference to a file or folder; for a SKILL.md or a skill's folder, also to the skill by name. */
export function fileReferences(session: Session, path: string): readonly Location[] {
  const { workspace, targets } = session;
  const skill = workspace.skillAt(path) ?? workspace.skills().find(({ manifest }) => manifest === path);
  const kind = workspace.kind(path);
  const queries: readonly TargetQuery[] = skill
    ? [{ kind: 'skill', path: skill.root }]
    : [kind === 'folder' ? { kind, path, inside: true } : { kind: 'file', path }];
  const places = new PlacesInFiles(session);
  return queries.flatMap((one) =>
    targets.occurrencesOf(one).map((occurrence) => places.at(occurrence.document, occurrence.range)),
  );
}

/** Returns all ranges of the document with the same target as the position. */
export function highlights(session: Session, path: string, position: Position): readonly DocumentHighlight[] {
  const { targets } = session;
  const offset = targets.offset(path, position);
  const subject = offset === undefined ? undefined : targets.at(path, offset);
  if (subject === undefined) return [];
  const ranges: Range[] = [];
  if (subject.kind === 'heading') ranges.push(subject.heading.range);
  if (subject.kind === 'skill-name') ranges.push(subject.range);
  for (const query of queriesFor(subject, path))
    for (const occurrence of targets.occurrencesIn(path, query)) ranges.push(rangeIn(occurrence, query));
  const places = new PlacesInFiles(session);
  const unique = new Map(ranges.map((range) => [`${range.start} ${range.end}`, range]));
  return [...unique.values()]
    .sort((a, b) => a.start - b.start)
    .map((range) => ({ range: places.range(path, range), kind: DocumentHighlightKind.Text }));
}

const isHeading = (session: Session, subject: Subject): boolean => subject.kind === 'heading' && knowsHeadings(session);

/** Returns the targets of a subject; several if a guess has several. */
function queriesFor(subject: Subject, path: string): readonly TargetQuery[] {
  if (subject.kind === 'heading') return [{ kind: 'heading', path, slug: subject.heading.slug }];
  if (subject.kind === 'skill-name') return [{ kind: 'skill', path: path.slice(0, path.lastIndexOf('/')) }];
  const { occurrence, on } = subject;
  const { fragment } = occurrence;
  return occurrence.targets.map((target): TargetQuery => {
    const isOnHeading = on === 'fragment' && target.kind === 'file' && fragment?.heading !== undefined;
    return isOnHeading ? { kind: 'heading', path: target.path, slug: fragment?.heading?.slug ?? '' } : target;
  });
}

const rangeIn = ({ range, fragment }: Occurrence, { kind }: TargetQuery): Range =>
  kind === 'heading' && fragment ? fragment.range : range;

function declarationsAndOccurrences(
  session: Session,
  places: PlacesInFiles,
  query: TargetQuery,
  withDeclaration: boolean,
  isAnsweredByEditor: boolean,
): readonly Location[] {
  const { targets, workspace } = session;
  const found = targets.occurrencesOf(query).filter((occurrence) => {
    if (isAnsweredByEditor && isFollowedByEditor(session, occurrence)) return false;
    // For a skill, only references from other skills are of interest.
    return query.kind !== 'skill' || within(query.path, occurrence.document) === undefined;
  });
  const declared: Location[] = [];
  if (withDeclaration && !isAnsweredByEditor && query.kind === 'heading') {
    const heading = targets.heading(query.path, query.slug);
    if (heading) declared.push(places.at(query.path, heading.range));
  }
  const manifest = query.kind === 'skill' ? workspace.skillAt(query.path)?.manifest : undefined;
  if (withDeclaration && manifest !== undefined) declared.push(places.at(manifest, targets.nameOf(manifest)));
  return [...declared, ...found.map((occurrence) => places.at(occurrence.document, rangeIn(occurrence, query)))];
}
