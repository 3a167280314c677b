/** Decides which of the skills that a client finds it offers: none that is switched off, one of each name. */
import type { ClientProfile } from '../clients/profile.ts';
import type { ClientSettings } from './client-settings.ts';
import type { FolderDiscovery } from './folder-discovery.ts';
import type { SkillEntry } from './read-entry.ts';
import type { NotOffered } from './reasons.ts';
import type { Root } from './roots.ts';

/** A skill that a client finds. */
export interface Candidate extends SkillEntry {
  readonly file: string;
  /** The path with every link resolved. */
  readonly real: string;
  readonly root: Root;
}

/** Returns the skills that no settings switch off. */
export function withoutDisabled(
  candidates: readonly Candidate[],
  client: ClientProfile,
  settings: ClientSettings,
  notOffered: NotOffered[],
): readonly Candidate[] {
  return candidates.filter((one) => {
    const rule = settings.allOff === undefined ? settings.off(one) : { file: settings.allOff, key: 'skills' };
    if (rule === undefined) return true;
    notOffered.push({
      file: one.file,
      reason: 'disabled',
      says: `It is switched off by \`${rule.key}\` in ${rule.file}.`,
      fix: `Remove it from \`${rule.key}\` there, or switch it on in ${client.name}.`,
    });
    return false;
  });
}

/** Returns the skills that remain if several have one name, or one file. */
export function withoutShadowed(
  candidates: readonly Candidate[],
  client: ClientProfile,
  { collision, collisionVaries, reading }: FolderDiscovery,
  notOffered: NotOffered[],
): readonly Candidate[] {
  const seen = new Map<string, Candidate>();
  const once = candidates.filter((one) => {
    const first = reading?.sameFileOnce === true ? seen.get(one.real) : undefined;
    if (first === undefined) {
      seen.set(one.real, one);
      return true;
    }
    notOffered.push({
      file: one.file,
      reason: 'shadowed',
      says: `It is the same file as ${first.file}, which is offered.`,
    });
    return false;
  });
  if (collision === undefined || collision === 'both') return once;
  const winners = new Map<string, Candidate>();
  for (const one of once) if (collision === 'last' || !winners.has(one.name)) winners.set(one.name, one);
  // The one that wins takes the place of the first.
  const places = new Map<string, Candidate>();
  for (const one of once) {
    const winner = winners.get(one.name) ?? one;
    if (!places.has(one.name)) places.set(one.name, winner);
    if (winner === one) continue;
    notOffered.push({
      file: one.file,
      reason: 'shadowed',
      says:
        collisionVaries === true
          ? `${client.name} lists one skill of the name \`${one.name}\`, at one start this and at another ${winner.file}.`
          : `${client.name} takes the skill \`${one.name}\` from ${winner.file}: of two with one name, the ${collision} one.`,
      fix: 'Rename or remove one of the two.',
    });
  }
  return [...places.values()];
}
