/** Hover section about a path that git knows: when it was deleted or renamed. */
import type { Range } from '../../../skill/index.ts';
import type { DocumentResult } from '../../workspace/skill-entry.ts';
import { ageInWords, historyLookup, isUnresolved } from '../path-history.ts';
import type { Session } from '../session.ts';
import { code, type Part } from './content.ts';
import { placeOf, words } from './file.ts';

/** Length of a shown commit id. */
const SHORT = 7;

/**
 * Returns what happened to the path at an offset; undefined if git does not know it.
 * @param now in milliseconds since 1970
 */
export function pastPathAt(
  session: Session,
  result: DocumentResult,
  at: number,
  now: number,
): { readonly range: Range; readonly parts: readonly Part[] } | undefined {
  const isAt = ({ start, end }: Range): boolean => start <= at && at <= end;
  const resolved = result.analysis?.references.find((one) => isAt(one.reference.range) && isUnresolved(one));
  const entry = session.workspace.skillOf(result.path);
  const context = entry && session.workspace.contextOf(entry);
  const lost = resolved && historyLookup(session, result)?.(resolved);
  if (lost === undefined || context === undefined) return undefined;
  const {
    before,
    after,
    change,
    reference: { path, range },
  } = lost;
  const slash = path.endsWith('/') ? '/' : '';
  const [from, to] = [code(placeOf(before, context) + slash), code(placeOf(after, context) + slash)];
  const commit = [' in ', code(change.commit.id.slice(0, SHORT)), `, ${ageInWords(change.commit.time, now)}.`] as const;
  const sentence =
    change.kind === 'renamed'
      ? words(from, ' was renamed to ', to, ...commit)
      : before === after
        ? words(from, ' was deleted', ...commit)
        : words(from, ' was renamed to ', to, ', which was deleted', ...commit);
  return { range, parts: [sentence] };
}
