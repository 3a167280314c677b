import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import type { BlobReference, Json } from '../protocol/events.ts';
import { BLOB_LIMIT, readBlob, storeBlob } from './blobs.ts';

const LARGE: Json = { text: 'x'.repeat(BLOB_LIMIT) };

/** A run's folder with a payload, and a secret file outside. */
function run() {
  const root = temporaryFolder();
  const [folder, secret] = [join(root, 'run'), join(root, 'keys.json')];
  mkdirSync(folder);
  writeFileSync(secret, '{"key":"sk-of-the-user-0123456789"}');
  const reference = storeBlob(folder, LARGE) as BlobReference;
  return { folder, secret, reference, path: join(folder, reference.blob) };
}

/** Ways to replace the payload with something else. */
type Swap = (made: ReturnType<typeof run>) => void;
const SWAPS: readonly (readonly [string, Swap])[] = [
  ['a link to a file outside', ({ path, secret }) => symlinkSync(secret, path)],
  [
    'a link to a file of the run',
    ({ path, folder }) => {
      writeFileSync(join(folder, 'x'), '1');
      symlinkSync('x', path);
    },
  ],
  ['a hard link to a file outside', ({ path, secret }) => linkSync(secret, path)],
  ['other content', ({ path }) => writeFileSync(path, '{"text":"of another user"}')],
  ['a named pipe', ({ path }) => execFileSync('mkfifo', [path])],
  ['a folder', ({ path }) => mkdirSync(path)],
  ['nothing', () => undefined],
];

describe.skipIf(process.platform === 'win32')('a payload', () => {
  test.each(SWAPS)('is not read if it was replaced with %s', (_, swap) => {
    const made = run();
    rmSync(made.path);
    swap(made);
    const read = readBlob(made.folder, made.reference);
    expect(read).toMatchObject({ kind: 'failed' });
    expect(JSON.stringify(read)).not.toContain('sk-of-the-user');
  });

  test.each(SWAPS.filter(([what]) => what !== 'a folder'))(
    'replaces %s when the same payload is stored again',
    (_, swap) => {
      const made = run();
      rmSync(made.path);
      swap(made);
      expect(storeBlob(made.folder, LARGE)).toEqual(made.reference);
      expect(readBlob(made.folder, made.reference)).toEqual({ kind: 'found', value: LARGE });
      expect(readFileSync(made.secret, 'utf8')).toContain('sk-of-the-user');
    },
  );

  test('is found after the folder of the run was moved', () => {
    const { folder, reference } = run();
    renameSync(folder, `${folder}-moved`);
    expect(readBlob(`${folder}-moved`, reference)).toEqual({ kind: 'found', value: LARGE });
  });
});
