import type { ResultOutcome } from '../../loop/interfaces/tools.ts';

/** The error code for guards and telemetry, for any failure of a skill used as a tool. */
const SKILL_TOOL_FAILED = 'SKILL_TOOL_FAILED';

/**
 * Returns the result of a skill that failed as a tool, in MCP's format: one text part that holds JSON. It is never
 * retryable, because a failed skill fails again on the same input, and retries already happened inside. Weak models keep
 * calling such a tool unless the text tells them not to. `error` is passed on unchanged.
 */
export function skillFailure(skill: string, error: string): ResultOutcome {
  const hint = `Do not call 'skills__${skill}' again this turn: the same input gives the same result. Continue without this skill and answer the user with what is known.`;
  const text = JSON.stringify({ success: false, error, retryable: false, hint });
  return { kind: 'result', value: { content: [{ type: 'text', text }], isError: true }, errorCode: SKILL_TOOL_FAILED };
}
