/** Hover section about a path without a file that is not reported: what it is taken for, and why. */
import { nounOfKind, placeOfClue, type Range } from '../../../skill/index.ts';
import { isUnreported } from '../../unresolved-path.ts';
import type { DocumentResult } from '../../workspace/skill-entry.ts';
import type { Session } from '../session.ts';
import { type Part, plain } from './content.ts';
import { words } from './file.ts';

/** Returns the reason why the path at an offset is not reported, with the line that gives it; undefined if there is none. */
export function unreportedPathAt(
  { workspace }: Session,
  result: DocumentResult,
  at: number,
): { readonly range: Range; readonly parts: readonly Part[] } | undefined {
  const { path, analysis, lines } = result;
  const document = workspace.skillOf(path)?.document(path) ?? workspace.instructions(path)?.document;
  const resolved = analysis?.references.find(({ reference: { range } }) => range.start <= at && at <= range.end);
  if (document === undefined || 'unreadable' in document) return undefined;
  if (analysis === undefined || resolved === undefined) return undefined;
  const [one] = workspace.accountOf({ ...result, analysis: { ...analysis, references: [resolved], mentions: [] } });
  if (one === undefined || !isUnreported(one)) return undefined;
  const { kind, because, says, range } = one;
  const place = placeOfClue(because, resolved.reference, document, analysis.skill);
  const line = (offset: number): number => lines.position(offset).line + 1;
  const where = place === undefined || line(place) === line(range.start) ? '' : ` (line ${line(place)})`;
  const isTaken = kind !== 'silenced' && kind !== 'undecided';
  const start = isTaken ? `Not reported: taken for ${nounOfKind(kind)}, because ` : 'Not reported, because ';
  return { range, parts: [words(start, plain(says), `${where}.`)] };
}
