import type { Json, RunEvent } from '../../protocol/events.ts';
import { inlineText } from '../../text/inline-text.ts';

const LENGTH = 300;

/** Returns an event as text for the debug console, with its category; undefined if it has no news. */
export function eventText(
  event: RunEvent,
): { readonly category: 'console' | 'stdout' | 'stderr'; readonly text: string } | undefined {
  switch (event.type) {
    case 'llm_response': {
      if (event.error !== undefined) return { category: 'stderr', text: event.error };
      const text = inlineText(event.text);
      return text === '' ? undefined : { category: 'stdout', text };
    }
    case 'tool_call':
      return { category: 'console', text: `${event.tool} ${brief(event.args)}` };
    case 'tool_result':
      return event.error_code === undefined
        ? undefined
        : { category: 'stderr', text: `${event.tool}: ${event.error_code}` };
    case 'guard':
      return {
        category: 'stderr',
        text: `Guard ${event.rule}: ${event.verdict}, ${event.count} of ${event.threshold}`,
      };
    case 'note':
      return { category: 'console', text: event.message };
    case 'run_finished':
      return {
        category: 'console',
        text: `Ended: ${event.reason}${event.error === undefined ? '' : `: ${event.error}`}`,
      };
    default:
      return undefined;
  }
}

function brief(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}
