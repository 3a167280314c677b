import type { JsonObject } from '../protocol/events.ts';
import { isDeeper, MOST_LEVELS } from '../protocol/levels.ts';
import type { WrittenCall } from './model-reply.ts';
import type { ReadCall } from './read-call.ts';

/** Reads the calls of a model: arguments from JSON, and an id for each that no other call of the session has. */
export class CallReader {
  private readonly used: Set<string>;
  private made = 0;

  constructor(used: Iterable<string>) {
    this.used = new Set(used);
  }

  read(calls: readonly WrittenCall[]): ReadCall[] {
    return calls.map(({ id, tool, input }) => ({ id: this.uniqueId(id), tool, args: readArguments(input) }));
  }

  /** Some local servers number the calls of each answer anew, or give no id at all. */
  private uniqueId(id: string): string {
    let unique = id;
    while (unique === '' || this.used.has(unique)) unique = `${id === '' ? 'call' : id}-${++this.made}`;
    this.used.add(unique);
    return unique;
  }
}

/** An empty string stands for no arguments: some providers send it for a tool without parameters. */
function readArguments(input: string): ReadCall['args'] {
  if (input.trim() === '') return { kind: 'object', value: {} };
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isDeeper(value, MOST_LEVELS))
      return { kind: 'object', value: value as JsonObject };
  } catch {
    // Falls through: what is not JSON, or nested too deep, is answered with an error.
  }
  return { kind: 'broken', raw: input };
}
