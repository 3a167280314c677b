/** What the clues about a path that leads nowhere look at: the reference, its document, the skill and what follows from these. */
import { dirname, join, within } from '../files/paths.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';

export interface Missing {
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly path: string;
  /** The first part of the path. */
  readonly first: string;
  /** Path of the document from the skill's folder. */
  readonly inner: string;
  readonly isManifest: boolean;
  readonly isLink: boolean;
  readonly isCommand: boolean;
  /** Whether the path ends in `/`. */
  readonly isFolder: boolean;
  /** Whether the skill has the first folder of the path, as seen from its root or from the document. */
  readonly shipsFolder: boolean;
}

export function missingOf(reference: Reference, document: SkillDocument, skill: Skill): Missing {
  const { path, form } = reference;
  const inner = within(skill.root, document.path) ?? '';
  const [first = ''] = path.split('/');
  // `auth/setup.md` in `references/auth.md`, `../SKILL.md`: as seen from the document's folder.
  const near = within(skill.root, join(dirname(document.path), path)) ?? '';
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
      (near !== path && folders.has(path.startsWith('../') ? dirname(near) : join(dirname(inner), first))),
  };
}
