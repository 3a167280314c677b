/** Sentences about runs that miss as real models of a client do. */
import { MISS_KINDS, type MissedThing } from '../../skill/index.ts';
import type { ObservedKind, ObservedMisses, ObservedWords } from '../protocol/stress.ts';
import { formatCount, formatNumber } from '../text/count.ts';

const THINGS: Readonly<Record<MissedThing, string>> = {
  'skill-file': 'SKILL.md',
  bundled: 'bundled files',
  'skill-name': 'names of skills',
};

/** Returns the result of these runs in one sentence. */
export function observedVerdict({ runs, misses, lostCalls, neverRead }: ObservedMisses): string {
  const all = formatCount(runs, 'simulated run');
  if (misses === 0) return `Nothing was missed in ${all} that miss as real models of this client do.`;
  const files =
    neverRead.length === 0
      ? 'every missed file that exists was read in the end'
      : `never read: ${formatNeverRead(neverRead)}`;
  const count = misses === 1 ? '1 miss' : `${formatNumber(misses)} misses`;
  return `${count} cost ${formatCount(lostCalls, 'call')} in ${all} that miss as real models of this client do; ${files}.`;
}

/** Returns the things of which no one knows how often real models of the client miss them; undefined if there are none. */
export function formatNotMeasured({ notMeasured }: ObservedMisses): string | undefined {
  if (notMeasured.length === 0) return undefined;
  return `Not measured in this client: how often real models miss ${notMeasured.map((what) => THINGS[what]).join(', ')}.`;
}

function formatNeverRead(files: ObservedMisses['neverRead']): string {
  const shown = files.slice(0, 5).map(({ path, runs }) => `${path} in ${formatCount(runs, 'run')}`);
  return files.length > 5 ? `${shown.join(', ')}, and ${files.length - 5} more` : shown.join(', ');
}

/** Formats a kind with its counts, and with the share that real models have, or that it is not measured. */
export function formatObservedKind({ kind, what, misses, lostCalls, neverRead, share }: ObservedKind): string {
  const title = MISS_KINDS.find(({ id }) => id === kind)?.title ?? kind;
  const lost = neverRead === 0 ? '' : `, ${formatNumber(neverRead)} never read`;
  const measured =
    share === undefined
      ? 'how often real models do so is not measured'
      : `real models missed ${formatNumber(share.missed)} of ${formatNumber(share.of)} ${THINGS[what]}, all kinds together`;
  return `${title} (${kind}): ×${formatNumber(misses)}, ${formatCount(lostCalls, 'call')} lost${lost}; ${measured}`;
}

/** Formats the cost of words that lead every model of the client to a miss. */
export function formatObservedWords({ kind, runs, calls }: ObservedWords): string {
  const title = MISS_KINDS.find(({ id }) => id === kind)?.title ?? kind;
  return `${title}: ${formatCount(calls, 'call')} lost in ${formatCount(runs, 'run')}`;
}
