import type { JSONSchema7, JSONSchema7Definition } from '@ai-sdk/provider';
import type { ExtraParameter } from '../../skill/index.ts';
import { setOwn } from '../../skill/index.ts';

/** A parameter of a client's tool. */
export interface OwnParameter {
  readonly type: ExtraParameter['type'];
  readonly required?: boolean;
}

/** Returns the JSON Schema of a tool's parameters. */
export function schemaOf(
  own: Readonly<Record<string, OwnParameter>>,
  extra: readonly ExtraParameter[] = [],
): JSONSchema7 {
  const all = [...Object.entries(own).map(([name, one]) => ({ name, ...one })), ...extra];
  const properties: Record<string, JSONSchema7Definition> = {};
  for (const { name, type } of all) setOwn(properties, name, { type });
  return { type: 'object', properties, required: all.filter((one) => one.required === true).map(({ name }) => name) };
}
