import type { ForkChange } from '../protocol/compare.ts';

/** Returns what a fork changed as a sentence. It contains values of journals, which may be untrusted. */
export function describeFork({ fork, at, changes }: ForkChange): string {
  const origin = fork === 'b' ? 'a' : 'b';
  const changed = changes.length === 0 ? 'nothing was changed' : `changed: ${changes.join('; ')}`;
  return `Run ${fork} was forked from ${origin} at event ${at}; ${changed}.`;
}
