/** The user's decision whether a client may read the skills of a workspace. */
import type { Trust } from '../clients/discovery.ts';
import { dirname, within } from '../files/paths.ts';
import { readJsonObject } from '../plugins/read-json.ts';
import { own } from '../text/own.ts';
import { type Place, pathsOf } from './places.ts';
import type { ClientSettings } from './read-settings.ts';

/** Returns `trusted`, `refused`, or `undecided` if the client would ask. The entry of the nearest folder decides. */
export function trustIn(trust: Trust, settings: ClientSettings, place: Place): 'trusted' | 'refused' | 'undecided' {
  if (settings.trust === trust.setting) return 'trusted';
  const { fs, cwd } = place;
  const here = fs.realPath(cwd) ?? cwd;
  let nearest = -1;
  let decision: 'trusted' | 'refused' | 'undecided' = 'undecided';
  for (const file of pathsOf(trust.at, place)) {
    const read = readJsonObject(fs, file);
    if (read.kind !== 'object') continue;
    for (const [written, value] of Object.entries(read.value)) {
      const decided = own(trust.decisions, String(value));
      if (decided === undefined) continue;
      const folder = decided === 'parent' ? dirname(written) : written;
      if (folder.length <= nearest || (within(folder, here) === undefined && within(folder, cwd) === undefined))
        continue;
      nearest = folder.length;
      decision = decided === 'refused' ? 'refused' : 'trusted';
    }
  }
  return decision;
}
