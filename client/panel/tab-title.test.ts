import { expect, it } from 'vitest';
import { tabTitle } from './tab-title.ts';

const at = (seconds: number): string => new Date(2026, 0, 5, 15, 7, seconds).toISOString();

it('distinguishes two runs with the same prompt, however close they are', () => {
  const titles = [1, 2].map((second) => tabTitle({ title: 'Write the notes for 2.4', startedAt: at(second) }, 'de'));
  expect(titles).toEqual(['Write the notes for 2.4 · 15:07:01', 'Write the notes for 2.4 · 15:07:02']);
});

it('truncates a long prompt of several lines, but not its time', () => {
  const title = tabTitle(
    { title: `Write the notes\nfor every version ${'and more '.repeat(50)}`, startedAt: at(1) },
    'de',
  );
  expect(title).toMatch(/^Write the notes for every.*… · 15:07:01$/);
  expect(title.length).toBeLessThan(45);
});

it('is only the prompt if the start time is unknown', () => {
  expect(tabTitle({ title: 'Agent run' }, 'en')).toBe('Agent run');
});
