import { expect, it } from 'vitest';
import { TabMemory } from './tab-memory.ts';

function storage(value?: unknown) {
  const values = new Map([['skillwright.timelineTabs', value]]);
  return { get: (key: string) => values.get(key), update: (key: string, next: unknown) => void values.set(key, next) };
}

it('the run of a tab is found by the title of the tab, also by another window', () => {
  const stored = storage();
  const memory = new TabMemory(stored);
  memory.remember({ title: 'Brew · 10:00', journal: '/a' });
  memory.remember({ title: 'Pour · 10:01', journal: '/b' });
  memory.remember({ title: 'Brew tea · 10:00', journal: '/a' });
  const later = new TabMemory(stored);
  expect(['Brew · 10:00', 'Brew tea · 10:00', 'Pour · 10:01'].map((title) => later.journalOf(title))).toEqual([
    undefined,
    '/a',
    '/b',
  ]);
});

it('a title that is used again is that of the later run', () => {
  const memory = new TabMemory(storage());
  memory.remember({ title: 'Brew', journal: '/a' });
  memory.remember({ title: 'Brew', journal: '/b' });
  expect(memory.journalOf('Brew')).toBe('/b');
});

it('the oldest of many is forgotten', () => {
  const memory = new TabMemory(storage());
  for (let index = 0; index <= 100; index++) memory.remember({ title: `Run ${index}`, journal: `/${index}` });
  expect([memory.journalOf('Run 0'), memory.journalOf('Run 1')]).toEqual([undefined, '/1']);
});

it.each([undefined, null, 1, 'x', {}, [null, 1, { title: 1 }]])('forged storage is read: %j', (stored) => {
  expect(new TabMemory(storage(stored)).journalOf('Brew')).toBeUndefined();
});
