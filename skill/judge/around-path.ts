/** Evidence about a missing path from the repository around a skill: other places of the path, and files that name it. */
import { isGitIgnored } from '../files/git-ignore.ts';
import { basename, dirname, join, within } from '../files/paths.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';

/** The places where files outside of the skill end in a path: at the root of the repository, or in a folder of skills. */
export type Elsewhere = 'root' | 'skill';

/** Returns where files end in the path of a reference; nothing if the repository is unknown, or too large to tell. */
export function elsewhereOf({ path }: Reference, { skill, tree }: ResolveContext): ReadonlySet<Elsewhere> {
  const found = new Set<Elsewhere>();
  const tail = withoutClimbing(path);
  // A name alone is anywhere by chance.
  if (tree === undefined || !tail.includes('/')) return found;
  for (const file of tree.endingIn(path) ?? []) {
    if (within(skill.root, file) !== undefined) continue;
    const folder = file.slice(0, -tail.length - 1);
    if (folder === tree.root) found.add('root');
    else if (within(folder, skill.root) === undefined && IN_SKILLS.test(within(tree.root, file) ?? ''))
      found.add('skill');
  }
  return found;
}

const IN_SKILLS = /(?:^|\/)skills\//;

/** Files whose text may say who makes a path. */
const SCRIPT =
  /\.(?:py|sh|bash|js|mjs|cjs|ts|rb|ps1|go|rs|pl|php)$|(?:^|\/)(?:Makefile|justfile|Dockerfile|package\.json)$/;
const BUILD = ['Makefile', 'makefile', 'justfile', 'Justfile', 'package.json', 'Dockerfile', 'Taskfile.yml'];
const WORKFLOWS = '.github/workflows';
/** Of more or longer files, the rest is not read; lengths in UTF-16 units. */
const MAX_SCRIPTS = 60;
const MAX_TEXT = 256 * 1024;

/** Returns true if a script of the skill contains the path of a reference, or the name of a file without its folder. */
export function isNamedByScript({ path }: Reference, { skill, readText }: ResolveContext): boolean {
  if (readText === undefined) return false;
  const tail = withoutClimbing(path);
  const name = basename(path);
  const scripts = [...skill.bundle.files].filter((file) => SCRIPT.test(file)).slice(0, MAX_SCRIPTS);
  return scripts.some((file) => {
    const text = readText(join(skill.root, file))?.slice(0, MAX_TEXT) ?? '';
    return text.includes(tail) || text.includes(name);
  });
}

/** Returns true if what builds the repository contains the path of a reference: its Makefile, a workflow and the like. */
export function isNamedByBuild({ path }: Reference, { fs, tree, readText }: ResolveContext): boolean {
  const tail = withoutClimbing(path);
  if (tree === undefined || readText === undefined || !tail.includes('/')) return false;
  const names = new Set(fs.list(tree.root).map(({ name }) => name));
  const workflows = names.has('.github') ? fs.list(join(tree.root, WORKFLOWS)) : [];
  const files = [
    ...BUILD.filter((name) => names.has(name)),
    ...workflows.flatMap(({ name }) => (/\.ya?ml$/.test(name) ? [`${WORKFLOWS}/${name}`] : [])),
  ];
  return files
    .slice(0, MAX_SCRIPTS)
    .some((file) => readText(join(tree.root, file))?.slice(0, MAX_TEXT).includes(tail) === true);
}

/** Returns true if the repository ignores the path of a reference, relative to the skill, the document or the repository. */
export function isIgnoredByGit(
  { path }: Reference,
  document: SkillDocument,
  { skill, tree, readText }: ResolveContext,
): boolean {
  if (tree === undefined || readText === undefined) return false;
  const end = path.endsWith('/') ? '/' : '';
  const places = [join(skill.root, path), join(dirname(document.path), path), join(tree.root, withoutClimbing(path))];
  return [...new Set(places)].some((place) => isGitIgnored(tree.root, `${place}${end}`, readText));
}

const withoutClimbing = (path: string): string => path.replace(/^(?:\.{1,2}\/)+/, '').replace(/\/$/, '');
