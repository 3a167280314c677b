/** Bundles with some files removed, so that the existence of a file does not reveal whether it was meant. */
import { createHash } from 'node:crypto';
import { type Bundle, dirname } from '../../skill/index.ts';

/** Returns a hash of a text, the same on every machine, as reproducible chance. */
export const hashOf = (text: string): number => createHash('sha1').update(text).digest().readUInt32BE(0);

/** Returns the files of the folder `root` in a reproducible random order. */
export const shuffled = (files: readonly string[], root: string): readonly string[] =>
  [...files].sort((a, b) => hashOf(a.slice(root.length)) - hashOf(b.slice(root.length)));

/** Returns the bundle without some of its files; empty folders are removed, too. */
export function without(bundle: Bundle, isGone: (file: string) => boolean): Bundle {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const file of bundle.files) {
    if (isGone(file)) continue;
    files.add(file);
    for (let folder = dirname(file); folder !== ''; folder = dirname(folder)) folders.add(folder);
  }
  return { files, folders, truncated: false };
}

/** Returns true if a file is the target, or in it if that is a folder. */
export const isWithin = (file: string, target: string): boolean => file === target || file.startsWith(`${target}/`);

/**
 * Returns the bundles for a skill's references: unchanged, without one folder, without everything, and without 20 to
 * 60 % of the referenced files. `key` seeds the choice.
 */
export function bundleVariants(bundle: Bundle, referenced: readonly string[], key: string): readonly Bundle[] {
  if (referenced.length === 0) return [bundle];
  const folders = [...new Set(referenced.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''))];
  const folder = folders[hashOf(key) % Math.max(1, folders.length)];
  const share = 20 + (hashOf(`${key} share`) % 41);
  const removed = new Set(referenced.filter((file) => hashOf(`${key} ${file}`) % 100 < share));
  return [
    bundle,
    ...(folder === undefined ? [] : [without(bundle, (file) => isWithin(file, folder))]),
    without(bundle, (file) => file !== 'SKILL.md'),
    without(bundle, (file) => removed.has(file)),
  ];
}

/** Returns a mistyped path: a letter dropped, a folder's name changed, another extension, the folder dropped. */
export function mistypePath(path: string, key: string): string | undefined {
  const chance = hashOf(key);
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  const [stem = '', extension = ''] = [name.replace(/\.\w+$/, ''), /\.\w+$/.exec(name)?.[0] ?? ''];
  if (stem.length < 5 || extension === '') return undefined;
  const at = 1 + (chance % (stem.length - 2));
  switch (chance % 4) {
    case 0:
      return [...parts.slice(0, -1), stem.slice(0, at) + stem.slice(at + 1) + extension].join('/');
    case 1:
      return parts.length > 1
        ? [(parts[0] ?? '').replace(/s?$/, (end) => (end === 's' ? '' : 's')), ...parts.slice(1)].join('/')
        : undefined;
    case 2:
      return [...parts.slice(0, -1), stem + (extension === '.md' ? '.txt' : '.md')].join('/');
    default:
      return parts.length > 2
        ? [parts[0], ...parts.slice(2)].join('/')
        : [...parts.slice(0, -1), stem.replaceAll(/[-_]/g, (mark) => (mark === '-' ? '_' : '-')) + extension].join('/');
  }
}
