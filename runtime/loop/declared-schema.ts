import type { JSONSchema7 } from '@ai-sdk/provider';
import { isFields } from '../text/values.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the schema of a tool's arguments as it is sent to providers, some of which refuse an object without `properties`
 * at the top, and a list without `items` anywhere. The meaning stays the same.
 */
export function declaredSchema(schema: JSONSchema7): JSONSchema7 {
  const complete = withItems(schema as Schema);
  const isBare = complete.type === 'object' && complete.properties === undefined;
  return isBare ? { ...complete, type: 'object', properties: {} } : complete;
}

/** Adds `items` to the lists in a schema that have none. Returns the same object if there are no such lists. */
function withItems(schema: Schema): Schema {
  const changed = new Map<string, unknown>();
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes('array') && schema.items === undefined && schema.prefixItems === undefined)
    changed.set('items', {});
  for (const [name, value] of Object.entries(schema)) {
    const next = withItemsAt(name, value);
    if (next !== value) changed.set(name, next);
  }
  return changed.size === 0 ? schema : { ...schema, ...Object.fromEntries(changed) };
}

function withItemsAt(name: string, value: unknown): unknown {
  if (['items', 'additionalProperties', 'not'].includes(name)) return isFields(value) ? withItems(value) : value;
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(name) && Array.isArray(value)) {
    const all = value.map((one) => (isFields(one) ? withItems(one) : one));
    return all.some((one, index) => one !== value[index]) ? all : value;
  }
  if (!['properties', '$defs', 'definitions'].includes(name) || !isFields(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => ({ key, one, next: isFields(one) ? withItems(one) : one }));
  if (entries.every(({ one, next }) => one === next)) return value;
  return Object.fromEntries(entries.map(({ key, next }) => [key, next]));
}
