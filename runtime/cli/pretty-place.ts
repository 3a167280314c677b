import { MISS_KINDS } from '../../skill/index.ts';
import type { FileMiss } from '../protocol/events.ts';
import type { MissedFile } from '../sessions/session-summary.ts';

/** The kinds whose words in the skill say more than the place. */
const FROM_WORDS = /^(?:absent|near-name|guessed|copied)$/;

/** Formats a miss of a call: the file or skill, the kind of the miss, and the true place if that is known. */
export function prettyMissedFile(miss: FileMiss): string {
  const { skill, path, kind, reason, place } = miss;
  const name = kind === 'skill' ? skill : `${skill}/${path}`;
  const misplaced = prettyPlace(miss);
  if (misplaced !== undefined) return `${name}${misplaced}`;
  if (reason === undefined) return name;
  return `${name} (${titleOf(reason)})${place === undefined ? '' : `: it is at ${plain(place.at)}`}`;
}

/**
 * Formats where a file or skill was sought and where it is. Undefined if it was sought in the right place, or the kind of the miss
 * is not known.
 */
export function prettyPlace({
  reason,
  asked,
  alsoAsked = [],
  place,
  path,
  kind,
}: FileMiss & Pick<MissedFile, 'alsoAsked'>): string | undefined {
  if (reason === undefined || asked === undefined || FROM_WORDS.test(reason)) return undefined;
  const title = titleOf(reason);
  const sought = [asked, ...alsoAsked].map(plain).join(', ');
  if (place === undefined && kind === 'skill') return `: asked as ${sought} (${title})`;
  if (place === undefined) return `: asked at ${sought}, its true place is not known (${title})`;
  const at = plain(place.at);
  if (place.at === asked) return `: not offered under this name (${title})`;
  if (kind === 'skill') return `: asked as ${sought}, it is ${at} (${title})`;
  if (place.exists) return ` exists: asked at ${sought}, it is at ${at} (${title})`;
  return `: asked at ${sought}, its skill is in ${at.slice(0, -path.length - 1)} (${title})`;
}

/** Returns the words for a kind of misses. */
export const titleOf = (reason: string): string => MISS_KINDS.find(({ id }) => id === reason)?.title ?? reason;

/** Returns a path of a session as its system writes it. */
const plain = (path: string): string => path.replace(/^\/~(?=\/|$)/, '~').replace(/^\/([a-z]:)(?=\/|$)/, '$1');
