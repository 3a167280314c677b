import { expect, it } from 'vitest';
import type { DirectoryEntry } from '../../skill/index.ts';
import { decodeListings, encodeListings } from './listings.ts';

it('decodes the encoded listings', () => {
  const entry = (name: string, kind: DirectoryEntry['kind'], link = false): DirectoryEntry => ({ name, kind, link });
  const lists = new Map([
    ['/a', [entry('b', 'folder'), entry('F', 'file'), entry('d', 'folder', true), entry('x\ny', 'file', true)]],
    ['/a/b', []],
    ['/é', [entry('f', 'file')]],
  ]);
  const list = decodeListings(encodeListings(lists));
  for (const [folder, entries] of lists) expect(list(folder)).toEqual(entries);
  expect(list('/c')).toBeUndefined();
});
