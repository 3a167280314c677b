import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { dropOldest, enableCompileCache } from './compile-cache.ts';

afterEach(() => void vi.unstubAllEnvs());

it.skipIf(process.platform !== 'linux')('does nothing, and does not hang, if the cache folder is not writable', () => {
  vi.stubEnv('XDG_CACHE_HOME', '/proc/skillwright');
  vi.stubEnv('NODE_COMPILE_CACHE', undefined);
  expect(() => enableCompileCache()).not.toThrow();
});

it('deletes the oldest files when the cache is full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-compiled-'));
  for (let age = 0; age < 9; age++) {
    writeFileSync(join(folder, `${age}`), '');
    utimesSync(join(folder, `${age}`), 1000 - age, 1000 - age);
  }
  dropOldest(folder, 10);
  expect(readdirSync(folder)).toHaveLength(9);
  dropOldest(folder, 8);
  expect(readdirSync(folder).sort()).toEqual(['0', '1', '2', '3']);
  dropOldest(join(folder, 'none'), 1);
  rmSync(folder, { recursive: true });
});
