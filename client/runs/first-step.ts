/** What a run does, in a few words, for where there is no timeline yet. */
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { nameCall } from '../panel/trace/names.ts';

/** Characters of what a call names. */
const LONGEST = 60;

/**
 * The step that an event is, as a person would tell it; undefined where an event is none.
 * @param calls what each call of the run is named, by `seq` of its `tool_call`; this event is added
 */
export function stepOf(event: RunEvent, calls: Map<number, string>): string | undefined {
  switch (event.type) {
    case 'llm_request':
      return `model call ${event.call}`;
    case 'tool_call': {
      const { verb, name } = nameCall(event.tool, event.args);
      const said = `${verb} ${name}`.trim().slice(0, LONGEST);
      calls.set(event.seq, said);
      return said;
    }
    case 'tool_result': {
      const call = calls.get(event.parent ?? 0) ?? 'a call';
      return event.error_code === undefined ? `${call}: done` : `${call}: ${event.error_code}`;
    }
    case 'guard':
      return event.verdict === 'stop' ? 'a guard ended the run' : `a guard intervened (${event.verdict})`;
    case 'pause':
      return 'waits for you';
    case 'run_finished':
      return event.reason === 'final' ? 'the run is over' : `the run is over (${event.reason})`;
    default:
      return undefined;
  }
}
