/** What every feature of the server answers about a document, at places that its text alone decides. */
import type { FileSystem } from '../../skill/index.ts';
import type { Session } from '../features/session.ts';
import { askDocument, askPlace, askSkill } from '../features/testing/every-feature.ts';

/** Undefined where the document cannot be read. */
export function everyAnswer(session: Session, fs: FileSystem, path: string): unknown {
  const lines = session.workspace.diagnose(path)?.lines;
  const entry = session.workspace.skillOf(path);
  if (lines === undefined || entry === undefined) return undefined;
  const document = { session, fs, path, lines };
  const places = placesIn(session, path, lines.text);
  return {
    ...askDocument(document),
    skill: askSkill(session, entry),
    places: places.map((offset) => askPlace({ ...document, position: lines.position(offset) })),
  };
}

/** In a path, behind it, and anywhere. */
function placesIn({ targets }: Session, path: string, { length }: string): readonly number[] {
  const leads = targets.of(path);
  const lead = leads[length % Math.max(leads.length, 1)];
  const anywhere = (length * 7_919) % (length + 1);
  return lead ? [Math.min(lead.range.start + 1, lead.range.end), lead.range.end, anywhere] : [anywhere];
}
