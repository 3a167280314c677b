import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFiles } from '../../../skill/disk.ts';
import type { LeadForm } from '../../targets/target.ts';
import { type AskedOffset, askEverywhere, offsetsOf } from './every-offset.ts';

const root = join(import.meta.dirname, '../../..').replaceAll('\\', '/');
const corpus = join(root, '../shared/corpus');

it('asks in links and code everywhere, elsewhere behind the first slash', () => {
  const at = (form: LeadForm, written: string, path = written) => offsetsOf({ form, written, path });
  expect(at('code', 'a/b')).toEqual([0, 1, 2, 3]);
  expect(at('bare', 'a/b')).toEqual([2, 3]);
  expect(at('bare', 'b.md')).toEqual([]);
  expect(at('tree', 'b.md')).toEqual([]);
  expect(at('tree', 'b.md', 'a/b.md')).toEqual([0, 1, 2, 3, 4]);
});

it('offers the file that each path of the examples leads to, with the rest of the path deleted', () => {
  const asked = [...askEverywhere(diskFiles(), [join(root, 'examples')], (_, index) => index % 2 === 0)];
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter(({ isOffered }) => !isOffered)).toEqual([]);
});

it.skipIf(!existsSync(corpus))('does so in a sample of real skills', () => {
  // `npm run bench:completion` asks everywhere.
  const [first = ''] = readdirSync(corpus, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? one.name : [],
  );
  const asked: AskedOffset[] = [];
  for (const one of askEverywhere(diskFiles(), [join(corpus, first)], (_, index) => index % 10 === 0))
    if (asked.push(one) > 200) break;
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter(({ isOffered, isOwn }) => isOwn && !isOffered)).toEqual([]);
});
