import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { followFile } from './follow.ts';

test('passes on appended content, also of a file that is created later, and the rest when it is stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sw-follow-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'output');
  let seen = '';
  const stop = followFile(file, (text) => {
    seen += text;
  });
  const euro = Buffer.from('€');
  appendFileSync(file, Buffer.concat([Buffer.from('one '), euro.subarray(0, 1)]));
  await expect.poll(() => seen).toBe('one ');
  appendFileSync(file, euro.subarray(1));
  appendFileSync(file, ' two');
  stop();
  expect(seen).toBe('one € two');
});
