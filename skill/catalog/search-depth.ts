import type { Depth } from '../clients/discovery.ts';

/** Maximum number of levels below a folder of skills. */
export const MAX_LEVELS = 32;

/** Returns the level of the deepest folders below a folder of skills in which a client looks. */
export function deepestLevel(depth: Depth): number {
  switch (depth.kind) {
    case 'children':
      return 1;
    case 'levels':
      return depth.max;
    default:
      return MAX_LEVELS;
  }
}
