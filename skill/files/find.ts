/** Finds the skills in a folder, and the files that each of them bundles. */

import type { Bundle } from '../model/model.ts';
import type { DirectoryEntry, FileSystem } from './files.ts';
import { basename, dirname, extension, join, normalize, within } from './paths.ts';
import { walk } from './walk.ts';

const MAX_BUNDLE_FILES = 20_000;

/** Returns true if a file is parsed for references. */
export const isMarkdown = (path: string): boolean => ['.md', '.mdx', '.markdown'].includes(extension(path));

/** `SKILL.md` is the name in the specification. Most clients read no other one, but its author means a skill. */
export const MANIFESTS: readonly string[] = ['SKILL.md', 'skill.md', 'Skill.md', 'SKILL.MD'];
/** The same for all of them. */
const MANIFEST_LENGTH = 'SKILL.md'.length;

/** Returns the name of the manifest among a folder's entries. */
export function manifestOf(entries: readonly DirectoryEntry[]): string | undefined {
  let first: string | undefined;
  for (const { name, kind } of entries) {
    // Every folder is examined, and most names have another length.
    if (name.length !== MANIFEST_LENGTH || kind !== 'file' || !MANIFESTS.includes(name)) continue;
    if (first === undefined || MANIFESTS.indexOf(name) < MANIFESTS.indexOf(first)) first = name;
  }
  return first;
}

/** True if a link of this name in a folder of skills may be meant as the folder of one: no file and nothing hidden. */
export const mayBeSkillFolder = (name: string): boolean => !name.includes('.');

/** Returns the SKILL.md in each folder of skills whose place has a link that leads to nothing; `folder` is any folder. */
function deadManifests(fs: FileSystem, folder: string): readonly string[] {
  if (!/^skills?$/.test(basename(folder))) return [];
  return (fs.deadLinks?.(folder) ?? []).filter(mayBeSkillFolder).map((name) => join(folder, name, 'SKILL.md'));
}

/**
 * Returns the absolute path of every SKILL.md (or skill.md) under a folder, including dot folders, in code-unit order
 * of the folders. A linked folder is followed once, and never if it leads back into `root`; a SKILL.md that is a link to
 * another one under `root` is left out. Of a folder of skills that is a link to nothing, the SKILL.md that it should have is
 * returned, too. Stops at 100,000 folders.
 * `onFound` is called with each path as soon as it is found, `onFolder` with each folder and its entries, `onLink` with a
 * SKILL.md that is left out.
 */
export function findSkills(
  fs: FileSystem,
  root: string,
  onFound?: (manifest: string) => void,
  onFolder?: (folder: string, entries: readonly DirectoryEntry[]) => void,
  onLink?: (link: string, manifest: string) => void,
): readonly string[] {
  const found: string[] = [];
  walk(fs, root, (folder, entries) => {
    onFolder?.(folder, entries);
    for (const manifest of deadManifests(fs, folder)) {
      found.push(manifest);
      onFound?.(manifest);
    }
    const name = manifestOf(entries);
    if (name) {
      const manifest = folder === '/' ? `/${name}` : `${folder}/${name}`;
      const isLink = entries.some((entry) => entry.link && entry.name === name);
      const target = isLink ? linkedManifest(fs, root, manifest) : undefined;
      if (target === undefined) {
        found.push(manifest);
        onFound?.(manifest);
      } else onLink?.(manifest, target);
    }
    return true;
  });
  return found;
}

/** Returns the path of the SKILL.md under `root` that a SKILL.md is a link to; undefined if it is a file, or a link to anything else. */
export function linkedManifest(fs: FileSystem, root: string, manifest: string): string | undefined {
  const [real, realRoot, realFolder] = [fs.realPath(manifest), fs.realPath(root), fs.realPath(dirname(manifest))];
  if (real === undefined || realRoot === undefined || realFolder === undefined) return undefined;
  const inner = within(realRoot, real);
  const name = basename(real);
  if (inner === undefined || dirname(real) === realFolder || !MANIFESTS.some((one) => one === name)) return undefined;
  // Nothing is found there.
  return /(?:^|\/)(?:\.git|node_modules)\//.test(inner) ? undefined : join(root, inner);
}

/**
 * Lists every file under a skill's folder by relative path, except nested skills, `.git` and `node_modules`. A linked folder is
 * followed inside of the repository only, or without one, inside of the folder that has the skill: names of other files must not
 * be quoted.
 * `truncated` is set if listing stopped at 20,000 files or 48 levels.
 */
export function readBundle(fs: FileSystem, root: string): Bundle {
  const top = normalize(root);
  const files = new Set<string>();
  const folders = new Set<string>();
  const enter = (folder: string, entries: readonly DirectoryEntry[]): boolean => {
    const inner = folder === top ? '' : folder.slice(top === '/' ? 1 : top.length + 1);
    if (inner !== '') {
      if (manifestOf(entries)) return false;
      folders.add(inner);
    }
    for (const entry of entries) {
      if (entry.kind === 'file' && files.size < MAX_BUNDLE_FILES)
        files.add(inner ? `${inner}/${entry.name}` : entry.name);
    }
    return files.size < MAX_BUNDLE_FILES;
  };
  let boundary: string | undefined;
  const complete = walk(fs, top, enter, (target) => {
    boundary ??= repositoryOf(fs, fs.realPath(top) ?? top);
    return within(boundary, target) !== undefined;
  });
  return { files, folders, truncated: !complete || files.size >= MAX_BUNDLE_FILES };
}

/** Returns the repository of a folder; without one, the folder above it. */
function repositoryOf(fs: FileSystem, root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (fs.kind(join(folder, '.git')) !== undefined) return folder;
    if (folder === dirname(folder) || folder === '') return dirname(root);
  }
}
