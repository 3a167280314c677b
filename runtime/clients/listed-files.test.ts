import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { confined, temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { listFiles } from './listed-files.ts';

test.each(['absolute', 'relative', 'tree'] as const)('a list of any number of files ends: %s', (form) => {
  const root = temporaryFolder();
  let deep = root;
  for (let level = 0; level < 12; level++) deep = join(deep, 'x'.repeat(200));
  mkdirSync(deep, { recursive: true });
  for (let file = 0; file < 2_000; file++) writeFileSync(join(deep, `${'y'.repeat(190)}${file}`), '');
  const list = listFiles(confined(root), root, { form, excludes: [] });
  // At most one entry above the limit.
  expect(list.length).toBeLessThan(1_020_000);
  expect(list.length).toBeGreaterThan(400_000);
});
