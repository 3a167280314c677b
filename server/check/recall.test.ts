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
import { settings } from '../testing.ts';
import { look } from './look.ts';
import { recall, remember } from './recall.ts';

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

/** Looks at everything, and remembers that under the key `k`; `old`: as if all of it had been written an hour ago. */
async function lookOnce(old: boolean): Promise<void> {
  const kept = { folder: cache, version: '1' };
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
  const result = await look({ ...options, kept, complain: expect.fail });
  Date.now = clock;
  if (result.kind !== 'printed' || !result.looked) throw new Error('nothing looked at');
  expect(result.looked.numbers.includes(-2)).toBe(!old);
  remember(cache, 'k', result.looked, printed);
}

describe.each([
  ['by content, where files are young', false],
  ['by what the system says about them', true],
])('what was printed is printed again: %s', (_, old) => {
  beforeEach(() => lookOnce(old));

  it('while nothing changes', () => {
    expect(recall(cache, 'k')).toEqual(printed);
    expect(recall(cache, 'other')).toBeUndefined();
  });

  it.each<[string, () => void]>([
    ['a text changes', () => write('a/references/x.md', 'See [z](z.md#part).\n')],
    ['a file comes', () => write('a/references/y.md', '')],
    ['a file goes', () => rmSync(join(folder, 'a/references/x.md'))],
    ['a file is renamed', () => renameSync(join(folder, 'a/references/x.md'), join(folder, 'a/references/X.md'))],
    ['a skill comes', () => write('b/SKILL.md', '')],
    ['a folder around becomes a repository', () => mkdirSync(join(folder, '.git'))],
    [
      'a text of the same length takes its place, with the same time',
      () => {
        const path = join(folder, 'a/references/x.md');
        writeFileSync(`${path}2`, 'See [z](z.md#part).\n');
        utimesSync(`${path}2`, 1, 1);
        renameSync(`${path}2`, path);
      },
    ],
  ])('but not once %s', (_what, change) => {
    change();
    expect(recall(cache, 'k')).toBeUndefined();
  });
});

it('is passed over where the file is damaged', async () => {
  await lookOnce(true);
  expect(readdirSync(cache)).toContain('k');
  const whole = readFileSync(join(cache, 'k'));
  for (const damaged of ['', '{}', whole.subarray(0, -1), Buffer.concat([whole, Buffer.from('x')]), '\0']) {
    writeFileSync(join(cache, 'k'), damaged);
    expect(recall(cache, 'k')).toBeUndefined();
  }
});
