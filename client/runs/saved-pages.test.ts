import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseSavedEval } from '../evals/saved-eval.ts';
import { parseSavedTest, type SavedTest } from '../stress/saved-test.ts';
import { SavedPages } from './saved-pages.ts';

function folder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'kept-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'stress');
}

const savedTest = (root: string): SavedTest =>
  ({
    root,
    title: 'Stress Test: a',
    page: '<body>',
    skill: { causes: [] },
    texts: { [`${root}/SKILL.md`]: 'x' },
  }) as unknown as SavedTest;

test('stores the last test of each skill until it is removed', () => {
  const path = folder();
  const saved = new SavedPages(path, parseSavedTest);
  expect(saved.all()).toEqual([]);
  saved.save(savedTest('/a'));
  saved.save(savedTest('/b'));
  saved.save({ ...savedTest('/a'), page: '<body>new' });
  const read = new SavedPages(path, parseSavedTest).all().toSorted((a, b) => a.root.localeCompare(b.root));
  expect(read).toMatchObject([{ ...savedTest('/a'), page: '<body>new' }, savedTest('/b')]);
  saved.remove('/a');
  expect(saved.all()).toMatchObject([savedTest('/b')]);
});

test.each([
  '',
  '{',
  '[]',
  '{"version":1}',
  '{"version":2,"root":"/a","title":"t","page":"p","skill":{"causes":[]},"texts":{}}',
])('ignores a malformed file and one of another version: %j', (text) => {
  const path = folder();
  const saved = new SavedPages(path, parseSavedTest);
  saved.save(savedTest('/a'));
  for (const name of readdirSync(path)) writeFileSync(join(path, name), text);
  expect(saved.all()).toEqual([]);
});

test('finds the page of one skill', () => {
  const saved = new SavedPages(folder(), parseSavedTest);
  saved.save(savedTest('/a'));
  expect(saved.find('/a')).toMatchObject(savedTest('/a'));
  expect(saved.find('/b')).toBeUndefined();
});

test('reads the results of an eval only if they have cases and texts', () => {
  const fields = { root: '/a', title: 't', page: 'p', offlinePage: 'o', cases: [], texts: {} };
  expect(parseSavedEval(fields)).toEqual(fields);
  for (const name of ['offlinePage', 'cases', 'texts'])
    expect(parseSavedEval({ ...fields, [name]: undefined }), name).toBeUndefined();
});

test('stores nothing if the folder is not writable', () => {
  const path = folder();
  writeFileSync(join(path, '..', 'file'), '');
  const saved = new SavedPages(join(path, '..', 'file', 'stress'), parseSavedTest);
  saved.save(savedTest('/a'));
  saved.remove('/a');
  expect(saved.all()).toEqual([]);
});
