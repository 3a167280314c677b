import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type KeptTest, KeptTests } from './kept.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kept-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return join(made, 'stress');
}

const of = (root: string): KeptTest =>
  ({
    root,
    title: 'Stress Test: a',
    page: '<body>',
    skill: { causes: [] },
    texts: { [`${root}/SKILL.md`]: 'x' },
  }) as unknown as KeptTest;

test('what is kept is read by another window, the last test of each skill, until it is forgotten', () => {
  const path = folder();
  const kept = new KeptTests(path);
  expect(kept.all()).toEqual([]);
  kept.keep(of('/a'));
  kept.keep(of('/b'));
  kept.keep({ ...of('/a'), page: '<body>anew' });
  const read = new KeptTests(path).all().toSorted((a, b) => a.root.localeCompare(b.root));
  expect(read).toMatchObject([{ ...of('/a'), page: '<body>anew' }, of('/b')]);
  kept.forget('/a');
  expect(kept.all()).toMatchObject([of('/b')]);
});

test.each([
  '',
  '{',
  '[]',
  '{"version":1}',
  '{"version":2,"root":"/a","title":"t","page":"p","skill":{"causes":[]},"texts":{}}',
])('what is broken, or of another version, is left: %j', (text) => {
  const path = folder();
  const kept = new KeptTests(path);
  kept.keep(of('/a'));
  for (const name of readdirSync(path)) writeFileSync(join(path, name), text);
  expect(kept.all()).toEqual([]);
});

test('where nothing can be written, nothing is kept', () => {
  const path = folder();
  writeFileSync(join(path, '..', 'file'), '');
  const kept = new KeptTests(join(path, '..', 'file', 'stress'));
  kept.keep(of('/a'));
  kept.forget('/a');
  expect(kept.all()).toEqual([]);
});
