/** Hover section about a path that git knows: when it was deleted or renamed. */
import type { Range, ResolveContext } from '../../../skill/index.ts';
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
  const reference = result.analysis?.references.find((one) => isAt(one.reference.range) && isUnresolved(one));
  const entry = session.workspace.skillOf(result.path);
  const context = entry && session.workspace.contextOf(entry);
  const lost = reference && historyLookup(session, result)?.(reference);
  if (lost === undefined || context === undefined) return undefined;
  const { before, after, change } = lost;
  const [from, to] = [shown(before, context), shown(after, context)];
  const commit = [' in ', code(change.commit.id.slice(0, SHORT)), `, ${ageInWords(change.commit.time, now)}.`] as const;
  const sentence =
    change.kind === 'renamed'
      ? words(code(from), ' was renamed to ', code(to), ...commit)
      : before === after
        ? words(code(from), ' was deleted', ...commit)
        : words(code(from), ' was renamed to ', code(to), ', which was deleted', ...commit);
  return { range: lost.reference.range, parts: [sentence] };
}

const shown = (path: string, context: ResolveContext): string => placeOf(path, context);
