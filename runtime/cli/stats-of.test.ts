import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { journalPath } from './read-run.ts';
import { statsOf } from './stats-of.ts';

it.each(['x'.repeat(5000), 'a\0b', 'absent'])('reports nothing for a path that cannot exist: %.10s', (name) => {
  const folder = temporaryFolder();
  expect(statsOf(join(folder, name))).toBeUndefined();
  expect(journalPath(name, folder)).toBeUndefined();
});
