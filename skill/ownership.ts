/** Whether a path that leads nowhere was the skill's to provide, told by its form, its folder and what the skill ships. */
import type { Reference, Skill, SkillDocument } from './model.ts';
import { extension } from './paths.ts';
import { SPEC_FOLDERS } from './target.ts';

/** For references without an excuse that resolve to nothing. */
export function isSkillsOwn(reference: Reference, _document: SkillDocument, skill: Skill): boolean {
  const { path, form } = reference;
  if (reference.base.kind !== 'document') return true;
  if (form === 'link' || form === 'image' || form === 'definition') return true;
  const [first = ''] = path.split('/');
  const folder = path.endsWith('/');
  if (!folder && extension(path) === '') return false;
  return SPEC_FOLDERS.has(first) || skill.bundle.folders.has(first);
}
