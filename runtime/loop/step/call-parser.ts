import { readWrittenArguments } from '../../text/written-arguments.ts';
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

/** Anything that is no JSON object, or is nested too deeply, is answered with an error. */
function parseArguments(input: string): ParsedCall['args'] {
  const value = readWrittenArguments(input);
  return value === undefined ? { kind: 'broken', raw: input } : { kind: 'object', value };
}
