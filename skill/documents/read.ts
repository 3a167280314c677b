/** Reads a skill from its folder. */

import type { FileSystem, ReadResult } from '../files/files.ts';
import { isMarkdown, readBundle } from '../files/find.ts';
import { basename, dirname, join, within } from '../files/paths.ts';
import type { Frontmatter, Skill, SkillDocument } from '../model/model.ts';
import { own } from '../text/own.ts';
import { readDocument } from './document.ts';
import { readOnDemand } from './on-demand.ts';

export { isMarkdown } from '../files/find.ts';

export type SkillResult =
  | { readonly kind: 'skill'; readonly skill: Skill }
  | { readonly kind: 'unreadable'; readonly message: string };

/**
 * Reads the skill with its SKILL.md at `manifestPath` (absolute, with `/`). A file that is not text, or a link out of
 * the skill's folder, results in a message rather than an exception.
 */
export function readSkill(fs: FileSystem, manifestPath: string): SkillResult {
  const root = dirname(manifestPath);
  const [realRoot, realManifest] = [fs.realPath(root), fs.realPath(manifestPath)];
  // The text goes to a model, so a skill must not include one of the user's files through a link.
  if (realRoot !== undefined && realManifest !== undefined && within(realRoot, realManifest) === undefined) {
    return { kind: 'unreadable', message: `${manifestPath} is a link to a file outside its folder.` };
  }
  const result = fs.read(manifestPath);
  if (result.kind !== 'text') return { kind: 'unreadable', message: unreadableMessage(manifestPath, result) };
  // Those who run a skill need the body only for a miss.
  const manifest = readOnDemand(manifestPath, result.text);
  return { kind: 'skill', skill: skillOf(root, manifest, readBundle(fs, root)) };
}

/** Creates a skill from parts that have been read already. */
export function skillOf(root: string, manifest: SkillDocument, bundle: Skill['bundle']): Skill {
  const name = stringField(manifest.frontmatter, 'name') ?? basename(root);
  return { root, name, description: stringField(manifest.frontmatter, 'description') ?? '', manifest, bundle };
}

/** Reads the skill's other Markdown files, in order of their paths, skipping those that are not readable text. */
export function readDocuments(fs: FileSystem, skill: Skill): readonly SkillDocument[] {
  const documents: SkillDocument[] = [];
  for (const file of [...skill.bundle.files].sort()) {
    const path = join(skill.root, file);
    if (!isMarkdown(file) || path === skill.manifest.path) continue;
    const result = fs.read(path);
    if (result.kind === 'text') documents.push(readDocument(path, result.text));
  }
  return documents;
}

function stringField(frontmatter: Frontmatter, key: string): string | undefined {
  if (frontmatter.kind !== 'valid') return undefined;
  const value = own(frontmatter.data, key);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function unreadableMessage(path: string, result: Exclude<ReadResult, { kind: 'text' }>): string {
  switch (result.kind) {
    case 'binary':
      return `${path} is not UTF-8 text.`;
    case 'too-large':
      return `${path} is too large to read (${Math.ceil(result.size / 1024)} kB).`;
    case 'missing':
      return `${path} does not exist.`;
    case 'unreadable':
      return `${path} cannot be read: ${result.message}.`;
  }
}
