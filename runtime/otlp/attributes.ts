/** Attributes of OTLP in its JSON encoding. Only the types that every viewer reads: no doubles and no nested maps. */
import type { Json } from '../protocol/events.ts';

/** The value of an attribute. Integers are strings, as in every 64-bit field of OTLP's JSON encoding. */
export type AttributeValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly { readonly stringValue: string }[] } };

export interface Attribute {
  readonly key: string;
  readonly value: AttributeValue;
}

/** Returns the attribute of a text, an integer, a boolean or a list of texts; none if the value is undefined. */
export function attribute(key: string, value: string | number | boolean | readonly string[] | undefined): Attribute[] {
  const encoded = value === undefined ? undefined : nativeValue(value);
  return encoded === undefined ? [] : [{ key, value: encoded }];
}

/** Encodes a value as an attribute without a loss; undefined if it has to be encoded as JSON. */
export function nativeValue(value: Json): AttributeValue | undefined {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? { intValue: String(value) } : undefined;
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return undefined;
  return { arrayValue: { values: value.map((one) => ({ stringValue: one })) } };
}

/** Decodes an attribute's value. Untrusted: undefined if it has none of the types that we write. */
export function readValue(value: unknown): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { stringValue, intValue, boolValue, arrayValue } = value as Readonly<Record<string, unknown>>;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  if (typeof intValue === 'string' || typeof intValue === 'number') {
    const number = Number(intValue);
    return Number.isSafeInteger(number) ? number : undefined;
  }
  if (typeof arrayValue !== 'object' || arrayValue === null) return undefined;
  const { values = [] } = arrayValue as { readonly values?: unknown };
  if (!Array.isArray(values)) return undefined;
  const read = values.map(readValue);
  return read.includes(undefined) ? undefined : (read as Json[]);
}
