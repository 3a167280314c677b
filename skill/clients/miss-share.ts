/** The shares of requests in a client that find nothing, as far as real sessions say them. */
import type { MissKindId } from '../model/miss-kind-id.ts';
import type { CountedRuns, MissedThing, MissRate } from './client-miss.ts';
import type { ClientProfile } from './profile.ts';

/** The share of the requests for a thing that miss in a client. */
export type MissShare =
  | { readonly kind: 'measured'; readonly rate: MissRate }
  /** Models were seen to miss it, but not how often. */
  | { readonly kind: 'not-measured' }
  /** No session is known in which a model missed it. */
  | { readonly kind: 'never-seen' };

/** A kind of misses that a model brings about itself, whatever the text of the skill says, and its weight. */
export interface MissWay {
  readonly kind: MissKindId;
  readonly weight: number;
}

/** The kinds that follow from the text of a skill or of a client, not from how a model asks. */
const BY_TEXT: ReadonlySet<MissKindId> = new Set(['absent', 'other-skill', 'guessed', 'copied', 'name.tool']);

/** Returns the share of the requests for a thing that miss in a client. */
export function missShareOf({ misses }: ClientProfile, what: MissedThing): MissShare {
  const of = misses.filter((one) => one.what === what);
  const rate = of.find((one) => one.basis === 'requests');
  if (rate !== undefined) return { kind: 'measured', rate };
  return { kind: of.length > 0 ? 'not-measured' : 'never-seen' };
}

/** Returns the kinds in which the models of a client miss a thing by themselves, with the number of independent misses as weights. */
export function missWaysOf({ misses }: ClientProfile, what: MissedThing): readonly MissWay[] {
  return misses.flatMap((one) =>
    one.basis === 'collected' && one.what === what && !BY_TEXT.has(one.kind)
      ? [{ kind: one.kind, weight: one.missed }]
      : [],
  );
}

/** Returns the share of paths guessed from prose among the collected misses of bundled files of a client, from 0 to 1. */
export function guessedShareOf({ misses }: ClientProfile): number {
  const all = misses.filter((one) => one.basis === 'collected' && one.what === 'bundled');
  const sum = (of: typeof all): number => of.reduce((total, { missed }) => total + missed, 0);
  return sum(all) === 0 ? 0 : sum(all.filter((one) => 'kind' in one && one.kind === 'guessed')) / sum(all);
}

/**
 * Returns the runs that were counted in a layout: a folder around the skill's, and a written path. Undefined if none was
 * counted there.
 * @param folder the skill's folder, absolute
 */
export function countedRunsFor(
  { misses }: ClientProfile,
  what: MissedThing,
  skill: string,
  folder: string,
  written: string,
): CountedRuns | undefined {
  const around = folder.slice(0, folder.lastIndexOf('/'));
  for (const one of misses) {
    if (one.basis !== 'runs' || one.what !== what) continue;
    const { root, written: template } = one.layout;
    const isThere = around.endsWith(root.replace(/^~?\/?/, '/'));
    if (isThere && isFilled(template, written, skill)) return one;
  }
  return undefined;
}

/** True if a text is a template with the name of a skill and any file. */
function isFilled(template: string, text: string, skill: string): boolean {
  const [start = '', end] = template.replaceAll('{skill}', skill).split('{file}');
  return end === undefined
    ? text === start
    : text.startsWith(start) && text.endsWith(end) && text.length > start.length;
}
