/** Values for the parameters of a tool that a call must have and that change nothing. */
import type { ClientBehavior } from '../../skill/index.ts';

/** Returns a neutral value for each required parameter, by its name. */
export function requiredOf(extra: ClientBehavior['shell']['extra']): Record<string, unknown> {
  const value: Readonly<Record<string, unknown>> = { boolean: false, number: 1, array: [], object: {} };
  return Object.fromEntries(
    extra.filter(({ required }) => required === true).map(({ name, type }) => [name, value[type] ?? 'Look at it']),
  );
}
