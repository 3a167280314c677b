import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { locateResource, readResource } from '../skill-files/resource-files.ts';
import { normalizePath } from './resource-path.ts';

describe('[28] paths that could lead out are rejected without disk access', () => {
  test.each([
    '../secret.md',
    'references/../../secret.md',
    'references/..',
    '..\\secret.md',
    'references\\..\\..\\secret.md',
    '/etc/passwd',
    '\\\\server\\share\\x',
    '//server/share/x',
    'C:\\Windows\\win.ini',
    'c:/x',
    '~/.ssh/id_rsa',
    '%2e%2e/secret.md',
    'references/%2E%2E%2f%2e%2e%2fsecret.md',
    'references/%252e%252e/secret.md',
    '%2fetc%2fpasswd',
    'references/..%5c..%5csecret.md',
    'references/a.md\0.png',
    'references/a%00.md',
    'references/a\nb.md',
    'references/NUL',
    'references/con.md',
    'references/aux',
    'references/COM1.txt',
    'references/guide.md:stream',
    'references/.. /secret',
    'references/.../secret',
    '',
    '.',
    './',
    `references/${'a'.repeat(4096)}`,
  ])('%j', (path) => {
    expect(normalizePath(path).kind).toBe('invalid');
  });

  test.each([
    ['references/a.md', 'references/a.md'],
    ['./references/./a.md', 'references/a.md'],
    ['references\\a.md', 'references/a.md'],
    ['references/..hidden.md', 'references/..hidden.md'],
    ['references/a..b.md', 'references/a..b.md'],
    ['references/100%.md', 'references/100%.md'],
    ['references/console.md', 'references/console.md'],
    ['references/Überblick 1.md', 'references/Überblick 1.md'],
  ])('%j is %j', (written, path) => {
    expect(normalizePath(written)).toEqual({ kind: 'path', path });
  });
});

test('[28] any combination of segments: an accepted path stays inside, on every system', () => {
  const pieces = [
    '..',
    '.',
    '...',
    '/',
    '\\',
    '%2e',
    '%2E%2E',
    '%252e',
    '%2f',
    '%5c',
    ':',
    'C:',
    '~',
    ' ',
    'a',
    'b.md',
    'references',
    '\0',
    'NUL',
    '．',
    '%',
  ];
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  let passed = 0;
  for (let n = 0; n < 20_000; n++) {
    const written = Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)]).join('');
    const normalized = normalizePath(written);
    if (normalized.kind === 'invalid') continue;
    passed++;
    const { path } = normalized;
    for (const form of [path, decodeOnce(path), decodeOnce(decodeOnce(path))]) {
      const inside = [
        `${posix.resolve('/skill', form)}/`.startsWith('/skill/'),
        `${win32.resolve('C:\\skill', form)}\\`.startsWith('C:\\skill\\'),
      ];
      expect([written, form, ...inside]).toEqual([written, form, true, true]);
    }
    expect(normalizePath(path)).toEqual(normalized);
  }
  expect(passed).toBeGreaterThan(1000);
});

function decodeOnce(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

describe('symbolic links', () => {
  function skill(): string {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'secret.md': 'secret',
      'outside/x.md': 'x',
      'skill/SKILL.md': '',
      'skill/references/a.md': 'a',
    });
    const root = join(folder, 'skill');
    symlinkSync('../../secret.md', join(root, 'references', 'out.md'));
    symlinkSync('../outside', join(root, 'assets'));
    symlinkSync('a.md', join(root, 'references', 'in.md'));
    symlinkSync('loop.md', join(root, 'references', 'loop.md'));
    symlinkSync('..', join(root, 'references', 'up'));
    mkdirSync(join(root, 'scripts'));
    symlinkSync('/dev/zero', join(root, 'scripts', 'zero.py'));
    return root;
  }

  test('follows a link inside the skill; rejects one that leaves it and a loop', () => {
    const root = skill();
    expect(readResource(root, 'references/in.md')).toEqual({ kind: 'text', text: 'a' });
    expect(readResource(root, 'references/up/references/a.md')).toEqual({ kind: 'text', text: 'a' });
    for (const path of ['references/out.md', 'assets/x.md', 'references/loop.md', 'scripts/zero.py'])
      expect(locateResource(root, path)).toMatchObject({ kind: 'refused' });
  });

  test('does not read a file above the size limit', () => {
    const root = skill();
    writeFileSync(join(root, 'references', 'big.txt'), Buffer.alloc(11 * 1024 * 1024));
    expect(readResource(root, 'references/big.txt')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/larger/),
    });
  });
});
