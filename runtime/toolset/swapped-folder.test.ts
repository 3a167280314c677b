import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readInside } from '../skill-files/inside-file.ts';
import { readResource } from '../skill-files/resource-files.ts';
import { readSkillFiles } from '../skill-files/skill-files.ts';
import { manifest, temporaryFolder, writeFiles } from '../testing/folders.ts';
import { readSkills } from './skills.ts';

const SECRET = 'a key of the user';

/** A skill with `references/deep/a.md`, and a folder outside that has a file of that name, too. */
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

/** Puts a link to the folder outside where a folder of the skill was; answers what puts it back. */
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

describe('a folder of the skill that is swapped for a link after the file was found', () => {
  // What the descriptor itself leads to, and what is left where the system does not tell.
  describe.each([
    ['by its descriptor', true],
    ['by its path', false],
  ] as const)('%s', (_, byDescriptor) => {
    test.each(swaps)('%s: the file outside is not read', (_, doSwap) => {
      const at = skill();
      const read = readInside(at.root, at.path, { byDescriptor, beforeOpen: () => doSwap(at) });
      expect(read).toMatchObject({ kind: 'refused' });
    });

    test.each(swaps)('%s, and back again once it is open: neither', (_, doSwap) => {
      const at = skill();
      let back = (): void => undefined;
      const beforeOpen = (): void => {
        back = doSwap(at);
      };
      const read = readInside(at.root, at.path, { byDescriptor, beforeOpen, afterOpen: () => back() });
      expect(readFileSync(at.path, 'utf8')).toBe('of the skill');
      expect(read).toMatchObject({ kind: 'refused' });
    });

    test('a sound file is read, also in a skill that is named by a link', () => {
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

test('the skill itself swapped for a link, once it was taken up: no file outside is read or laid out', async () => {
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
    const taken: string[] = [];
    await readSkillFiles(root, 1e6, new AbortController().signal, (file) => void taken.push(file));
    expect(taken).toEqual([]);
    back();
    rmSync(`${folder}-link`);
  }
  expect(readResource(root, 'id.txt')).toEqual({ kind: 'text', text: 'of the skill' });
});

test.skipIf(process.platform === 'win32')(
  'while another process swaps the folder without end, what is read is the skill’s or nothing',
  async () => {
    const at = skill();
    mkdirSync(join(at.base, 'real'));
    renameSync(join(at.root, 'references/deep'), join(at.base, 'real/deep'));
    mkdirSync(join(at.root, 'references/deep'));
    writeFileSync(join(at.root, 'references/deep/a.md'), 'of the skill');
    const worker = new Worker(
      `const { renameSync, symlinkSync, mkdirSync, rmSync } = require('node:fs');
       const { parentPort, workerData: { folder, outside } } = require('node:worker_threads');
       symlinkSync(outside, folder + '-link');
       parentPort.postMessage('begun');
       for (;;) {
         renameSync(folder, folder + '-aside'); renameSync(folder + '-link', folder);
         renameSync(folder, folder + '-link'); renameSync(folder + '-aside', folder);
       }`,
      { eval: true, workerData: { folder: join(at.root, 'references/deep'), outside: join(at.base, 'outside') } },
    );
    onTestFinished(async () => void (await worker.terminate()));
    await new Promise((resolve) => worker.once('message', resolve));
    const seen = new Map<string, number>();
    const until = performance.now() + 1_500;
    for (let count = 0; performance.now() < until || count < 500; count++) {
      const read = readResource(at.root, 'references/deep/a.md');
      const what = read.kind === 'text' ? read.text : read.kind;
      seen.set(what, (seen.get(what) ?? 0) + 1);
      if (count % 50 > 0) continue;
      const taken: string[] = [];
      await readSkillFiles(at.root, 1e6, new AbortController().signal, (_, bytes) => void taken.push(bytes.toString()));
      expect(taken).not.toContain(SECRET);
    }
    expect(seen.get('of the skill') ?? 0).toBeGreaterThan(0);
    expect(seen.has(SECRET)).toBe(false);
  },
);
