/** Paths that are not the skill's to provide, whatever else there is; and those of which nobody can tell. */

import { whyElsewhere } from '../clues/elsewhere.ts';
import { isSlip } from '../clues/evidence.ts';
import { outweighs } from '../clues/outweighs.ts';
import { isForPeople } from '../clues/ownership.ts';
import { exactKind } from '../files/exact-kind.ts';
import { join } from '../files/paths.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { isOwnName } from './bases.ts';
import { ignored, type Question, type Resolution, reasonFor } from './resolution.ts';

/** The answer for what needs no look at any folder: no path at all, an absolute path. */
export function notLookedUp({ excuse, path }: Reference): Resolution | undefined {
  if (excuse === 'pseudo-link') return ignored(excuse, `written.${excuse}`);
  return path.startsWith('/') || /^[A-Za-z]:/.test(path) ? { kind: 'escapes' } : undefined;
}

/** Silence where the text itself excuses a path that leads nowhere, or where its document is not for models. */
export function excused(question: Question): Resolution | undefined {
  const { reference, document, context } = question;
  const { skill } = context;
  if (reference.base.kind === 'plugin' && context.pluginRoot === undefined)
    return ignored('unknown', 'resolved.no-plugin');
  if (reference.excuse && !outweighs(reference, document, skill))
    return ignored(reference.excuse, reasonFor(reference, reference.excuse));
  if (isOfPluginToCome(question)) return ignored('unknown', 'resolved.plugin-to-come');
  return isForPeople(document, skill) ? ignored('user-file', 'resolved.file-for-people') : undefined;
}

/** Whether a document shows how a plugin to come is laid out: a path from its folder, whose first folder this plugin lacks. */
function isOfPluginToCome({ reference, document, context, boundary }: Question): boolean {
  const { fs, skill, pluginRoot = '' } = context;
  if (reference.base.kind !== 'plugin' || document.path === skill.manifest.path) return false;
  const [first = ''] = reference.path.split('/');
  return exactKind(fs, boundary ?? skill.root, join(pluginRoot, first)) === undefined;
}

/** Silence where the listing is not whole, or where the whole text says that the path is of another place. */
export function nobodyCanTell({ reference, document, context: { skill } }: Question): Resolution | undefined {
  if (skill.bundle.truncated) return ignored('unknown', 'resolved.listing-cut');
  const elsewhere = whyElsewhere(reference, document, skill);
  if (elsewhere && !isSlip(reference, document, skill)) return ignored('user-file', elsewhere.id);
  const [first = ''] = reference.path.split('/');
  return isOfAllSkills(reference, document) && !isOwnName(first, skill)
    ? ignored('unknown', 'resolved.folder-of-skills')
    : undefined;
}

/** Whether the prefix of a path stands for the folder of all skills: `$SKILLS/shared/x.py`. A bundled folder behind it is a slip. */
function isOfAllSkills({ base, path, range }: Reference, { text }: SkillDocument): boolean {
  if (base.kind !== 'skill' || SPEC_FOLDERS.has(path.split('/')[0] ?? '')) return false;
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 40 units
  return /[$<{[]\{*[\w-]*skills(?:[-_ ]\w+)?[}>\]]*\/$/i.test(text.slice(Math.max(0, range.start - 40), range.start));
}
