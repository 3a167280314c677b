/**
 * Alternative resolutions of missing paths: through a skill's name, from a parent folder, or in full elsewhere in the
 * text.
 */

import { exactKind } from '../files/exact-kind.ts';
import { dirname, join, normalize, relative, within } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { BUNDLE_FOLDERS, hasFileExtension, SPEC_FOLDERS } from '../references/target.ts';
import { occurrencesOf } from '../text/occurrences.ts';
import { isOwnName } from './bases.ts';
import { ignored, isLink, type Resolution, type ResolveContext } from './resolution.ts';

/** Returns true if the text contains a longer path that ends in this one and exists: `skills/shared/scripts/x.py`. */
export function isGivenInFull(
  { path }: Reference,
  document: SkillDocument,
  { fs, skill, pluginRoot }: ResolveContext,
  boundary: string | undefined,
): boolean {
  const { text } = document;
  if (boundary === undefined || path.startsWith('../') || !path.includes('/')) return false;
  for (const at of occurrencesOf(`/${path}`, document).slice(0, 10)) {
    // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 200 units
    const head = /[\w.@{}$-]+(?:\/[\w.@-]+)*$/.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? '';
    const inner = head.replace(/^\$\{?\w+\}?\/?/, '');
    for (const base of [boundary, skill.root, ...(pluginRoot === undefined ? [] : [pluginRoot])]) {
      const full = join(base, inner, path);
      if (!/^[./]*$/.test(inner) && within(boundary, full) !== undefined && exactKind(fs, boundary, full) === 'file')
        return true;
    }
  }
  return false;
}

/**
 * Resolves a path through a folder with the name of a skill that is located elsewhere:
 * `skills/billing-tools/scripts/run.py`.
 */
export function findThroughSkillName(reference: Reference, context: ResolveContext): Resolution | undefined {
  const { skill, skills } = context;
  const parts = reference.path.split('/');
  for (let index = parts.length - 2; index >= 0; index--) {
    const name = parts[index] ?? '';
    const rest = parts.slice(index + 1).join('/');
    const inner = rest.replace(/\/$/, '');
    const holds = (bundle: Skill['bundle']): boolean => bundle.files.has(inner) || bundle.folders.has(inner);
    if (inner === '') continue;
    // The location of a skill after its installation: `.claude/skills/billing/scripts/run.py`.
    const isInstalled = !isLink(reference) && INSTALLED.test(parts.slice(0, index).join('/'));
    if (isOwnName(name, skill) && holds(skill.bundle))
      return isInstalled ? ignored('unknown', 'resolved.installed') : { kind: 'missing', suggestions: [rest] };
    // An installed path to a script that does not exist.
    const [first = ''] = rest.split('/');
    const isOwn =
      SPEC_FOLDERS.has(first) || (leadsToRoot(parts.slice(0, index + 1).join('/'), context) && isLikelyFile(rest));
    if (isOwnName(name, skill) && isOwn && hasFileExtension(inner))
      return { kind: 'missing', suggestions: suggest(inner, skill.bundle) };
    // A copy of this skill is not a different skill.
    const holders = isOwnName(name, skill) ? [] : skills.named(name).filter((other) => holds(other.bundle));
    if (holders.length > 0)
      return isInstalled
        ? ignored('unknown', 'resolved.installed')
        : { kind: 'other-skill', path: rest, skills: holders };
  }
  return undefined;
}

/** Returns true if a path is that of the skill's folder from the root of its repository or plugin. */
const leadsToRoot = (path: string, { skill, repositoryRoot, workspaceRoot, pluginRoot }: ResolveContext): boolean =>
  path.includes('/') &&
  [repositoryRoot, workspaceRoot, pluginRoot].some((root) => root !== undefined && join(root, path) === skill.root);

/** Returns true if skills have such a file: a document at the root, or any file in a folder that is common in skills. */
const isLikelyFile = (path: string): boolean =>
  path.includes('/') ? BUNDLE_FOLDERS.has(path.split('/')[0] ?? '') : /\.mdx?$/i.test(path);

/** The folder of a client's skills. */
const INSTALLED = /^\.(?:[\w-]+\/(?:[\w-]+\/)*)?skills$/;

/**
 * Looks a path up from every parent folder, in case it has too many or too few `../`. Returns the path of the file
 * relative to the skill's folder; undefined if there is none.
 */
export function findInParentFolders(
  reference: Reference,
  document: SkillDocument,
  { fs, skill }: ResolveContext,
  boundary: string | undefined,
): string | undefined {
  const tail = normalize(reference.path).replace(/^(?:\.\.\/)+/, '');
  if (boundary === undefined || tail.startsWith('..')) return undefined;
  for (let folder = dirname(document.path); within(boundary, folder) !== undefined; folder = dirname(folder)) {
    const exact = exactKind(fs, boundary, join(folder, tail));
    if (exact === undefined) continue;
    const path = typeof exact === 'string' ? join(folder, tail) : exact.path;
    const found = relative(skill.root, path) + (reference.path.endsWith('/') ? '/' : '');
    return found === '' ? undefined : found;
  }
  return undefined;
}

/**
 * Looks a path out of the skill up in the whole repository, in case the folder that it leads into was moved or renamed. Returns the
 * path of the file relative to the skill's folder; undefined if no file outside of the skill ends in it, or several do.
 */
export function findElsewhere({ path }: Reference, { skill, tree }: ResolveContext): string | undefined {
  const [, tail = ''] = /^(?:\.\.\/)+([^/.].*)$/.exec(normalize(path)) ?? [];
  // The folder may have another name.
  for (const end of [tail, tail.slice(tail.indexOf('/') + 1)]) {
    const all = end.includes('/') ? (tree?.endingIn(end) ?? []) : [];
    const [first, ...others] = all.filter((file) => within(skill.root, file) === undefined);
    if (first !== undefined) return others.length > 0 ? undefined : relative(skill.root, first);
  }
  return undefined;
}

/** Returns true if a path leads into a skill by its name: `any/billing-tools/scripts/run.py`. */
export function containsSkillName(path: string, name: string): boolean {
  const parts = path.split('/');
  const after = parts[parts.indexOf(name) + 1] ?? '';
  return parts.includes(name) && (after === 'SKILL.md' || SPEC_FOLDERS.has(after));
}
