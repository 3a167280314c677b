import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { packFolder, unpackFolder } from './folder-pack.ts';

function pack(folder: string, name?: string) {
  const packed = packFolder(folder, name);
  if (packed.kind === 'failed') throw new Error(packed.message);
  return packed;
}

/** Packs entries that `packFolder` would never write. */
function forged(entries: readonly object[], content = ''): Buffer {
  const head = Buffer.from(JSON.stringify(entries));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return gzipSync(Buffer.concat([length, head, Buffer.from(content)]));
}

describe('a packed folder', () => {
  it('is written again with its files, links, empty folders and permissions', () => {
    const folder = writeFiles(temporaryFolder(), {
      'a/b.txt': 'text',
      'bin/run.sh': 'true\n',
      'bytes.bin': '\0\u00ff',
    });
    mkdirSync(join(folder, 'empty'));
    symlinkSync('../a/b.txt', join(folder, 'bin/link'));
    const packed = pack(folder);
    const copy = temporaryFolder();
    expect(unpackFolder(packed.bytes, copy, packed.hash)).toBe(undefined);
    expect(readFileSync(join(copy, 'a/b.txt'), 'utf8')).toBe('text');
    expect(readFileSync(join(copy, 'bin/link'), 'utf8')).toBe('text');
    expect(readlinkSync(join(copy, 'bin/link'))).toBe('../a/b.txt');
    expect(statSync(join(copy, 'empty')).isDirectory()).toBe(true);
    expect(readFileSync(join(copy, 'bytes.bin'))).toEqual(readFileSync(join(folder, 'bytes.bin')));
  });

  it('has the hash of its content, which includes the given name', () => {
    const one = writeFiles(temporaryFolder(), { 'a.txt': 'text' });
    const same = writeFiles(temporaryFolder(), { 'a.txt': 'text' });
    expect(pack(one).hash).toBe(pack(same).hash);
    expect(pack(one, 'demo').hash).not.toBe(pack(one).hash);
    const copy = temporaryFolder();
    expect(unpackFolder(pack(one, 'demo').bytes, copy)).toBe(undefined);
    expect(readdirSync(copy)).toEqual(['demo']);
    writeFileSync(join(same, 'a.txt'), 'texT');
    expect(pack(one).hash).not.toBe(pack(same).hash);
  });

  it('has no link that leads out of it', () => {
    const folder = temporaryFolder();
    symlinkSync('/etc/passwd', join(folder, 'link'));
    expect(packFolder(folder)).toMatchObject({ kind: 'failed', message: expect.stringContaining('link') });
  });

  it('with another hash is refused before anything is written', () => {
    const packed = pack(writeFiles(temporaryFolder(), { 'a.txt': 'text' }));
    const copy = temporaryFolder();
    expect(unpackFolder(packed.bytes, copy, 'f'.repeat(64))).toContain('hash');
    expect(readdirSync(copy)).toEqual([]);
  });
});

/** A path at which nothing exists, whatever else is in the temporary folder. */
const ABSOLUTE = join(tmpdir(), `absent-${randomUUID()}`);

describe('content from anyone', () => {
  const file = (path: string) => ({ path, size: 1 });

  it.each([
    ['a parent', [file('../x')]],
    ['a parent in between', [file('a/../../x')]],
    ['an absolute path', [file(ABSOLUTE)]],
    ['a drive', [file('C:/x')]],
    ['a backslash', [file('..\\x')]],
    ['an empty segment', [file('a//x')]],
    ['a control character', [file('a\u0000x')]],
    ['a link to outside', [{ path: 'a', link: '../..' }, file('x')]],
    ['an absolute link', [{ path: 'a', link: '/etc' }, file('x')]],
    ['a way up behind another link', [{ path: 'p/q', link: '..' }, { path: 'z', link: 'p/q/..' }, file('x')]],
    ['a file below a link', [{ path: 'a', link: 'b' }, file('a/x')]],
    ['a path twice', [file('x'), { path: 'x', folder: true }]],
    ['a missing byte', [file('x'), file('y')]],
    ['an unknown field', [{ ...file('x'), mode: 0o4755 }]],
  ])('with %s is refused before anything is written', (_, entries) => {
    const top = temporaryFolder();
    const root = join(top, 'root');
    mkdirSync(root);
    expect(unpackFolder(forged(entries, '!'), root)).toEqual(expect.any(String));
    expect(readdirSync(root)).toEqual([]);
    expect(readdirSync(top)).toEqual(['root']);
    expect(existsSync(ABSOLUTE)).toBe(false);
  });

  it('that is not packed or expands to more than the limit is refused', () => {
    expect(unpackFolder(Buffer.from('text'), temporaryFolder())).toEqual(expect.any(String));
    const small = gzipSync(Buffer.alloc(137 * 1024 * 1024), { level: 1 });
    expect(small.length).toBeLessThan(1_000_000);
    expect(unpackFolder(small, temporaryFolder())).toEqual(expect.any(String));
  });

  it('cannot make a file setuid', () => {
    const copy = temporaryFolder();
    expect(unpackFolder(forged([{ path: 'x', size: 1, executable: true }], '!'), copy)).toBe(undefined);
    expect(lstatSync(join(copy, 'x')).mode & 0o7000).toBe(0);
    expect(gunzipSync(pack(copy).bytes).length).toBeGreaterThan(0);
  });
});
