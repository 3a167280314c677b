import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { isDatabase } from './database.ts';
import { withLocation } from './database-location.ts';
import { readDocument, readSample } from './detect.ts';
import { chunksOf, growsTooMuch, LineSplitter, plainChunks, UnreadableFile } from './lines.ts';

it('LineSplitter retains the rest of a chunk whose memory is reused for the next one', () => {
  const splitter = new LineSplitter();
  const memory = Buffer.alloc(6);
  const push = (text: string) => [...splitter.push(memory.subarray(0, memory.write(text)))];
  expect(push('one\ntw')).toEqual(['one']);
  expect(push('o\nth')).toEqual(['two']);
  expect(push('ree')).toEqual([]);
  expect([...splitter.end()]).toEqual(['three']);
});

// A client can put one in the place of its session.
describe.skipIf(process.platform === 'win32')('a pipe is refused, not waited for', () => {
  const pipe = (): string => {
    const path = join(temporaryFolder(), 's.jsonl');
    spawnSync('mkfifo', [path]);
    return path;
  };

  it.each<readonly [string, (path: string) => unknown]>([
    ['chunksOf', (path) => chunksOf(path).next()],
    ['plainChunks', (path) => plainChunks(path).next()],
    ['growsTooMuch', growsTooMuch],
    ['isDatabase', isDatabase],
    ['readSample', (path) => readSample(path)],
  ])('by %s', async (_, read) => {
    await expect((async () => read(pipe()))()).rejects.toThrow(new UnreadableFile('it is not a regular file'));
  });

  it('as a document, and as the index of a database', async () => {
    expect(readDocument(pipe())).toBeUndefined();
    const path = join(writeFiles(temporaryFolder(), { 'x.db': 'SQLite format 3\0', 'x.db-wal': 'log' }), 'x.db');
    spawnSync('mkfifo', [`${path}-shm`]);
    expect(() => withLocation(path, () => 1)).toThrow(UnreadableFile);
  });
});

it('closes every file, also if reading ends early or fails', async () => {
  const folder = writeFiles(temporaryFolder(), { 'a.jsonl': '{}\n', 'bad.zst': Buffer.from('28b52ffd00', 'hex') });
  const held = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  const before = held();
  for (let i = 0; i < 20; i++) {
    for await (const _ of chunksOf(join(folder, 'a.jsonl'))) break;
    await chunksOf(join(folder, 'bad.zst'))
      .next()
      .catch(() => undefined);
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(held()).toBeLessThan(before + 10);
});
