/** Collects the responses of every feature for a document, at positions determined by its text. */

import type { Session } from '../../../../server/features/session.ts';
import type { FileSystem } from '../../../../skill/index.ts';
import { documentResponses, placeResponses, skillResponses } from '../features/every-feature.ts';

/** Returns undefined if the document cannot be read. */
export function everyAnswer(session: Session, fs: FileSystem, path: string): unknown {
  const lines = session.workspace.diagnose(path)?.lines;
  const entry = session.workspace.skillOf(path);
  if (lines === undefined || entry === undefined) return undefined;
  const document = { session, fs, path, lines };
  const places = offsetsIn(session, path, lines.text);
  return {
    ...documentResponses(document),
    skill: skillResponses(session, entry),
    places: places.map((offset) => placeResponses({ ...document, position: lines.position(offset) })),
  };
}

/** Returns the offsets inside and at the end of one of the document's references, and an arbitrary offset. */
function offsetsIn({ targets }: Session, path: string, { length }: string): readonly number[] {
  const occurrences = targets.of(path);
  const occurrence = occurrences[length % Math.max(occurrences.length, 1)];
  const anywhere = (length * 7_919) % (length + 1);
  return occurrence
    ? [Math.min(occurrence.range.start + 1, occurrence.range.end), occurrence.range.end, anywhere]
    : [anywhere];
}
