/** The folders that a path may be relative to. */

import { entryOf } from '../files/entries.ts';
import { basename, dirname, join, within } from '../files/paths.ts';
import type { Base, Reference, Skill, SkillDocument } from '../model/model.ts';
import { UNIT_MARKS } from '../plugins/manifest-files.ts';
import { BUNDLE_FOLDERS, SPEC_FOLDERS } from '../references/target.ts';
import { isLink, type ResolveContext } from './resolution.ts';

export const isOwnName = (name: string, skill: Skill): boolean =>
  name.toLowerCase() === skill.name.toLowerCase() || name.toLowerCase() === basename(skill.root).toLowerCase();

/** Returns the folders that a path may be relative to, likeliest first. */
export function basesOf(reference: Reference, document: SkillDocument, context: ResolveContext): readonly string[] {
  const { skill } = context;
  switch (reference.base.kind) {
    case 'skill':
      // `<skills-dir>/billing/scripts/run.py` is relative to the folder that contains the skills.
      return isOwnName(reference.path.split('/')[0] ?? '', skill) ? [skill.root, dirname(skill.root)] : [skill.root];
    case 'installed':
      return rootsOfInstalled(reference.base.name, context);
    case 'plugin':
      return [pluginRootOf(reference.base, context) ?? []].flat();
    default:
      return [...new Set(basesWithoutPrefix(reference, document, context))];
  }
}

/** Returns the folder that the variable of a base stands for; undefined if it has none, or no manifest defines it. */
export const pluginRootOf = (base: Base, { pluginRoots }: ResolveContext): string | undefined =>
  base.kind === 'plugin' ? pluginRoots?.[base.variable] : undefined;

/** Returns the folders of the skills that a client would install under a name: this skill, or others of the workspace. */
const rootsOfInstalled = (name: string, { skill, skills }: ResolveContext): readonly string[] =>
  isOwnName(name, skill) ? [skill.root] : skills.named(name).map(({ root }) => root);

/** Yields the bases of a path without a prefix. */
function* basesWithoutPrefix(reference: Reference, document: SkillDocument, context: ResolveContext): Iterable<string> {
  const { skill, skills } = context;
  const folder = dirname(document.path);
  yield folder;
  yield skill.root;
  yield* surroundingProjects(within(skill.root, folder) ?? '', skill);
  // `billing-tools/references/x.md` is relative to the folder that contains the skills.
  const [first = ''] = reference.path.split('/');
  const skillsFolder = dirname(skill.root);
  if (reference.form === 'tree' || skills.at(join(skillsFolder, first))) yield skillsFolder;
  if (reference.path.includes('/')) yield* throughFirstFolder(first, context);
  if (reference.base.kind === 'other-skill') for (const { root } of skills.named(reference.base.name)) yield root;
  if (!reference.path.startsWith('../') && !isDeadLink(reference, context)) yield* rootFolders(context);
}

/**
 * Returns true for a link that is followed from its document only, because the skill is not part of the project that
 * a client opens: in `PROJECT/.claude/skills/`, a model finds it from the root.
 */
const isDeadLink = (reference: Reference, { skill }: ResolveContext): boolean =>
  isLink(reference) && projectOf(skill) === undefined && mayBeInSkill(reference.path);

/** Returns true for a path that looks like one of the skill's own: in a folder that skills have, or without a folder. */
const mayBeInSkill = (path: string): boolean => !path.includes('/') || BUNDLE_FOLDERS.has(path.split('/')[0] ?? '');

/** Yields bases that follow from the first part of a path with a `/`. */
function* throughFirstFolder(first: string, context: ResolveContext): Iterable<string> {
  const { skill, skills } = context;
  const bundled = skill.bundle.folders.has(first);
  // The path may name a skill in another folder, or be relative to a skill that contains this one.
  if (!SPEC_FOLDERS.has(first) && !bundled) for (const { root } of skills.named(first)) yield dirname(root);
  // Or it is relative to a plugin, or to any folder around the skill: `skills/…`, `backend/…`.
  for (const folder of parentFolders(skill.root, context)) if (basename(folder) === first) yield dirname(folder);
  if (!bundled) yield* surroundingSkills(skill.root, context);
}

/** Returns the existing root folders: of the repository, the workspace, the plugin and the project. */
function rootFolders({ skill, repositoryRoot, workspaceRoot, pluginRoot }: ResolveContext): readonly string[] {
  return [repositoryRoot, workspaceRoot, pluginRoot, projectOf(skill)].filter((one) => one !== undefined);
}

/**
 * Returns all folders that a path without a leading `../` may be relative to, in any document in the folder `own`
 * (relative to the skill), except those that depend on the name of a skill in the path or in the prose.
 */
export function allBases(own: string, context: ResolveContext): ReadonlySet<string> {
  const { skill } = context;
  const { root } = skill;
  const bases = [
    join(root, own),
    root,
    ...surroundingProjects(own, skill),
    dirname(root),
    ...surroundingSkills(root, context),
  ];
  bases.push(...parentFolders(root, context).map(dirname));
  return new Set([...bases, ...rootFolders(context)]);
}

/**
 * Returns the project of a skill in `PROJECT/.claude/skills/`, since clients run it there, in a git repository or not.
 */
const projectOf = ({ root }: Skill): string | undefined => /^(.+)\/\.[\w-]+\/skills(?:\/|$)/.exec(root)?.[1];

/** Returns the folders of the skill around `own` (relative to the skill) that contain the manifest of a project. */
function surroundingProjects(own: string, { root, bundle }: Skill): readonly string[] {
  const projects: string[] = [];
  for (let inner = own; inner.includes('/'); inner = dirname(inner)) {
    const folder = dirname(inner);
    if (PROJECT_MANIFESTS.some((name) => bundle.files.has(`${folder}/${name}`))) projects.push(join(root, folder));
  }
  return projects;
}
const PROJECT_MANIFESTS = ['package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod'];

/** Returns the folders of the skills that contain a skill. */
const surroundingSkills = (root: string, context: ResolveContext): readonly string[] =>
  parentFolders(root, context).filter((folder) => context.skills.at(folder) !== undefined);

/** Returns the parent folders of a skill, below the root of its repository or workspace. */
function parentFolders(root: string, { repositoryRoot, workspaceRoot }: ResolveContext): readonly string[] {
  const parents: string[] = [];
  const top = repositoryRoot ?? workspaceRoot;
  if (top === undefined) return parents;
  for (let folder = dirname(root); within(top, folder) !== undefined && folder !== top; folder = dirname(folder))
    parents.push(folder);
  return parents;
}

/**
 * Yields the folders around a skill that are installed or cloned as a unit, so their files are available together
 * with it: the project that the skill belongs to, a plugin, or an extension.
 */
export function* surroundingUnits(context: ResolveContext): Iterable<string> {
  const { fs, skill, pluginRoot } = context;
  const project = projectOf(skill);
  if (project !== undefined) yield project;
  if (pluginRoot !== undefined) yield pluginRoot;
  const top = context.repositoryRoot ?? context.workspaceRoot;
  const folders = top === undefined ? [] : [...parentFolders(skill.root, context), top];
  for (const folder of folders)
    if (UNIT_MARKS.some((name) => entryOf(fs.list(folder), name) !== undefined)) yield folder;
}
