/** Describes the steps of a run for display before its timeline is open. */
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { nameCall } from '../panel/trace/names.ts';

/** Maximum length of a call's description, in characters. */
const MAX_LENGTH = 60;

/**
 * Describes an event in a few words. Undefined if it is not a step.
 * @param calls the descriptions of the run's calls, by `seq` of their `tool_call`; updated with this event
 */
export function describeStep(event: RunEvent, calls: Map<number, string>): string | undefined {
  switch (event.type) {
    case 'llm_request':
      return `model call ${event.call}`;
    case 'tool_call': {
      const { verb, name } = nameCall(event.tool, event.args);
      const description = `${verb} ${name}`.trim().slice(0, MAX_LENGTH);
      calls.set(event.seq, description);
      return description;
    }
    case 'tool_result': {
      const call = calls.get(event.parent ?? 0) ?? 'a call';
      return event.error_code === undefined ? `${call}: done` : `${call}: ${event.error_code}`;
    }
    case 'guard':
      return event.verdict === 'stop' ? 'guard stopped the run' : `guard intervened (${event.verdict})`;
    case 'pause':
      return 'waiting for you';
    case 'run_finished':
      return event.reason === 'final' ? 'run finished' : `run ended (${event.reason})`;
    default:
      return undefined;
  }
}
