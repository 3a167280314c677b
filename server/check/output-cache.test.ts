import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../../test/equipment/server/server.ts';
import { checkOnDisk } from './check-on-disk.ts';
import { readOutput, storeOutput } from './output-cache.ts';

let folder: string;
let cache: string;

beforeEach(() => {
  const top = mkdtempSync(join(tmpdir(), 'skillwright-recall-'));
  folder = join(top, 'work');
  cache = join(top, 'cache');
  write('a/SKILL.md', '---\nname: a\ndescription: Does a.\n---\n\nRead `references/x.md` and `references/y.md`.\n');
  write('a/references/x.md', 'See [y](y.md#part).\n');
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const printed = { text: 'été', errors: 2, warnings: 3 };

/** Checks everything and caches the output under the key `k`; `old`: as if all files had been written an hour ago. */
async function checkOnce(old: boolean): Promise<void> {
  const location = { folder: cache, version: '1' };
  const options = {
    paths: ['.'],
    cwd: folder,
    format: 'json',
    color: false,
    explain: false,
    settings: settings({}),
  } as const;
  const clock = Date.now;
  if (old) Date.now = () => clock() + 3_600_000;
  const result = await checkOnDisk({ ...options, cache: location, onMessage: expect.fail });
  Date.now = clock;
  if (result.kind !== 'printed' || !result.snapshot) throw new Error('nothing checked');
  expect(result.snapshot.numbers.includes(-2)).toBe(!old);
  storeOutput(cache, 'k', result.snapshot, printed);
}

describe.each([
  ['by content, if files were modified recently', false],
  ['by metadata', true],
])('output is reused, verified %s', (_, old) => {
  beforeEach(() => checkOnce(old));

  it('while nothing changes', () => {
    expect(readOutput(cache, 'k')).toEqual(printed);
    expect(readOutput(cache, 'other')).toBeUndefined();
  });

  it.each<[string, () => void]>([
    ['a text changes', () => write('a/references/x.md', 'See [z](z.md#part).\n')],
    ['a file is created', () => write('a/references/y.md', '')],
    ['a file is deleted', () => rmSync(join(folder, 'a/references/x.md'))],
    ['a file is renamed', () => renameSync(join(folder, 'a/references/x.md'), join(folder, 'a/references/X.md'))],
    ['a skill is created', () => write('b/SKILL.md', '')],
    ['an enclosing folder becomes a repository', () => mkdirSync(join(folder, '.git'))],
    [
      'a text of the same length replaces it, with the same time',
      () => {
        const path = join(folder, 'a/references/x.md');
        writeFileSync(`${path}2`, 'See [z](z.md#part).\n');
        utimesSync(`${path}2`, 1, 1);
        renameSync(`${path}2`, path);
      },
    ],
  ])('but not after %s', (_what, change) => {
    change();
    expect(readOutput(cache, 'k')).toBeUndefined();
  });
});

it('output is ignored if the file is damaged', async () => {
  await checkOnce(true);
  expect(readdirSync(cache)).toContain('k');
  const whole = readFileSync(join(cache, 'k'));
  for (const damaged of ['', '{}', whole.subarray(0, -1), Buffer.concat([whole, Buffer.from('x')]), '\0']) {
    writeFileSync(join(cache, 'k'), damaged);
    expect(readOutput(cache, 'k')).toBeUndefined();
  }
});
