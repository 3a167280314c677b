import { expect, test } from 'vitest';
import { memoryFiles } from '../../skill/index.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { fixAll } from './fix.ts';
import { runCheck } from './run.ts';

const PATH = '/work/card/SKILL.md';
const BROKEN = '---\nname: card\ndescription: Writes a card: title. Use when the user wants one.\n---\n\nHi.\n';
const FIXED = BROKEN.replace(/description: (.*)/, 'description: "$1"');

/** Files in memory, as they are checked and as they are written. */
function makeFiles(onDisk = BROKEN) {
  const texts = new Map([[PATH, BROKEN]]);
  const disk = new Map([[PATH, onDisk]]);
  const check = async () => {
    const fs = memoryFiles(Object.fromEntries(texts));
    const options = {
      paths: ['/work/card'],
      cwd: '/work',
      fs,
      settings: DEFAULT_SETTINGS,
      onRuleError: () => undefined,
    };
    const result = await runCheck(options);
    return result.kind === 'report' ? result.report : undefined;
  };
  const write = (path: string, text: string): undefined => {
    disk.set(path, text);
    texts.set(path, text);
  };
  return { check, disk, files: { text: (path: string) => disk.get(path), write } };
}

test('writes the fixed text', async () => {
  const { check, disk, files } = makeFiles();
  expect(await fixAll(check, files)).toMatchObject({ fixes: 1, files: 1, unwritten: [] });
  expect(disk.get(PATH)).toBe(FIXED);
});

test('leaves a file as it is that has changed since it was checked', async () => {
  const { check, disk, files } = makeFiles(`\n${BROKEN}`);
  expect(await fixAll(check, files)).toMatchObject({ fixes: 0, files: 0 });
  expect(disk.get(PATH)).toBe(`\n${BROKEN}`);
});

test('reports a file that cannot be written', async () => {
  const { check, files } = makeFiles();
  const unwritten = await fixAll(check, { ...files, write: () => 'disk full' });
  expect(unwritten).toMatchObject({ fixes: 0, unwritten: [{ path: PATH, why: 'disk full' }] });
});
