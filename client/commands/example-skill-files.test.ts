import { expect, it } from 'vitest';
import { EXAMPLE_FILES, writeMissing } from './example-skill-files.ts';

/** Writes the example into a folder that has these files. */
async function written(there: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const files = { ...there };
  await writeMissing(
    (path) => Promise.resolve(path in files),
    (path, text) => {
      files[path] = text;
      return Promise.resolve();
    },
  );
  return files;
}

it('the example is written whole, also where its folder is there without some of its files', async () => {
  const { 'SKILL.md': skill = '', ...rest } = EXAMPLE_FILES;
  expect(await written({})).toEqual(EXAMPLE_FILES);
  expect(await written({ 'notes.txt': 'mine' })).toEqual({ ...EXAMPLE_FILES, 'notes.txt': 'mine' });
  expect(await written(rest)).toEqual(EXAMPLE_FILES);
  expect(await written({ 'SKILL.md': skill })).toEqual(EXAMPLE_FILES);
});

it('what was worked on in it stays', async () => {
  expect((await written({ 'SKILL.md': 'mine' }))['SKILL.md']).toBe('mine');
});
