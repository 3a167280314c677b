import { formatCount, formatNumber } from '../text/count.ts';
import { CLIENTS } from './table.ts';

/**
 * Returns why a client skips a skill for the length of a field, as the end of a sentence about the skill; undefined if it
 * lists it, or the client is unknown.
 * @param id of a client or of one of its behaviors
 */
export function lengthProblem(
  id: string,
  fields: { readonly description?: unknown; readonly compatibility?: unknown },
): string | undefined {
  const client = CLIENTS.find((one) => one.id === id || one.behaviors.some((behavior) => behavior.id === id));
  for (const drop of client?.discovery.drops ?? []) {
    if (drop.kind !== 'description-longer-than' && drop.kind !== 'compatibility-longer-than') continue;
    const field = drop.kind === 'description-longer-than' ? 'description' : 'compatibility';
    const text = fields[field];
    if (typeof text !== 'string') continue;
    const isCodePoints = drop.kind === 'compatibility-longer-than' || drop.unit === 'code-points';
    const length = isCodePoints ? [...text.trim()].length : text.trim().length;
    if (length > drop.max)
      return `the ${field} has ${formatCount(length, 'character')}; ${client?.name} allows at most ${formatNumber(drop.max)}`;
  }
  return undefined;
}
