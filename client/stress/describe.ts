/** Describes the results of a stress test. */

import type { StressCause, StressedSkill, StressMatrix } from '../../runtime/protocol/stress.ts';
import { DOUBTFUL_NOTE } from '../../runtime/protocol/stress-notes.ts';
import { formatCount } from '../../runtime/text/count.ts';

/** Maximum number of paths named in one message. */
const MAX_PATHS = 3;

/** Describes words that waste calls, in two or three sentences. */
export function describeCause(cause: StressCause, { runs }: StressedSkill): string {
  const named = cause.asked.slice(0, MAX_PATHS).map(({ path }) => path);
  const moreCount = cause.asked.length - named.length;
  const problem = cause.asked.length === 1 ? 'which does not exist' : 'which do not exist';
  const requests = `Here simulated models requested ${named.join(', ')}${moreCount > 0 ? ` and ${moreCount} more` : ''}, ${problem}: `;
  const cost = `${formatCount(cause.calls, 'call')} wasted in ${cause.runs} of ${formatCount(runs, 'run')}.`;
  const doubt = cause.doubtful ? ` ${DOUBTFUL_NOTE}` : '';
  return `${requests}${cost} ${cause.fix}${doubt}`;
}

/** Describes the result of a test for the status bar. */
export function describeEnd({ skill, runs, wastedCalls, wasteful }: StressedSkill, complete: boolean): string {
  const part = complete ? '' : ', stopped early';
  if (wastedCalls === 0) return `${skill}: nothing was wasted in ${formatCount(runs, 'simulated run')}${part}.`;
  return `${skill}: ${wasteful} of ${formatCount(runs, 'simulated run')} wasted ${formatCount(wastedCalls, 'call')}${part}.`;
}

/** Describes a comparison of clients for the status bar. */
export function describeClients({ skill, clients }: StressMatrix, complete: boolean): string {
  const bad = clients.filter(({ wastedCalls }) => wastedCalls > 0).length;
  const part = complete ? '' : ', stopped early';
  if (bad === 0) return `${skill}: nothing was wasted in ${formatCount(clients.length, 'client')}${part}.`;
  return `${skill}: calls are wasted in ${bad} of ${formatCount(clients.length, 'client')}${part}.`;
}
