/** The facts that clues about a missing path use: the reference, its document and skill, and derived properties. */
import { dirname, join, within } from '../files/paths.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';

export interface MissingPath {
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly path: string;
  /** The first part of the path. */
  readonly first: string;
  /** Path of the document relative to the skill's folder. */
  readonly inner: string;
  readonly isManifest: boolean;
  readonly isLink: boolean;
  readonly isCommand: boolean;
  /** True if the path ends in `/`. */
  readonly isFolder: boolean;
  /** True if the skill has the first folder of the path, relative to its root or to the document. */
  readonly shipsFolder: boolean;
}

export function missingPathOf(reference: Reference, document: SkillDocument, skill: Skill): MissingPath {
  const { path, form } = reference;
  const inner = within(skill.root, document.path) ?? '';
  const [first = ''] = path.split('/');
  // `auth/setup.md` in `references/auth.md`, or `../SKILL.md`: relative to the document's folder.
  const fromDocument = within(skill.root, join(dirname(document.path), path)) ?? '';
  const { folders } = skill.bundle;
  return {
    reference,
    document,
    skill,
    path,
    first,
    inner,
    isManifest: document.path === skill.manifest.path,
    isLink: form === 'link' || form === 'image' || form === 'definition',
    isCommand: form === 'fence-command' || form === 'code-command',
    isFolder: path.endsWith('/'),
    shipsFolder:
      folders.has(first) ||
      (fromDocument !== path &&
        folders.has(path.startsWith('../') ? dirname(fromDocument) : join(dirname(inner), first))),
  };
}
