import { own } from '../text/own.ts';

/** Reads values of unknown objects. */

export type Fields = { readonly [key: string]: unknown };

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the first of these fields that is a non-blank string, and its name. */
export function firstText(fields: Fields, names: readonly string[]): readonly [name: string, text: string] | undefined {
  for (const name of names) {
    const value = own(fields, name);
    if (typeof value === 'string' && value.trim() !== '') return [name, value];
  }
  return undefined;
}

/** Returns the strings of a list, or a single string as a list; empty for anything else. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
