import { expect, it } from 'vitest';
import { EXAMPLE_FILES, writeMissing } from './example-skill-files.ts';

/** Writes the example into a folder that contains `existing`, and returns the resulting files. */
async function filesAfterWriting(
  existing: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const files = { ...existing };
  await writeMissing(
    (path) => Promise.resolve(path in files),
    (path, text) => {
      files[path] = text;
      return Promise.resolve();
    },
  );
  return files;
}

it('writes every missing file of the example into an empty or partly filled folder', async () => {
  const { 'SKILL.md': skill = '', ...rest } = EXAMPLE_FILES;
  expect(await filesAfterWriting({})).toEqual(EXAMPLE_FILES);
  expect(await filesAfterWriting({ 'notes.txt': 'mine' })).toEqual({ ...EXAMPLE_FILES, 'notes.txt': 'mine' });
  expect(await filesAfterWriting(rest)).toEqual(EXAMPLE_FILES);
  expect(await filesAfterWriting({ 'SKILL.md': skill })).toEqual(EXAMPLE_FILES);
});

it('does not overwrite a file that was edited', async () => {
  expect((await filesAfterWriting({ 'SKILL.md': 'mine' }))['SKILL.md']).toBe('mine');
});
