import { hash } from 'node:crypto';
import type { CallView } from '../loop/hooks.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { askedFor, textArgument } from '../toolset/arguments.ts';

/** Characters up to which a text is its own fingerprint. */
const SHORT = 64;
/** Characters of arguments that a person would still read in a guard's decision. */
const READABLE = 2000;

const signatures = new WeakMap<object, string>();

/**
 * What the tools of skills read of their arguments. Whatever else a model writes there makes no other call of it: with
 * `load_skill {skill_name, n}` it would go round for ever. Other tools get all of theirs.
 */
const READ: Readonly<Record<string, (args: JsonObject) => JsonObject | undefined>> = {
  list_skills: () => ({}),
  load_skill: (args) => {
    const skill = textArgument(args, 'skill_name');
    return skill === undefined ? undefined : { skill_name: skill.trim() };
  },
  load_skill_resource: (args) => {
    const { skill, path } = askedFor(args, 'resource');
    return skill === '' || path === '' ? undefined : { file_path: path, skill_name: skill };
  },
};

/** The arguments of a call as its tool reads them; all as written, where some are missing. */
export function readArguments(tool: string, args: JsonObject): JsonObject {
  return Object.hasOwn(READ, tool) ? (READ[tool]?.(args) ?? args) : args;
}

/** Tool and arguments, keys in order, so that the order in which a model writes them does not matter. */
export function signatureOf(call: Pick<CallView, 'tool' | 'args' | 'broken'>): string {
  const known = signatures.get(call);
  if (known !== undefined) return known;
  const args = call.broken ?? JSON.stringify(sorted(readArguments(call.tool, call.args)));
  // Never cut off: half of a secret would not be found by redaction any more.
  const signature = `${call.tool} ${args.length <= READABLE ? args : `#${fingerprint(args)}`}`;
  signatures.set(call, signature);
  return signature;
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** Stands for a text among others: guards remember thousands of calls, and results may be large. */
export function fingerprint(text: string): string {
  return text.length <= SHORT ? text : hash('sha1', text, 'base64');
}
