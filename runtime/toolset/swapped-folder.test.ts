import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifest, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { readInside } from '../skill-files/read-inside.ts';
import { readResource } from '../skill-files/resource-files.ts';
import { readSkillFiles } from '../skill-files/skill-files.ts';
import { readSkills } from './read-skills.ts';

const SECRET = 'a key of the user';

/** Creates a skill with `references/deep/a.md`, and a folder outside with a file of the same name. */
function skill() {
  const base = temporaryFolder();
  const root = join(base, 'skill');
  writeFiles(base, {
    'skill/references/deep/a.md': 'of the skill',
    'outside/a.md': SECRET,
    'outside/deep/a.md': SECRET,
  });
  return { base, root, path: join(root, 'references/deep/a.md') };
}

/** Replaces a folder of the skill with a link to the outside folder; returns a function that undoes it. */
const swaps: readonly (readonly [string, (at: ReturnType<typeof skill>) => () => void])[] = [
  ['the folder', ({ base, root }) => swap(join(root, 'references/deep'), join(base, 'outside'))],
  ['a folder above it', ({ base, root }) => swap(join(root, 'references'), join(base, 'outside'))],
];

function swap(folder: string, outside: string): () => void {
  renameSync(folder, `${folder}-before`);
  symlinkSync(outside, folder, 'junction');
  return () => {
    renameSync(folder, `${folder}-link`);
    renameSync(`${folder}-before`, folder);
  };
}

describe('a folder of the skill that is replaced with a link after the file was found', () => {
  // By the path of the descriptor, and by the fallback for systems that do not provide it.
  describe.each([
    ['by its descriptor', true],
    ['by its path', false],
  ] as const)('%s', (_, byDescriptor) => {
    test.each(swaps)('%s: does not read the file outside', (_, doSwap) => {
      const at = skill();
      const read = readInside(at.root, at.path, { byDescriptor, beforeOpen: () => doSwap(at) });
      expect(read).toMatchObject({ kind: 'refused' });
    });

    test.each(swaps)('%s, then restored after opening: does not read the file outside', (_, doSwap) => {
      const at = skill();
      let back = (): void => undefined;
      const beforeOpen = (): void => {
        back = doSwap(at);
      };
      const read = readInside(at.root, at.path, { byDescriptor, beforeOpen, afterOpen: () => back() });
      expect(readFileSync(at.path, 'utf8')).toBe('of the skill');
      expect(read).toMatchObject({ kind: 'refused' });
    });

    test('reads a regular file, also if the skill’s path is a link', () => {
      const at = skill();
      const link = join(at.base, 'link');
      symlinkSync(at.root, link, 'junction');
      for (const root of [at.root, link]) {
        const read = readInside(root, join(root, 'references/deep/a.md'), { byDescriptor });
        expect(read.toString()).toBe('of the skill');
      }
    });
  });
});

test('after a skill was read, replacing its folder with a link exposes no file outside', async () => {
  const base = temporaryFolder();
  const root = join(base, 'skills/one');
  writeFiles(base, {
    'skills/one/SKILL.md': manifest('one'),
    'skills/one/id.txt': 'of the skill',
    'outside/one/id.txt': SECRET,
    'outside/id.txt': SECRET,
  });
  expect(readSkills([root]).kind).toBe('found');
  for (const [folder, outside] of [
    [root, join(base, 'outside')],
    [join(base, 'skills'), join(base, 'outside')],
  ] as const) {
    const back = swap(folder, outside);
    expect(readResource(root, 'id.txt')).toMatchObject({ kind: 'refused' });
    const copied: string[] = [];
    await readSkillFiles(root, 1e6, new AbortController().signal, (file) => void copied.push(file));
    expect(copied).toEqual([]);
    back();
    rmSync(`${folder}-link`);
  }
  expect(readResource(root, 'id.txt')).toEqual({ kind: 'text', text: 'of the skill' });
});
