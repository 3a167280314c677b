import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readStart } from './read-start.ts';

it('reads the beginning of a file up to the last complete character', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-read-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'export.json');
  writeFileSync(file, 'té🍵');
  expect([await readStart(file, 100), await readStart(file, 6), await readStart(file, 2)]).toEqual(['té🍵', 'té', 't']);
});
