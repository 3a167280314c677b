import type { JSONSchema7 } from '@ai-sdk/provider';
import { Ajv } from 'ajv';
import { messageOf } from '../../errors.ts';
import type { JsonObject } from '../../protocol/events.ts';
import { isDeeperThan, MAX_LEVELS } from '../../text/json-depth.ts';

/** The input schema of a tool. */
export interface InputSchema {
  readonly json: JSONSchema7;
  /** Returns the input with defaults filled in, or the errors. */
  check(input: JsonObject): Promise<CheckResult>;
}

type CheckResult =
  | { readonly kind: 'ok'; readonly input: unknown }
  | { readonly kind: 'invalid'; readonly message: string };

/** Treats formats as annotations, like JSON Schema itself, and ignores unknown keywords. */
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, useDefaults: true });

const TOO_DEEP = { problem: `its inputSchema is nested more than ${MAX_LEVELS} levels deep` };

const ANYTHING: JSONSchema7 = { type: 'object', properties: {} };

/** Reads a tool's `inputSchema` (or `parameters`): JSON Schema, a zod schema, or a value of the AI SDK's `jsonSchema()`. */
export async function readSchema(written: unknown): Promise<InputSchema | { readonly problem: string }> {
  if (written === undefined) return fromJson(ANYTHING);
  if (typeof written !== 'object' || written === null) return { problem: 'its inputSchema is not a schema' };
  if ('~standard' in written) return fromStandard(written);
  if ('jsonSchema' in written) {
    const inner: unknown = await written.jsonSchema;
    return typeof inner === 'object' && inner !== null
      ? fromJson(inner)
      : { problem: 'its inputSchema is not a schema' };
  }
  return fromJson(written);
}

function fromJson(schema: object): InputSchema | { readonly problem: string } {
  if (isDeeperThan(schema, MAX_LEVELS)) return TOO_DEEP;
  // Ajv supports draft 7. A schema of another draft is read as draft 7.
  const { $schema: _, ...json }: JSONSchema7 = JSON.parse(JSON.stringify(schema));
  if (json.type !== undefined && json.type !== 'object') return { problem: "its inputSchema is not of type 'object'" };
  try {
    const plain: Record<string, unknown> = { ...json };
    const validate = ajv.compile(plain);
    return {
      json: { ...json, type: 'object' },
      async check(input) {
        const copy = structuredClone(input);
        if (validate(copy)) return { kind: 'ok', input: copy };
        const problems = (validate.errors ?? []).map(
          ({ instancePath, message = 'is invalid', params }) =>
            `${instancePath === '' ? 'the input' : instancePath.slice(1).replaceAll('/', '.')} ${message}${describeExpected(params)}`,
        );
        return { kind: 'invalid', message: [...new Set(problems)].slice(0, 10).join('; ') };
      },
    };
  } catch (error) {
    return { problem: `its inputSchema is not a JSON Schema: ${messageOf(error)}` };
  }
}

/** Returns the allowed values or the unexpected property, which ajv's message omits. */
function describeExpected(params: Readonly<Record<string, unknown>>): string {
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

/** Reads a Standard Schema, as implemented by zod 4 and others (https://standardschema.dev). */
async function fromStandard(schema: object): Promise<InputSchema | { readonly problem: string }> {
  if (!isStandard(schema)) return { problem: 'its inputSchema is not a schema' };
  let json: JSONSchema7;
  try {
    json = await jsonOf(schema);
  } catch (error) {
    return { problem: `its inputSchema has no JSON Schema: ${messageOf(error)}. Zod 4 supports it, zod 3 does not` };
  }
  const { $schema: _, ...declared } = json;
  if (isDeeperThan(declared, MAX_LEVELS)) return TOO_DEEP;
  if (declared.type !== 'object') return { problem: "its inputSchema is not of type 'object'" };
  return {
    json: declared,
    async check(input) {
      const result: unknown = await schema['~standard'].validate(input);
      if (typeof result !== 'object' || result === null)
        return { kind: 'invalid', message: 'the schema returned no result' };
      if ('issues' in result && Array.isArray(result.issues))
        return { kind: 'invalid', message: result.issues.slice(0, 10).map(issueText).join('; ') };
      return { kind: 'ok', input: 'value' in result ? result.value : input };
    },
  };
}

async function jsonOf(schema: StandardSchema): Promise<JSONSchema7> {
  const jsonSchema = schema['~standard'].jsonSchema?.input({ target: 'draft-07' });
  if (jsonSchema !== undefined) return JSON.parse(JSON.stringify(jsonSchema));
  if (!('_zod' in schema)) throw new Error('its library offers none');
  // Zod before 4.2 does not implement it itself.
  const { toJSONSchema, z } = await import('zod');
  if (!(schema instanceof z.core.$ZodType) && !('def' in schema)) throw new Error('it is not a zod schema');
  const converted: unknown = Reflect.apply(toJSONSchema, undefined, [schema, { target: 'draft-7', io: 'input' }]);
  return JSON.parse(JSON.stringify(converted));
}

function issueText(issue: unknown): string {
  if (typeof issue !== 'object' || issue === null) return 'invalid';
  const path: unknown = Reflect.get(issue, 'path');
  const at = Array.isArray(path)
    ? path.map((step) => String(typeof step === 'object' ? step?.key : step)).join('.')
    : '';
  return `${at === '' ? 'the input' : at}: ${String(Reflect.get(issue, 'message') ?? 'is invalid')}`;
}
