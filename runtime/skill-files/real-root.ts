import { realpathSync } from 'node:fs';

const cache = new Map<string, string>();

/**
 * Returns a skill folder's real path, all links resolved, as it was at the first call. A folder that replaces it later is
 * a different one, which no skill was read from. Throws as `fs` does if it does not exist.
 * @param root absolute path
 */
export function realRoot(root: string): string {
  const real = cache.get(root) ?? realpathSync(root);
  cache.set(root, real);
  return real;
}
