/** Bundles with files taken out, so that "is it there?" tells nothing about "was it meant?". */
import { createHash } from 'node:crypto';
import { type Bundle, dirname } from '../../skill/index.ts';

/** A number for a text, the same on every machine: what stands for chance here. */
export const hashOf = (text: string): number => createHash('sha1').update(text).digest().readUInt32BE(0);

/** The files of the folder `root` in an order that stands for chance. */
export const inChance = (files: readonly string[], root: string): readonly string[] =>
  [...files].sort((a, b) => hashOf(a.slice(root.length)) - hashOf(b.slice(root.length)));

/** The bundle without some of its files; folders that become empty go, too. */
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

/** A file, or a folder with all that lies in it. */
export const isWithin = (file: string, target: string): boolean => file === target || file.startsWith(`${target}/`);

/**
 * The bundles that a skill's references are looked at with: as it is, without one folder, without everything, and without
 * 20 to 60 % of what is referenced. `key` stands for chance.
 */
export function bundleVariants(bundle: Bundle, referenced: readonly string[], key: string): readonly Bundle[] {
  if (referenced.length === 0) return [bundle];
  const folders = [...new Set(referenced.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''))];
  const folder = folders[hashOf(key) % Math.max(1, folders.length)];
  const share = 20 + (hashOf(`${key} share`) % 41);
  const gone = new Set(referenced.filter((file) => hashOf(`${key} ${file}`) % 100 < share));
  return [
    bundle,
    ...(folder === undefined ? [] : [without(bundle, (file) => isWithin(file, folder))]),
    without(bundle, (file) => file !== 'SKILL.md'),
    without(bundle, (file) => gone.has(file)),
  ];
}

/** A path as one mistypes it: a letter lost, a folder's name changed, another extension, the folder lost. */
export function mistyped(path: string, key: string): string | undefined {
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
