/**
 * The fields of an event as attributes, one attribute for each field, from which the event is restored. Fields that an
 * attribute of the conventions contains already are not repeated (`carried-fields.ts`).
 */
import { setOwn } from '../../skill/index.ts';
import { jsonText } from '../journal/json-line.ts';
import type { Json } from '../protocol/events.ts';
import { type Attribute, nativeValue, readValue } from './attributes.ts';
import { OWN_PREFIX } from './conventions.ts';

/** An event of a run or session, whose fields are read by name: journals are untrusted, and some types are not ours. */
export interface AnyEvent {
  readonly seq: number;
  readonly time: string;
  readonly type: string;
  readonly invocation: string;
  readonly agent: string;
  readonly parent?: number;
  readonly [field: string]: Json | undefined;
}

/** Fields of an event that is being restored. */
export type EventFields = Record<string, Json>;

const JSON_PREFIX = `${OWN_PREFIX}json.`;
/** Stands for the type of an event whose own name cannot be a part of an attribute's name. */
const OTHER_TYPE = 'event';
const NAMED_TYPE = /^[a-z_]+$/;

/** Returns the type of an event as a part of attribute names. */
export function typeName(type: string): string {
  return NAMED_TYPE.test(type) && type !== 'json' ? type : OTHER_TYPE;
}

/**
 * Returns an event's fields as attributes.
 * @param omitted fields that are contained elsewhere
 */
export function fieldAttributes(event: AnyEvent, omitted: ReadonlySet<string>): Attribute[] {
  const name = typeName(event.type);
  const attributes: Attribute[] = [];
  for (const [field, value] of Object.entries(event)) {
    if (value === undefined || omitted.has(field)) continue;
    if (field === 'type' && name === value) continue;
    if (field === 'usage' && isObject(value)) {
      for (const [part, figure] of Object.entries(value))
        if (!omitted.has(`usage.${part}`)) attributes.push(ownAttribute(`${name}.usage.${part}`, figure));
      if (Object.keys(value).length > 0) continue;
    }
    attributes.push(ownAttribute(`${name}.${field}`, value));
  }
  return attributes;
}

function ownAttribute(key: string, value: Json): Attribute {
  const native = nativeValue(value);
  return native === undefined
    ? { key: JSON_PREFIX + key, value: { stringValue: jsonText(value) } }
    : { key: OWN_PREFIX + key, value: native };
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the fields of all events that a span's or span event's attributes contain, by type. Untrusted: attributes that we
 * do not write are ignored.
 */
export function readFields(attributes: unknown): Map<string, EventFields> {
  const events = new Map<string, EventFields>();
  for (const { key, value } of readAttributes(attributes)) {
    if (!key.startsWith(OWN_PREFIX)) continue;
    const isJson = key.startsWith(JSON_PREFIX);
    const [type = '', ...rest] = key.slice(isJson ? JSON_PREFIX.length : OWN_PREFIX.length).split('.');
    const field = rest.join('.');
    if (field === '' || field === '__proto__') continue;
    const read = isJson ? parseText(value) : value;
    if (read === undefined) continue;
    const fields = events.get(type) ?? {};
    events.set(type, fields);
    if (field.startsWith('usage.')) {
      const before = fields.usage;
      const usage = before !== undefined && isObject(before) ? before : {};
      fields.usage = { ...usage, [field.slice('usage.'.length)]: read };
    } else setOwn(fields, field, read);
  }
  for (const [type, fields] of events) if (type !== OTHER_TYPE) fields.type = type;
  return events;
}

/** Returns the attributes whose value is of a type that we write. */
export function readAttributes(attributes: unknown): readonly { readonly key: string; readonly value: Json }[] {
  if (!Array.isArray(attributes)) return [];
  return attributes.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [];
    const { key, value } = one as { readonly key?: unknown; readonly value?: unknown };
    const read = readValue(value);
    return typeof key === 'string' && read !== undefined ? [{ key, value: read }] : [];
  });
}

/** Parses the JSON text of an attribute; undefined if it is not JSON. */
export function parseText(value: Json | undefined): Json | undefined {
  try {
    return typeof value === 'string' ? (JSON.parse(value) as Json) : undefined;
  } catch {
    return undefined;
  }
}
