/** Paths that the skill need not provide in any case, and those that cannot be decided. */

import { elsewhereClueFor } from '../clues/elsewhere.ts';
import { isTypo } from '../clues/evidence.ts';
import { isExcuseOverridden } from '../clues/excuse-overrides.ts';
import { isForPeople } from '../clues/ownership.ts';
import { exactKind } from '../files/exact-kind.ts';
import { join } from '../files/paths.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { isOwnName, pluginRootOf } from './bases.ts';
import { ignored, type Resolution, type ResolveRequest, reasonFor } from './resolution.ts';

/** Resolves targets that need no lookup: pseudo-links and absolute paths. */
export function resolveWithoutLookup({ excuse, path }: Reference): Resolution | undefined {
  if (excuse === 'pseudo-link') return ignored(excuse, `written.${excuse}`);
  return path.startsWith('/') || /^[A-Za-z]:/.test(path) ? { kind: 'escapes', suggestions: [] } : undefined;
}

/** Ignores a missing path that the text excuses, or whose document is not for models. */
export function ignoreExcused(request: ResolveRequest): Resolution | undefined {
  const { reference, document, context } = request;
  const { skill } = context;
  if (reference.base.kind === 'plugin' && pluginRootOf(reference.base, context) === undefined)
    return ignored('unknown', 'resolved.no-plugin');
  if (reference.base.kind === 'installed' && !isOwnName(reference.base.name, skill))
    return ignored('unknown', 'resolved.installed-skill');
  if (reference.excuse && !isExcuseOverridden(reference, document, skill))
    return ignored(reference.excuse, reasonFor(reference, reference.excuse));
  if (isOfFuturePlugin(request)) return ignored('unknown', 'resolved.plugin-to-come');
  return isForPeople(document, skill) ? ignored('user-file', 'resolved.file-for-people') : undefined;
}

/** Returns true if a document shows the layout of a future plugin: the first folder of a plugin path does not exist. */
function isOfFuturePlugin({ reference, document, context, boundary }: ResolveRequest): boolean {
  const { fs, skill } = context;
  const pluginRoot = pluginRootOf(reference.base, context) ?? '';
  if (reference.base.kind !== 'plugin' || document.path === skill.manifest.path) return false;
  const [first = ''] = reference.path.split('/');
  return exactKind(fs, boundary ?? skill.root, join(pluginRoot, first)) === undefined;
}

/**
 * Ignores a path if the list of bundled files is incomplete, or if the text says that the path is located elsewhere.
 */
export function ignoreUndecidable({ reference, document, context: { skill } }: ResolveRequest): Resolution | undefined {
  if (skill.bundle.truncated) return ignored('unknown', 'resolved.listing-cut');
  const elsewhere = elsewhereClueFor(reference, document, skill);
  if (elsewhere && !isTypo(reference, document, skill)) return ignored('user-file', elsewhere.id);
  const [first = ''] = reference.path.split('/');
  return isInFolderOfSkills(reference, document) && !isOwnName(first, skill)
    ? ignored('unknown', 'resolved.folder-of-skills')
    : undefined;
}

/**
 * Returns true if the prefix of a path is the folder of all skills: `$SKILLS/shared/x.py`. Returns false if the path
 * starts with a folder of the specification, as in `$SKILLS/scripts/x.py`: that is a typo for the skill's own folder.
 */
function isInFolderOfSkills({ base, path, range }: Reference, { text }: SkillDocument): boolean {
  if (base.kind !== 'skill' || SPEC_FOLDERS.has(path.split('/')[0] ?? '')) return false;
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 40 units
  return /[$<{[]\{*[\w-]*skills(?:[-_ ]\w+)?[}>\]]*\/$/i.test(text.slice(Math.max(0, range.start - 40), range.start));
}
