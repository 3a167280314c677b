import { realpathSync } from 'node:fs';

const known = new Map<string, string>();

/**
 * Where the folder of a skill really lies, every link followed: as it was when this was asked first. What comes to lie in its
 * place later is another folder, which no skill was taken up from. Throws as `fs` does where there is none.
 * @param root absolute path
 */
export function realRoot(root: string): string {
  const real = known.get(root) ?? realpathSync(root);
  known.set(root, real);
  return real;
}
