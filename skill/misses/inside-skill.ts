import { dirname } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { MissKindId } from '../model/miss-kind-id.ts';
import { defined } from '../text/defined.ts';
import { isSameFile, type PreparedSkill, pathsOf, placeIn } from './known-skills.ts';
import type { ClassifiedMiss, TruePlace } from './miss.ts';
import { isCopied, longest, namesakeElsewhere, ofWritten, type PathRequest, suggestionsOf } from './path-request.ts';

/** Returns the kind of a path in the folder of a skill; undefined if the skill has the file. */
export function insideOf(skill: PreparedSkill, file: string, request: PathRequest): ClassifiedMiss | undefined {
  const { folder = '', files, written, guesses } = skill;
  if (files.has(file)) return undefined;
  const of = (kind: MissKindId, place?: TruePlace, meant = file): ClassifiedMiss =>
    defined({ kind, skill: skill.name, file: meant, place });
  if (/^skill\.md$/i.test(file)) return of('root.elsewhere');
  const sameName = [...files].find((one) => one.toLowerCase() === file.toLowerCase());
  // On Windows the letter case makes no difference, so the file is there.
  if (sameName !== undefined)
    return isSameFile(folder, sameName, file) ? undefined : of('near-name', placeIn(skill, sameName), sameName);
  const variants = written.find((one) => one.includes(file)) ?? [];
  const moved = variants.find((one) => one !== file && files.has(one));
  if (moved !== undefined) return of('base.document', placeIn(skill, moved), moved);
  if (variants.length > 0) return ofWritten(skill, file);
  // Words of the skill that lead to the same path say more.
  if (isCopied(request, file) && !guesses.has(file)) return of('copied');
  const tail = longest(pathsOf(skill), (one) => one.includes('/') && file.endsWith(`/${one}`));
  if (tail !== undefined) return of('base.document', placeIn(skill, tail), tail);
  const owner = otherOwner(skill, file, request);
  if (owner !== undefined) return defined({ ...of('other-skill', placeIn(owner, file)), skill: owner.name });
  if (guesses.has(file)) return of('guessed', namesakeElsewhere(request, file));
  const deeper = [...files].find((one) => one.endsWith(`/${file}`));
  if (deeper !== undefined) return of('base.document', placeIn(skill, deeper), deeper);
  const [near] = [...suggestionsOf(skill, file), ...writtenLike(skill, file)];
  if (near !== undefined) return of('near-name', placeIn(skill, near), near);
  return of('guessed', namesakeElsewhere(request, file));
}

/** Returns the paths of nearly this name in the same folder that texts of the skill write, unless it has no such files. */
function writtenLike({ hasAllFiles, written }: PreparedSkill, file: string): readonly string[] {
  if (hasAllFiles) return [];
  const paths = written.flat().filter((path) => dirname(path) === dirname(file));
  return suggest(file, { files: new Set(paths), folders: new Set(), truncated: false });
}

/** Returns another skill that has this file. */
function otherOwner(skill: PreparedSkill, file: string, { skills }: PathRequest): PreparedSkill | undefined {
  return skills.find((other) => other !== skill && file !== 'SKILL.md' && other.files.has(file));
}
