import { expect, it } from 'vitest';
import { mayBePresented } from './nowhere.ts';

it('looks no further back for what presents a path than it reads, however long the line is', () => {
  const text = 'a'.repeat(16_000_000);
  const { user } = process.cpuUsage();
  for (let times = 0; times < 500; times++) mayBePresented(text, text.length);
  // In microseconds; a search for the beginning of the line took a second and more.
  expect(process.cpuUsage().user - user).toBeLessThan(300_000);
  expect(mayBePresented(`${text} see \``, text.length + 6)).toBe(true);
});
