/** The hints that guards add to results for the model. */
import type { ResultOutcome } from '../loop/interfaces/tools.ts';
import type { Json, JsonObject } from '../protocol/events.ts';

/** The hint for a model whose calls of `tool` keep failing. */
export function hintFor(tool: string): string {
  return `Do not call '${tool}' like this again: the same input gives the same result. Continue without it and answer the user with what is known.`;
}

/**
 * Adds `retryable: false` and a hint to an error of `tool`. In a result in MCP's format, they become another text part, unless
 * the tool already includes such a part, as a skill that ran as a tool does.
 */
export function withAdvice(outcome: ResultOutcome, tool: string): ResultOutcome {
  const { value } = outcome;
  if (!isObject(value)) return outcome;
  const { content } = value;
  if (!isContent(content)) return { ...outcome, value: { ...value, retryable: false, hint: hintFor(tool) } };
  if (content.some(isAdvice)) return outcome;
  return { ...outcome, value: { ...value, content: [...content, { type: 'text', text: advicePart(tool) }] } };
}

/** Returns a result without the advice that a guard may have added to its error, so that it can be compared with others. */
export function withoutAdvice({ value, errorCode }: ResultOutcome, tool: string): Json {
  if (errorCode === undefined || !isObject(value)) return value;
  const { content } = value;
  if (!isContent(content)) return { ...value, retryable: null, hint: null };
  const advice = advicePart(tool);
  return { ...value, content: content.filter((part) => !isObject(part) || part.text !== advice) };
}

function advicePart(tool: string): string {
  return JSON.stringify({ retryable: false, hint: hintFor(tool) });
}

function isContent(content: Json | undefined): content is readonly Json[] {
  return Array.isArray(content) && content.length > 0 && content.every((part) => isObject(part) && 'type' in part);
}

function isAdvice(part: Json): boolean {
  if (!isObject(part) || typeof part.text !== 'string' || !part.text.startsWith('{')) return false;
  try {
    const parsed = JSON.parse(part.text) as Json;
    return isObject(parsed) && parsed.retryable === false;
  } catch {
    return false;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
