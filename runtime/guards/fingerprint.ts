import { hash } from 'node:crypto';
import type { CallView } from '../loop/hooks.ts';
import type { Json, JsonObject } from '../protocol/events.ts';

/** Characters up to which a text is its own fingerprint. */
const SHORT = 64;
/** Characters of arguments that a person would still read in a guard's decision. */
const READABLE = 2000;

const signatures = new WeakMap<object, string>();

/** Tool and arguments, keys in order, so that the order in which a model writes them does not matter. */
export function signatureOf(call: Pick<CallView, 'tool' | 'args' | 'broken'>): string {
  const known = signatures.get(call);
  if (known !== undefined) return known;
  const args = call.broken ?? JSON.stringify(sorted(call.args));
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
