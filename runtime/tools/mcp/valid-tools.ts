import { own } from '../../../skill/index.ts';
import { isFields } from '../../text/values.ts';

/** A tool of a server's list that cannot be offered. */
export interface LeftOutTool {
  /** Its name; '' if it has none. */
  readonly name: string;
  /** The reason, as the end of a sentence about it. */
  readonly reason: string;
}

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
/** Keywords whose value is a schema, a list of schemas, or a table of schemas. */
const SCHEMA = ['additionalProperties', 'items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'];
const SCHEMAS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED_SCHEMAS = ['properties', 'patternProperties', '$defs', 'definitions'];

/** Optional fields of a tool that are used, and the check of their type. A value of another type is ignored. */
const OPTIONAL: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['description', (value) => typeof value === 'string'],
  ['outputSchema', (value) => problemOfSchema(value, '') === undefined],
  ['_meta', isFields],
];
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

/**
 * Returns the valid tools of a server's list, and those that must be left out. The client rejects an entire list for one
 * invalid tool, and a provider an entire request for one invalid schema.
 * @param listed the `tools` of a response to `tools/list`
 */
export function validTools(listed: readonly unknown[]): {
  readonly tools: readonly object[];
  readonly leftOut: readonly LeftOutTool[];
} {
  const tools: object[] = [];
  const leftOut: LeftOutTool[] = [];
  for (const tool of listed) {
    const fields = isFields(tool) ? tool : {};
    const name = typeof fields.name === 'string' ? fields.name.trim() : '';
    const reason = name === '' ? 'it has no name' : problemOfInput(fields.inputSchema);
    if (reason === undefined) tools.push(usedFields(fields));
    else leftOut.push({ name, reason });
  }
  return { tools, leftOut };
}

function usedFields(tool: Readonly<Record<string, unknown>>): object {
  const { name, inputSchema, annotations } = tool;
  const optional = OPTIONAL.filter(([field, isValid]) => own(tool, field) !== undefined && isValid(own(tool, field)));
  const hints = isFields(annotations) ? HINTS.filter((hint) => typeof own(annotations, hint) === 'boolean') : [];
  return {
    name,
    inputSchema,
    ...Object.fromEntries(optional.map(([field]) => [field, own(tool, field)])),
    annotations: Object.fromEntries(hints.map((hint) => [hint, isFields(annotations) && own(annotations, hint)])),
  };
}

/** Returns what is wrong with the schema of a tool's arguments. */
function problemOfInput(schema: unknown): string | undefined {
  if (schema === undefined || schema === null) return 'it has no inputSchema';
  if (!isFields(schema)) return 'its inputSchema is no schema';
  if (schema.type === undefined) return "its inputSchema has no type, which must be 'object'";
  if (schema.type !== 'object') return "the type of its inputSchema is not 'object'";
  const problem = problemOfSchema(schema, '');
  return problem === undefined ? undefined : `its inputSchema is invalid: ${problem}`;
}

/** Returns what no provider accepts in a schema, with its place. Unknown keywords are ignored. */
function problemOfSchema(schema: unknown, at: string): string | undefined {
  const place = at === '' ? 'it' : at;
  if (typeof schema === 'boolean' && at !== '') return undefined;
  if (!isFields(schema)) return `${place} is no schema`;
  const { type, required } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const unknown = types.find((one) => !TYPES.has(one));
  if (unknown !== undefined) return `${place} has the type ${JSON.stringify(unknown)}`;
  if (required !== undefined && !isListOfTexts(required)) return `'required' of ${place} is no list of names`;
  if (schema.enum !== undefined && !Array.isArray(schema.enum)) return `'enum' of ${place} is no list`;
  const inner = (name: string): string => (at === '' ? name : `${at}.${name}`);
  for (const name of SCHEMA) {
    const value = own(schema, name);
    if (value === undefined) continue;
    // Before the draft of 2020, `items` could be a list.
    const listed = name === 'items' && Array.isArray(value) ? value : [value];
    const problem = firstOf(listed, (one) => problemOfSchema(one, inner(name)));
    if (problem !== undefined) return problem;
  }
  for (const name of SCHEMAS) {
    const value = own(schema, name);
    if (value === undefined) continue;
    if (!Array.isArray(value)) return `${inner(name)} is no list`;
    const problem = firstOf(value, (one) => problemOfSchema(one, inner(name)));
    if (problem !== undefined) return problem;
  }
  for (const name of NAMED_SCHEMAS) {
    const value = own(schema, name);
    if (value === undefined) continue;
    if (!isFields(value)) return `${inner(name)} is no table of schemas`;
    const problem = firstOf(Object.entries(value), ([key, one]) => problemOfSchema(one, `${inner(name)}.${key}`));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function firstOf<T>(values: readonly T[], problemOf: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const problem = problemOf(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
