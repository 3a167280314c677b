import type { Location, LocationLink, Position } from 'vscode-languageserver-protocol';
import type { Occurrence, Target } from '../targets/target.ts';
import { PlacesInFiles } from './locations.ts';
import { isFollowedByEditor, knowsHeadings, type Session } from './session.ts';

/**
 * Returns the targets of a position: a file, or the heading of a fragment; for the name of a skill, its SKILL.md; for words
 * that mean a file, the file, if it is the only match. Empty if there is no target, and for links that the editor follows
 * itself. `asLinks`: includes the range of the words.
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
  if (subject.kind !== 'occurrence') {
    // On a definition, return itself, like other servers, so that editors offer the references instead.
    const isOwn = subject.kind === 'heading' && knowsHeadings(session);
    return isOwn ? [] : [places.at(path, subject.kind === 'heading' ? subject.heading.range : subject.range)];
  }
  const { occurrence, on } = subject;
  if (isFollowedByEditor(session, occurrence)) return [];
  const found = definiteTargets(occurrence).flatMap((target) => locationOf(session, places, occurrence, target) ?? []);
  if (!asLinks) return found;
  const end = on === 'fragment' && occurrence.fragment ? occurrence.fragment.range.end : occurrence.range.end;
  const originSelectionRange = places.range(path, { start: occurrence.range.start, end });
  return found.map(({ uri, range }) => ({
    originSelectionRange,
    targetUri: uri,
    targetRange: range,
    targetSelectionRange: range,
  }));
}

/** Returns the targets to go to: a guess only counts if it has a single target. */
const definiteTargets = ({ kind, targets }: Occurrence): readonly Target[] =>
  kind === 'guess' && targets.length > 1 ? [] : targets;

function locationOf(
  session: Session,
  places: PlacesInFiles,
  occurrence: Occurrence,
  target: Target,
): Location | undefined {
  const { targets } = session;
  switch (target.kind) {
    case 'file':
      return places.at(target.path, occurrence.fragment && targets.anchor(target.path, occurrence.fragment.name));
    case 'skill': {
      const manifest = session.workspace.skillAt(target.path)?.manifest;
      return manifest === undefined ? undefined : places.at(manifest, targets.nameOf(manifest));
    }
    // An editor opens files; for a folder with a skill, that is SKILL.md.
    case 'folder': {
      const manifest = session.workspace.skillAt(target.path)?.manifest;
      return manifest === undefined ? undefined : places.at(manifest);
    }
    case 'missing':
      return undefined;
  }
}
