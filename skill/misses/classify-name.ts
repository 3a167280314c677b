import { bareName, looseName, type PreparedSkill, placeOf } from './known-skills.ts';
import type { ClassifiedMiss, FailedRequest } from './miss.ts';

/**
 * Returns the kind of a request for a skill by its name, or by the name of a tool. Undefined for a tool that is no skill.
 * @param offered the names that the client offers; undefined if they are not known
 */
export function classifyName(
  { asked, by }: FailedRequest,
  skills: readonly PreparedSkill[],
  offered: ReadonlySet<string> | undefined,
): ClassifiedMiss | undefined {
  const name = asked.trim().replace(/^\//, '');
  const same =
    skills.find((skill) => skill.name === name) ?? skills.find((skill) => looseName(skill.name) === looseName(name));
  if (by === 'tool')
    return same === undefined ? undefined : { kind: 'name.tool', skill: same.name, place: placeOf(same) };
  if (same === undefined) return { kind: 'name.unknown' };
  const isOffered = offered === undefined || offered.has(same.name);
  if (isOffered && same.name !== name && bareName(same.name) === bareName(name))
    return { kind: 'name.prefix', skill: same.name, place: { at: same.name, exists: true } };
  // It is installed, but the client does not know it by this name: its file can be read, or its name be called.
  return {
    kind: 'name.unknown',
    skill: same.name,
    place: same.name === name ? placeOf(same) : { at: same.name, exists: true },
  };
}
