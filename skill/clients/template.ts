/** Templates with placeholders, in the texts of clients. */
import { own } from '../text/own.ts';

/**
 * Returns `template` with each `{name}` replaced by that value. Values are inserted as they are: a placeholder inside one
 * stays. A placeholder without a value stays too.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(own(values, name) ?? placeholder));
}

/** Returns the names of the placeholders in `template`. */
export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}
