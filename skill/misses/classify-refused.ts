/** The kinds of paths that a tool refuses because they are none in the skill, as those of ADK do. */
import { join, normalize } from '../files/paths.ts';
import { defined } from '../text/defined.ts';
import { insideOf } from './inside-skill.ts';
import { isWritten, type PreparedSkill, placeIn } from './known-skills.ts';
import type { ClassifiedMiss, TruePlace } from './miss.ts';
import type { PathRequest } from './path-request.ts';
import { below } from './requested-path.ts';

/**
 * Returns the kind of a path that leaves the folder of the only skill that the tool opens files of, although that skill is meant:
 * `../assets/a.md`, as a document in `references/` writes it. Undefined for any other path.
 * @param isScript true if the tool looks in `scripts/`, too
 */
export function ofLeftFolder(
  skill: PreparedSkill,
  request: PathRequest,
  isScript: boolean,
): ClassifiedMiss | undefined {
  const [, rest = ''] = /^(?:\.\/)*(?:\.\.\/)+(.+)$/.exec(request.asked) ?? [];
  const inside = normalize(rest);
  if (rest === '' || inside.startsWith('..')) return undefined;
  const file = [inside, ...(isScript ? [join('scripts', inside)] : [])].find((one) => skill.files.has(one));
  if (file !== undefined)
    return defined({ kind: 'base.document', skill: skill.name, file, place: placeIn(skill, file) });
  return isWritten(skill, inside) ? insideOf(skill, inside, request) : undefined;
}

/** Returns the kind of a path that leads to an existing file of another skill than the only one whose files the tool opens. */
export function ofOtherSkill(skill: PreparedSkill, { path, skills }: PathRequest): ClassifiedMiss | undefined {
  const owner = skills.find((other) => {
    const file = other.folder === undefined ? undefined : below(other.folder, path);
    return other !== skill && file !== undefined && other.files.has(file);
  });
  const place: TruePlace = { at: path, exists: true };
  return owner === undefined ? undefined : { kind: 'other-skill', skill: owner.name, place };
}
