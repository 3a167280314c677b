import type { JSONSchema7 } from '@ai-sdk/provider';
import { Ajv } from 'ajv';
import { messageOf } from '../../errors.ts';
import type { JsonObject } from '../../protocol/events.ts';
import { isDeeper, MOST_LEVELS } from '../../protocol/levels.ts';

/** The input of a tool: what is declared to the model, and what checks it. */
export interface InputSchema {
  readonly json: JSONSchema7;
  /** The input as the schema has it (defaults filled in), or what is wrong with it. */
  check(input: JsonObject): Promise<Checked>;
}

type Checked = { readonly kind: 'ok'; readonly input: unknown } | { readonly kind: 'wrong'; readonly message: string };

/** Formats are annotations, as in JSON Schema itself; words that ajv does not know are left alone. */
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, useDefaults: true });

const TOO_DEEP = { problem: `its inputSchema is nested more than ${MOST_LEVELS} levels deep` };

const ANYTHING: JSONSchema7 = { type: 'object', properties: {} };

/** Reads `inputSchema` (also `parameters`) of a tool: JSON Schema, a zod schema, or what the AI SDK's `jsonSchema()` makes. */
export async function readSchema(written: unknown): Promise<InputSchema | { readonly problem: string }> {
  if (written === undefined) return fromJson(ANYTHING);
  if (typeof written !== 'object' || written === null) return { problem: 'its inputSchema is no schema' };
  if ('~standard' in written) return fromStandard(written);
  if ('jsonSchema' in written) {
    const inner: unknown = await written.jsonSchema;
    return typeof inner === 'object' && inner !== null ? fromJson(inner) : { problem: 'its inputSchema is no schema' };
  }
  return fromJson(written);
}

function fromJson(schema: object): InputSchema | { readonly problem: string } {
  if (isDeeper(schema, MOST_LEVELS)) return TOO_DEEP;
  // Ajv knows draft 7; a schema that names another draft is read as one all the same.
  const { $schema: _, ...json }: JSONSchema7 = JSON.parse(JSON.stringify(schema));
  if (json.type !== undefined && json.type !== 'object') return { problem: 'its inputSchema is not of an object' };
  try {
    const plain: Record<string, unknown> = { ...json };
    const validate = ajv.compile(plain);
    return {
      json: { ...json, type: 'object' },
      async check(input) {
        const copy = structuredClone(input);
        if (validate(copy)) return { kind: 'ok', input: copy };
        const wrong = (validate.errors ?? []).map(
          ({ instancePath, message = 'is wrong', params }) =>
            `${instancePath === '' ? 'the input' : instancePath.slice(1).replaceAll('/', '.')} ${message}${allowed(params)}`,
        );
        return { kind: 'wrong', message: [...new Set(wrong)].slice(0, 10).join('; ') };
      },
    };
  } catch (error) {
    return { problem: `its inputSchema is no JSON Schema: ${messageOf(error)}` };
  }
}

/** What a value may be, or which property is one too many: ajv's message leaves it out. */
function allowed(params: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(params.allowedValues))
    return `: ${params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`;
  return typeof params.additionalProperty === 'string' ? `: '${params.additionalProperty}'` : '';
}

interface StandardSchema {
  readonly '~standard': {
    validate(value: unknown): unknown;
    readonly jsonSchema?: { input(options: { target: string }): unknown };
  };
}

function isStandard(value: object): value is StandardSchema {
  const standard: unknown = Reflect.get(value, '~standard');
  return typeof standard === 'object' && standard !== null && 'validate' in standard;
}

/** Standard Schema, as zod 4 and others implement it (https://standardschema.dev). */
async function fromStandard(schema: object): Promise<InputSchema | { readonly problem: string }> {
  if (!isStandard(schema)) return { problem: 'its inputSchema is no schema' };
  let json: JSONSchema7;
  try {
    json = await jsonOf(schema);
  } catch (error) {
    return { problem: `no JSON Schema can be made of its inputSchema: ${messageOf(error)}. Zod 4 can, zod 3 cannot` };
  }
  const { $schema: _, ...declared } = json;
  if (isDeeper(declared, MOST_LEVELS)) return TOO_DEEP;
  if (declared.type !== 'object') return { problem: 'its inputSchema is not of an object' };
  return {
    json: declared,
    async check(input) {
      const result: unknown = await schema['~standard'].validate(input);
      if (typeof result !== 'object' || result === null)
        return { kind: 'wrong', message: 'the schema answered nothing' };
      if ('issues' in result && Array.isArray(result.issues))
        return { kind: 'wrong', message: result.issues.slice(0, 10).map(issueText).join('; ') };
      return { kind: 'ok', input: 'value' in result ? result.value : input };
    },
  };
}

async function jsonOf(schema: StandardSchema): Promise<JSONSchema7> {
  const own = schema['~standard'].jsonSchema?.input({ target: 'draft-07' });
  if (own !== undefined) return JSON.parse(JSON.stringify(own));
  if (!('_zod' in schema)) throw new Error('its library offers none');
  // Zod before 4.2 does not say it by itself.
  const { toJSONSchema, z } = await import('zod');
  if (!(schema instanceof z.core.$ZodType) && !('def' in schema)) throw new Error('it is no zod schema');
  const made: unknown = Reflect.apply(toJSONSchema, undefined, [schema, { target: 'draft-7', io: 'input' }]);
  return JSON.parse(JSON.stringify(made));
}

function issueText(issue: unknown): string {
  if (typeof issue !== 'object' || issue === null) return 'wrong';
  const path: unknown = Reflect.get(issue, 'path');
  const at = Array.isArray(path)
    ? path.map((step) => String(typeof step === 'object' ? step?.key : step)).join('.')
    : '';
  return `${at === '' ? 'the input' : at}: ${String(Reflect.get(issue, 'message') ?? 'is wrong')}`;
}
