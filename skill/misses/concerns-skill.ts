import type { ClassifiedMiss } from './miss.ts';

/**
 * True if a request for a file to which no text that was read leads certainly concerns a skill: agents often look for absent files
 * of a workspace.
 */
export function concernsSkill({ kind, place, skill }: ClassifiedMiss): boolean {
  if (kind === 'base.workspace') return place?.exists === true;
  return /^(?:name\.manifest|root\.alias)$/.test(kind) || (kind !== 'name.unknown' && skill !== undefined);
}
