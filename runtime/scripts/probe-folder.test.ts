import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { createProbeFolder } from './probe-folder.ts';

test('is deleted', () => {
  const { folder, remove } = createProbeFolder();
  expect(existsSync(folder)).toBe(true);
  remove();
  remove();
  expect(existsSync(folder)).toBe(false);
});

test('is deleted when the process ends before', () => {
  const parent = temporaryFolder();
  const module = JSON.stringify(join(import.meta.dirname, 'probe-folder.ts'));
  const code = `const { createProbeFolder } = await import(${module}); console.log(createProbeFolder().folder); process.exit(3);`;
  const run = () =>
    execFileSync(process.execPath, ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', code], {
      env: { ...process.env, TMPDIR: parent },
      encoding: 'utf8',
    });
  expect(run).toThrow(expect.objectContaining({ status: 3, stdout: expect.stringContaining('skillwright-probe-') }));
  expect(readdirSync(parent)).toEqual([]);
});
