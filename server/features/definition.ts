import type { Location, LocationLink, Position } from 'vscode-languageserver-protocol';
import type { Lead, Target } from '../targets/target.ts';
import { PlacesInFiles } from './places.ts';
import { isFollowedByEditor, knowsHeadings, type Session } from './session.ts';

/**
 * Where a place of a document leads: to a file, or the heading in it that a fragment names; from the name of a skill to its
 * SKILL.md; from words that mean a file to that one, where no other fits. Empty where nothing is there, and for links that the
 * editor follows itself. `asLinks`: with the range of the words that lead there.
 */
export function definition(
  session: Session,
  path: string,
  position: Position,
  asLinks: boolean,
): Location[] | LocationLink[] {
  const { targets } = session;
  const offset = targets.offset(path, position);
  const subject = offset === undefined ? undefined : targets.at(path, offset);
  if (subject === undefined) return [];
  const places = new PlacesInFiles(session);
  if (subject.kind !== 'lead') {
    // As elsewhere: at the definition itself, so that editors offer the references instead.
    const isOwn = subject.kind === 'heading' && knowsHeadings(session);
    return isOwn ? [] : [places.at(path, subject.kind === 'heading' ? subject.heading.range : subject.range)];
  }
  const { lead, on } = subject;
  if (isFollowedByEditor(session, lead)) return [];
  const found = reached(lead).flatMap((target) => locationOf(session, places, lead, target) ?? []);
  if (!asLinks) return found;
  const end = on === 'fragment' && lead.fragment ? lead.fragment.range.end : lead.range.end;
  const originSelectionRange = places.range(path, { start: lead.range.start, end });
  return found.map(({ uri, range }) => ({
    originSelectionRange,
    targetUri: uri,
    targetRange: range,
    targetSelectionRange: range,
  }));
}

/** The targets that a lead is followed to: of a guess one alone, or it would be ours. */
const reached = ({ kind, targets }: Lead): readonly Target[] => (kind === 'guess' && targets.length > 1 ? [] : targets);

function locationOf(session: Session, places: PlacesInFiles, lead: Lead, target: Target): Location | undefined {
  const { targets } = session;
  switch (target.kind) {
    case 'file':
      return places.at(target.path, lead.fragment && targets.anchor(target.path, lead.fragment.name));
    case 'skill': {
      const manifest = session.workspace.skillAt(target.path)?.manifest;
      return manifest === undefined ? undefined : places.at(manifest, targets.nameOf(manifest));
    }
    // An editor opens files. A folder with a skill is that.
    case 'folder': {
      const manifest = session.workspace.skillAt(target.path)?.manifest;
      return manifest === undefined ? undefined : places.at(manifest);
    }
    case 'missing':
      return undefined;
  }
}
