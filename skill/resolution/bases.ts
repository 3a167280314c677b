/** The folders that a path may be relative to. */

import { entryOf } from '../files/entries.ts';
import { basename, dirname, join, within } from '../files/paths.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import type { ResolveContext } from './resolution.ts';

export const isOwnName = (name: string, skill: Skill): boolean =>
  name.toLowerCase() === skill.name.toLowerCase() || name.toLowerCase() === basename(skill.root).toLowerCase();

/** The folders that a path may be relative to, likeliest first. */
export function basesOf(reference: Reference, document: SkillDocument, context: ResolveContext): readonly string[] {
  const { skill } = context;
  switch (reference.base.kind) {
    case 'skill':
      // `<skills-dir>/billing/scripts/run.py` is as seen from the folder of the skills.
      return isOwnName(reference.path.split('/')[0] ?? '', skill) ? [skill.root, dirname(skill.root)] : [skill.root];
    case 'plugin':
      return context.pluginRoot === undefined ? [] : [context.pluginRoot];
    default:
      return [...new Set(fromDocument(reference, document, context))];
  }
}

/** The same for a path that has no prefix. */
function* fromDocument(reference: Reference, document: SkillDocument, context: ResolveContext): Iterable<string> {
  const { skill, skills } = context;
  const folder = dirname(document.path);
  yield folder;
  yield skill.root;
  yield* projectsAround(within(skill.root, folder) ?? '', skill);
  // `billing-tools/references/x.md`: as seen from the folder that holds the skills.
  const [first = ''] = reference.path.split('/');
  const besides = dirname(skill.root);
  if (reference.form === 'tree' || skills.at(join(besides, first))) yield besides;
  if (reference.path.includes('/')) yield* throughFirstFolder(first, context);
  if (reference.base.kind === 'other-skill') for (const { root } of skills.named(reference.base.name)) yield root;
  if (!reference.path.startsWith('../')) yield* wholeTrees(context);
}

/** Folders that may be meant by how a path with a `/` begins. */
function* throughFirstFolder(first: string, context: ResolveContext): Iterable<string> {
  const { skill, skills } = context;
  const bundled = skill.bundle.folders.has(first);
  // A skill that lies elsewhere, and paths from a skill that this one lies in.
  if (!SPEC_FOLDERS.has(first) && !bundled) for (const { root } of skills.named(first)) yield dirname(root);
  // As seen from a plugin, or whatever holds a folder that the skill lies in: `skills/…`, `backend/…`.
  for (const folder of foldersAround(skill.root, context)) if (basename(folder) === first) yield dirname(folder);
  if (!bundled) yield* outerSkills(skill.root, context);
}

/** The repository, the workspace, the plugin, the project: those that there are. */
function wholeTrees({ skill, repositoryRoot, workspaceRoot, pluginRoot }: ResolveContext): readonly string[] {
  return [repositoryRoot, workspaceRoot, pluginRoot, projectOf(skill)].filter((one) => one !== undefined);
}

/**
 * Every folder that a path may be relative to that does not climb, wherever it stands in the documents of one folder (`own`,
 * from the skill's); but those that are told by a skill's name in the path or in the prose.
 */
export function anyBases(own: string, context: ResolveContext): ReadonlySet<string> {
  const { skill } = context;
  const { root } = skill;
  const bases = [join(root, own), root, ...projectsAround(own, skill), dirname(root), ...outerSkills(root, context)];
  bases.push(...foldersAround(root, context).map(dirname));
  return new Set([...bases, ...wholeTrees(context)]);
}

/** Clients run a skill of `PROJECT/.claude/skills/` in PROJECT, a git repository or not. */
const projectOf = ({ root }: Skill): string | undefined => /^(.+)\/\.[\w-]+\/skills(?:\/|$)/.exec(root)?.[1];

/** Folders inside the skill that a folder of it (`own`, from the skill's) lies in and that hold a project of their own, told by its manifest. */
function projectsAround(own: string, { root, bundle }: Skill): readonly string[] {
  const around: string[] = [];
  for (let inner = own; inner.includes('/'); inner = dirname(inner)) {
    const folder = dirname(inner);
    if (HEADS.some((name) => bundle.files.has(`${folder}/${name}`))) around.push(join(root, folder));
  }
  return around;
}
const HEADS = ['package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod'];

/** The folders of skills that a skill lies in. */
const outerSkills = (root: string, context: ResolveContext): readonly string[] =>
  foldersAround(root, context).filter((folder) => context.skills.at(folder) !== undefined);

/** The folders that a skill lies in, below the root of its repository or workspace. */
function foldersAround(root: string, { repositoryRoot, workspaceRoot }: ResolveContext): readonly string[] {
  const around: string[] = [];
  const top = repositoryRoot ?? workspaceRoot;
  if (top === undefined) return around;
  for (let folder = dirname(root); within(top, folder) !== undefined && folder !== top; folder = dirname(folder))
    around.push(folder);
  return around;
}

/**
 * The folders around a skill that are installed or cloned as a whole, so that their files are wherever the skill is: the
 * project whose own skill it is, a plugin, an extension.
 */
export function* unitsAround(context: ResolveContext): Iterable<string> {
  const { fs, skill, pluginRoot } = context;
  const project = projectOf(skill);
  if (project !== undefined) yield project;
  if (pluginRoot !== undefined) yield pluginRoot;
  const top = context.repositoryRoot ?? context.workspaceRoot;
  const folders = top === undefined ? [] : [...foldersAround(skill.root, context), top];
  for (const folder of folders) if (UNITS.some((name) => entryOf(fs.list(folder), name) !== undefined)) yield folder;
}

/** What marks a plugin or an extension of a client. */
const UNITS = ['.claude-plugin', '.codex-plugin', '.cursor-plugin', 'gemini-extension.json'];
