import type { JsonObject } from '../../protocol/events.ts';
import { isDeeperThan, MAX_LEVELS } from '../../text/json-depth.ts';
import type { ParsedCall } from '../history/parsed-call.ts';
import type { WrittenCall } from '../model-call/model-reply.ts';

/** Parses the tool calls of a model: arguments from JSON, and an id for each that is unique in the session. */
export class CallParser {
  private readonly used: Set<string>;
  private duplicates = 0;

  constructor(used: Iterable<string>) {
    this.used = new Set(used);
  }

  parse(calls: readonly WrittenCall[]): ParsedCall[] {
    return calls.map(({ id, tool, input }) => ({ id: this.uniqueId(id), tool, args: parseArguments(input) }));
  }

  /** Some local servers restart the numbering of calls with each answer, or send no id at all. */
  private uniqueId(id: string): string {
    let unique = id;
    while (unique === '' || this.used.has(unique)) unique = `${id === '' ? 'call' : id}-${++this.duplicates}`;
    this.used.add(unique);
    return unique;
  }
}

/** An empty string means no arguments: some providers send it for a tool without parameters. */
function parseArguments(input: string): ParsedCall['args'] {
  if (input.trim() === '') return { kind: 'object', value: {} };
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isDeeperThan(value, MAX_LEVELS))
      return { kind: 'object', value: value as JsonObject };
  } catch {
    // Falls through: anything that is not JSON, or is nested too deeply, is answered with an error.
  }
  return { kind: 'broken', raw: input };
}
