/** Where the skills of a folder are, and which files each of them brings along. */

import type { Bundle } from '../model/model.ts';
import type { DirectoryEntry, FileSystem } from './files.ts';
import { extension, normalize } from './paths.ts';
import { walk } from './walk.ts';

const MAX_BUNDLE_FILES = 20_000;

/** Whether a file is read for references of its own. */
export const isMarkdown = (path: string): boolean => ['.md', '.mdx', '.markdown'].includes(extension(path));

/** `SKILL.md` is the specification's name, clients accept `skill.md` too. */
export const MANIFESTS = ['SKILL.md', 'skill.md'] as const;

/** The manifest among a folder's entries. */
export function manifestOf(entries: readonly DirectoryEntry[]): string | undefined {
  return MANIFESTS.find((name) => entries.some((entry) => entry.name === name && entry.kind === 'file'));
}

/**
 * Absolute paths of every SKILL.md (or skill.md) under a folder, in dot folders too, in code-unit order of their folders.
 * Linked folders are followed once, and not at all where they lead back into `root`. Stops at 100,000 folders. `onFound` is
 * told of each at once.
 */
export function findSkills(fs: FileSystem, root: string, onFound?: (manifest: string) => void): readonly string[] {
  const found: string[] = [];
  walk(fs, root, (folder, entries) => {
    const name = manifestOf(entries);
    if (name) {
      const manifest = folder === '/' ? `/${name}` : `${folder}/${name}`;
      found.push(manifest);
      onFound?.(manifest);
    }
    return true;
  });
  return found;
}

/**
 * Every file under a skill's folder, by path relative to it; nested skills, `.git` and `node_modules` left out.
 * `truncated` is set where listing stopped at 20,000 files or 48 levels.
 */
export function readBundle(fs: FileSystem, root: string): Bundle {
  const top = normalize(root);
  const files = new Set<string>();
  const folders = new Set<string>();
  const complete = walk(fs, top, (folder, entries) => {
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
  });
  return { files, folders, truncated: !complete || files.size >= MAX_BUNDLE_FILES };
}
