import type { ResultOutcome } from '../loop/tools.ts';
import type { Json, JsonObject } from '../protocol/events.ts';

/** What a model is told that calls `tool` in vain. */
export function hintFor(tool: string): string {
  return `Do not call '${tool}' like this again: the same input gives the same result. Continue without it and answer the user with what is known.`;
}

/**
 * The error of `tool`, with `retryable: false` and a hint. A result in MCP's shape keeps it: they become one more text
 * part, and none where the tool says so itself, as a skill that ran as a tool does.
 */
export function withAdvice(outcome: ResultOutcome, tool: string): ResultOutcome {
  const { value } = outcome;
  if (!isObject(value)) return outcome;
  const { content } = value;
  if (!isParts(content)) return { ...outcome, value: { ...value, retryable: false, hint: hintFor(tool) } };
  if (content.some(saysSo)) return outcome;
  return { ...outcome, value: { ...value, content: [...content, { type: 'text', text: partFor(tool) }] } };
}

/** What a tool said, without what a guard may have written into its error since: a stand-in for comparing. */
export function withoutAdvice({ value, errorCode }: ResultOutcome, tool: string): Json {
  if (errorCode === undefined || !isObject(value)) return value;
  const { content } = value;
  if (!isParts(content)) return { ...value, retryable: null, hint: null };
  const advice = partFor(tool);
  return { ...value, content: content.filter((part) => !isObject(part) || part.text !== advice) };
}

function partFor(tool: string): string {
  return JSON.stringify({ retryable: false, hint: hintFor(tool) });
}

function isParts(content: Json | undefined): content is readonly Json[] {
  return Array.isArray(content) && content.length > 0 && content.every((part) => isObject(part) && 'type' in part);
}

function saysSo(part: Json): boolean {
  if (!isObject(part) || typeof part.text !== 'string' || !part.text.startsWith('{')) return false;
  try {
    const said = JSON.parse(part.text) as Json;
    return isObject(said) && said.retryable === false;
  } catch {
    return false;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
