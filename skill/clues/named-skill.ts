import type { Range, ReferenceForm } from '../model/model.ts';
import { otherSkillNear } from './other-skill-context.ts';
import { pathContextOf } from './path-context.ts';
import { isAttributedToUser } from './user-file-context.ts';

/** Maximum length of the text considered before and after a path, in UTF-16 units. */
const [BEFORE, AFTER] = [2_000, 400];

/**
 * Returns the other skill that the words around a path name as its owner, for a path that is still being typed and is
 * neither a link nor in a fence; undefined if they name none.
 * @param range range of the path typed so far in `text`, whose body begins at `bodyStart`
 */
export function namedSkillAt(text: string, range: Range, form: ReferenceForm, bodyStart: number): string | undefined {
  const from = Math.max(bodyStart, range.start - BEFORE);
  const around = text.slice(from, range.end + AFTER);
  const parts = {
    range: { start: range.start - from, end: range.end - from },
    path: text.slice(range.start, range.end),
  };
  if (parts.path.startsWith('../')) return undefined;
  const context = pathContextOf(around, parts, form, undefined);
  const name = context.isLink ? undefined : otherSkillNear(context);
  return name === undefined || isAttributedToUser(context) ? undefined : name;
}
