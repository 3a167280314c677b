import type { DocumentHighlight, Location, Position } from 'vscode-languageserver-protocol';
import { DocumentHighlightKind } from 'vscode-languageserver-protocol';
import { isMarkdown, type Range, within } from '../../skill/index.ts';
import type { Lead, Subject, Wanted } from '../targets/target.ts';
import { PlacesInFiles } from './places.ts';
import { isFollowedByEditor, knowsHeadings, type Session } from './session.ts';

/**
 * All places that lead to what stands at a position leads to, or to the heading or skill that is named there. Without those
 * that the editor's Markdown support finds for the same question. In a file that is no Markdown, what leads to the file, asked
 * on its first line: nothing else of it is known.
 */
export function references(
  session: Session,
  path: string,
  position: Position,
  withDeclaration: boolean,
): readonly Location[] {
  if (!isMarkdown(path)) return position.line === 0 ? fileReferences(session, path) : [];
  const { targets } = session;
  const offset = targets.offset(path, position);
  const subject = offset === undefined ? undefined : targets.at(path, offset);
  if (subject === undefined) return [];
  // Markdown support answers to links and headings alone, and there with all links.
  const isAnswered = subject.kind === 'lead' ? isFollowedByEditor(session, subject.lead) : isHeading(session, subject);
  const places = new PlacesInFiles(session);
  const wanted = wantedBy(subject, path);
  const found = wanted.flatMap((one) => declarationsAndLeads(session, places, one, withDeclaration, isAnswered));
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Every place that leads to a file or folder of any kind; to a SKILL.md or a skill's folder, what names the skill as well. */
export function fileReferences(session: Session, path: string): readonly Location[] {
  const { workspace, targets } = session;
  const skill = workspace.skillAt(path) ?? workspace.skills().find(({ manifest }) => manifest === path);
  const kind = workspace.kind(path);
  const wanted: readonly Wanted[] = skill
    ? [{ kind: 'skill', path: skill.root }]
    : [kind === 'folder' ? { kind, path, inside: true } : { kind: 'file', path }];
  const places = new PlacesInFiles(session);
  return wanted.flatMap((one) => targets.leadsTo(one).map((lead) => places.at(lead.document, lead.range)));
}

/** All places of the document that lead where the one at the position does. */
export function highlights(session: Session, path: string, position: Position): readonly DocumentHighlight[] {
  const { targets } = session;
  const offset = targets.offset(path, position);
  const subject = offset === undefined ? undefined : targets.at(path, offset);
  if (subject === undefined) return [];
  const ranges: Range[] = [];
  if (subject.kind === 'heading') ranges.push(subject.heading.range);
  if (subject.kind === 'skill-name') ranges.push(subject.range);
  for (const wanted of wantedBy(subject, path))
    for (const lead of targets.leadsIn(path, wanted)) ranges.push(rangeIn(lead, wanted));
  const places = new PlacesInFiles(session);
  const unique = new Map(ranges.map((range) => [`${range.start} ${range.end}`, range]));
  return [...unique.values()]
    .sort((a, b) => a.start - b.start)
    .map((range) => ({ range: places.range(path, range), kind: DocumentHighlightKind.Text }));
}

const isHeading = (session: Session, subject: Subject): boolean => subject.kind === 'heading' && knowsHeadings(session);

/** What is looked for; several where a guess may mean several. */
function wantedBy(subject: Subject, path: string): readonly Wanted[] {
  if (subject.kind === 'heading') return [{ kind: 'heading', path, slug: subject.heading.slug }];
  if (subject.kind === 'skill-name') return [{ kind: 'skill', path: path.slice(0, path.lastIndexOf('/')) }];
  const { lead, on } = subject;
  const { fragment } = lead;
  return lead.targets.map((target): Wanted => {
    const isOnHeading = on === 'fragment' && target.kind === 'file' && fragment?.heading !== undefined;
    return isOnHeading ? { kind: 'heading', path: target.path, slug: fragment?.heading?.slug ?? '' } : target;
  });
}

const rangeIn = ({ range, fragment }: Lead, { kind }: Wanted): Range =>
  kind === 'heading' && fragment ? fragment.range : range;

function declarationsAndLeads(
  session: Session,
  places: PlacesInFiles,
  wanted: Wanted,
  withDeclaration: boolean,
  isAnswered: boolean,
): readonly Location[] {
  const { targets, workspace } = session;
  const found = targets.leadsTo(wanted).filter((lead) => {
    if (isAnswered && isFollowedByEditor(session, lead)) return false;
    // Who asks for a skill wants to know who else names it.
    return wanted.kind !== 'skill' || within(wanted.path, lead.document) === undefined;
  });
  const declared: Location[] = [];
  if (withDeclaration && !isAnswered && wanted.kind === 'heading') {
    const heading = targets.heading(wanted.path, wanted.slug);
    if (heading) declared.push(places.at(wanted.path, heading.range));
  }
  const manifest = wanted.kind === 'skill' ? workspace.skillAt(wanted.path)?.manifest : undefined;
  if (withDeclaration && manifest !== undefined) declared.push(places.at(manifest, targets.nameOf(manifest)));
  return [...declared, ...found.map((lead) => places.at(lead.document, rangeIn(lead, wanted)))];
}
