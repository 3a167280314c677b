import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { mapList, pickFrom, SpilledList, SpillFile } from './spilled-list.ts';

const VALUES = ['short', { text: 'é\ud800\u2028"'.repeat(40_000) }, null, [1, { deep: [{}] }], ''];

it.each([0, 5, 1_000_000])(
  'a list returns its values in order and by position, with %i characters in memory',
  (limit) => {
    const file = new SpillFile(limit);
    const list = new SpilledList<unknown>(file);
    const other = new SpilledList<unknown>(file);
    for (const value of VALUES) {
      list.push(value);
      other.push([value]);
    }
    expect([...list]).toEqual(VALUES);
    expect([...other]).toEqual(VALUES.map((value) => [value]));
    expect([list.at(3), list.at(VALUES.length), list.length]).toEqual([VALUES[3], undefined, VALUES.length]);
    expect([...list.with(1, 'new')]).toEqual(VALUES.with(1, 'new'));
    expect([...mapList(list, (value) => [value])]).toEqual([...other]);
    expect([...pickFrom(list, [4, 0])]).toEqual(['', 'short']);
    expect(pickFrom(list, [4]).at(1)).toBeUndefined();
    file.close();
  },
);

it('leaves no file behind, even while it is used', () => {
  const folder = temporaryFolder();
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, folder);
  const file = new SpillFile(0);
  const list = new SpilledList<string>(file);
  list.push('a');
  if (process.platform !== 'win32') expect(readdirSync(folder)).toEqual([]);
  expect(list.at(0)).toBe('a');
  file.close();
  expect(readdirSync(folder)).toEqual([]);
  expect(() => list.at(0)).toThrow('Free space in');
  vi.unstubAllEnvs();
});
