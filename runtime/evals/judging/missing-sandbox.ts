import type { RunEvent } from '../../protocol/events.ts';

/**
 * True if a command or script of the agent could not run because no sandbox works on the machine: a run with such a result says
 * nothing about the skill.
 */
export function lacksSandbox(event: RunEvent): boolean {
  return event.type === 'tool_result' && event.error_code === 'SANDBOX_REQUIRED';
}
