import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFiles } from '../../../skill/disk.ts';
import type { Range } from '../../../skill/index.ts';
import { withEveryForm } from '../../../test/equipment/server/features/every-form.ts';
import type { OccurrenceForm } from '../../targets/target.ts';
import { offsetsOf, type TestedOffset, testEveryOffset } from './every-offset.ts';

const root = join(import.meta.dirname, '../../..').replaceAll('\\', '/');
const corpus = join(root, '../shared/corpus');

it('covers all offsets in links and code, elsewhere those after the first slash', () => {
  const at = (form: OccurrenceForm, written: string, path = written) => offsetsOf({ form, written, path });
  expect(at('code', 'a/b')).toEqual([0, 1, 2, 3]);
  expect(at('bare', 'a/b')).toEqual([2, 3]);
  expect(at('bare', 'b.md')).toEqual([]);
  expect(at('tree', 'b.md')).toEqual([]);
  expect(at('tree', 'b.md', 'a/b.md')).toEqual([0, 1, 2, 3, 4]);
});

it('offers the target of each path of the examples, with the rest of the path deleted', () => {
  const tested = [...testEveryOffset(diskFiles(), [join(root, 'examples')], (_, index) => index % 2 === 0)];
  expect(tested.length).toBeGreaterThan(100);
  expect(tested.filter(({ isOffered }) => !isOffered)).toEqual([]);
});

it('offers it in every form of reference', () => {
  const folder = join(root, 'examples');
  const manifests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('SKILL.md'))
    .map((path) => join(folder, path).replaceAll('\\', '/'));
  const { fs, places } = withEveryForm(diskFiles(), manifests.slice(0, 2), 1);
  const isMade = (path: string, { start }: Range): boolean =>
    places.some((place) => place.document === path && place.start === start);
  const tested = [...testEveryOffset(fs, [folder], (path, _, range) => isMade(path, range))];
  expect(new Set(tested.map(({ form }) => form)).size).toBe(9);
  expect(tested.filter(({ isOffered }) => !isOffered)).toEqual([]);
});

it.skipIf(!existsSync(corpus))('does so in a sample of real skills', () => {
  // `npm run bench:completion` covers all offsets.
  const [first = ''] = readdirSync(corpus, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? one.name : [],
  );
  const tested: TestedOffset[] = [];
  for (const one of testEveryOffset(diskFiles(), [join(corpus, first)], (_, index) => index % 10 === 0))
    if (tested.push(one) > 200) break;
  expect(tested.length).toBeGreaterThan(100);
  expect(tested.filter(({ isOffered, isOwn }) => isOwn && !isOffered)).toEqual([]);
});
