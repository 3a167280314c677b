import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A constant that a module exports. */
export interface Exported<T> {
  /** Path from the root of the checkout. */
  readonly file: string;
  readonly name: string;
  readonly value: T;
}

/**
 * Finds every `export const NAME: TYPE = …` in the files of a folder, except tests. Only files with one are loaded.
 * @param type the name of `T` as the sources write it
 */
export async function exportsOf<T>(root: string, folder: string, type: string): Promise<readonly Exported<T>[]> {
  const found: Exported<T>[] = [];
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const file = `${folder}/${name}`;
    const text = readFileSync(join(root, file), 'utf8');
    const names = [...text.matchAll(/^export const (\w+): (\w+) =/gm)].flatMap(([, constant = '', of]) =>
      of === type ? [constant] : [],
    );
    if (names.length === 0) continue;
    const module: Record<string, unknown> = await import(pathToFileURL(join(root, file)).href);
    for (const constant of names) found.push({ file, name: constant, value: module[constant] as T });
  }
  return found;
}
