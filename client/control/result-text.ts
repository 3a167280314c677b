import type { Json, JsonObject } from '../../runtime/protocol/events.ts';
import type { ForkStep } from '../../runtime/protocol/fork.ts';
import { own } from '../../runtime/text/objects.ts';

/** The part of a tool's result that is edited as text, without JSON. */
export interface ResultText {
  /** The text as recorded; empty if the call failed. */
  readonly text: string;
  /** Returns the result that has this text. */
  readonly resultOf: (text: string) => Json;
}

/** The fields of Google ADK's skill tools that hold a text, by tool, and the arguments that the result repeats. */
const TEXT_FIELDS: ReadonlyMap<string, { readonly field: string; readonly repeats: readonly string[] }> = new Map([
  ['load_skill', { field: 'instructions', repeats: ['skill_name'] }],
  ['load_skill_resource', { field: 'content', repeats: ['skill_name', 'file_path'] }],
]);

/**
 * Returns the text in the result of a tool call: the result itself if it is a string, as in coding agents, or the text
 * that `load_skill` and `load_skill_resource` return in a field, which a failed call lacks. Undefined for other results,
 * which are edited as JSON.
 */
export function resultTextOf({ tool, args, result }: ForkStep): ResultText | undefined {
  if (typeof result === 'string') return { text: result, resultOf: (text) => text };
  const known = TEXT_FIELDS.get(tool ?? '');
  if (known === undefined) return undefined;
  const { field, repeats } = known;
  const recorded = isObject(result) ? own(result, field) : undefined;
  if (typeof recorded === 'string')
    return { text: recorded, resultOf: (text) => ({ ...(result as JsonObject), [field]: text }) };
  const repeated = repeats.flatMap((name) => {
    const value = isObject(args) ? own(args, name) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { text: '', resultOf: (text) => ({ ...Object.fromEntries(repeated), [field]: text }) };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
