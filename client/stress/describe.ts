/** What a stress test says at the words of a skill. */
import type { StressCause, StressedSkill } from '../../runtime/protocol/stress.ts';

/** Paths named in one message. */
const MOST_PATHS = 3;

/** At words that waste calls, two or three sentences. */
export function describeCause(cause: StressCause, { runs }: StressedSkill): string {
  const named = cause.asked.slice(0, MOST_PATHS).map(({ path }) => path);
  const more = cause.asked.length - named.length;
  const what = cause.asked.length === 1 ? 'which is not there' : 'which are not there';
  const asked = `Here simulated models asked for ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}, ${what}: `;
  const cost = `${countOf(cause.calls, 'call')} wasted in ${cause.runs} of ${countOf(runs, 'run')}.`;
  const doubt = cause.doubtful ? ' Only a very weak reader takes these words for a file.' : '';
  return `${asked}${cost} ${cause.fix}${doubt}`;
}

/** When a test is over, for the status of the window. */
export function describeEnd({ skill, runs, wastedCalls, wasteful }: StressedSkill, complete: boolean): string {
  const part = complete ? '' : ', stopped early';
  if (wastedCalls === 0) return `${skill}: nothing was wasted in ${countOf(runs, 'simulated run')}${part}.`;
  return `${skill}: ${wasteful} of ${countOf(runs, 'simulated run')} wasted ${countOf(wastedCalls, 'call')}${part}.`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
