import { realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { holdRoots } from './confined-file-system.ts';
import { foldersOfUris, placePath, type Root, RootMemory, shownPath } from './roots.ts';

function makeFolders() {
  const above = realpathSync(temporaryFolder());
  writeFiles(above, { 'one/skill/SKILL.md': '1', 'two/other/SKILL.md': '2', 'secret/SKILL.md': 'SECRET' });
  return { above, one: join(above, 'one'), two: join(above, 'two'), secret: join(above, 'secret') };
}

const rootsOf = (memory: RootMemory, folders: readonly string[]): readonly Root[] => {
  const found = memory.rootsOf(folders);
  return found.kind === 'roots' ? found.roots : [];
};

describe('roots', () => {
  test('are the folders that exist, each once, with their links followed', () => {
    const { above, one, two } = makeFolders();
    symlinkSync(one, join(above, 'link'));
    const memory = new RootMemory();
    expect(rootsOf(memory, [join(above, 'link'), one, `${two}/`, join(above, 'absent')])).toEqual([
      { given: join(above, 'link'), real: one },
      { given: two, real: two },
    ]);
  });

  test('are never a whole disk', () => {
    expect(new RootMemory().rootsOf(['/'])).toMatchObject({ kind: 'none', message: expect.stringContaining('--root') });
    expect(new RootMemory().rootsOf([]).kind).toBe('none');
  });

  test('are not what takes the place of a folder later', () => {
    const { above, one, secret } = makeFolders();
    const memory = new RootMemory();
    expect(rootsOf(memory, [one])).toHaveLength(1);
    renameSync(one, join(above, 'moved'));
    expect(memory.rootsOf([one]).kind).toBe('none');
    symlinkSync(secret, one);
    expect(memory.rootsOf([one]).kind).toBe('none');
    rmSync(one);
    renameSync(join(above, 'moved'), one);
    expect(rootsOf(memory, [one])).toHaveLength(1);
  });

  test('come from file URIs', () => {
    const { one } = makeFolders();
    expect(foldersOfUris([pathToFileURL(one).href, 'https://example.com/a', 'nonsense', 'file://%zz'])).toEqual([one]);
  });
});

describe('a path', () => {
  test('is absolute, or relative to the first root that has it', () => {
    const { above, one, two } = makeFolders();
    symlinkSync(one, join(above, 'link'));
    const roots = rootsOf(new RootMemory(), [join(above, 'link'), two]);
    const held = holdRoots([one, two]);
    for (const [written, path] of [
      ['skill', `${one}/skill`],
      ['./skill/', `${one}/skill`],
      ['other/SKILL.md', `${two}/other/SKILL.md`],
      [`${above}/link/skill`, `${one}/skill`],
      [`${one}/skill/../skill`, `${one}/skill`],
      ['.', one],
      ['', one],
    ] as const)
      expect(placePath(written, roots, held), written).toMatchObject({ kind: 'placed', path });
    const placed = placePath('other', roots, held);
    expect(placed.kind === 'placed' && shownPath(placed.path, placed.root)).toBe('other');
    held.close();
  });

  test('is refused outside, in the same words whether or not anything is there', () => {
    const { above, one, secret } = makeFolders();
    symlinkSync(secret, join(one, 'out'));
    symlinkSync(join(above, 'nothing'), join(one, 'dead'));
    const roots = rootsOf(new RootMemory(), [one]);
    const held = holdRoots([one]);
    for (const written of [secret, `${secret}x`, '../secret', 'skill/../../secret', '/etc/passwd', 'a\0b', `${one}x`])
      expect(placePath(written, roots, held), written).toEqual({
        kind: 'refused',
        message: `${written} is outside of the folders that may be read here: ${one}.`,
      });
    for (const written of ['out', 'out/SKILL.md', 'dead', 'absent', 'out/absent'])
      expect(placePath(written, roots, held), written).toEqual({
        kind: 'refused',
        message: `${written} does not exist in ${one}, or leads out of there.`,
      });
    held.close();
  });
});
