import type { ResultOutcome } from '../../loop/tools.ts';

/** For guards and telemetry: whatever went wrong inside a skill that ran as a tool. */
const SKILL_TOOL_FAILED = 'SKILL_TOOL_FAILED';

/**
 * What a skill that failed as a tool answers, in MCP's shape: one text part that holds JSON. A skill that failed fails
 * again on the same input, and what could be tried again was tried inside, so it is never retryable; weak models keep
 * calling such a tool unless they are told so in words. `error` is passed on as it is.
 */
export function skillFailure(skill: string, error: string): ResultOutcome {
  const hint = `Do not call 'skills__${skill}' again this turn: the same input gives the same result. Continue without this skill and answer the user with what is known.`;
  const text = JSON.stringify({ success: false, error, retryable: false, hint });
  return { kind: 'result', value: { content: [{ type: 'text', text }], isError: true }, errorCode: SKILL_TOOL_FAILED };
}
