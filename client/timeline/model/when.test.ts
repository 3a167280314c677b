import { expect, it } from 'vitest';
import { clockTime, dayAndTime } from './when.ts';

const at = new Date(2026, 0, 5, 15, 7, 9);
const spaces = (text: string): string => text.replace(/\s/g, ' ');

it('the display language decides how a time is written, not the system', () => {
  expect(spaces(clockTime(at, 'en'))).toBe('3:07 PM');
  expect(spaces(clockTime(at, 'en', true))).toBe('3:07:09 PM');
  expect(clockTime(at, 'de')).toBe('15:07');
  expect(clockTime(at, 'de', true)).toBe('15:07:09');
  expect(clockTime(at, 'ja')).toBe('15:07');
});

it('the day stands before the time of another day, the year beside that of another year', () => {
  expect(spaces(dayAndTime(at, new Date(2026, 0, 5, 23), 'en'))).toBe('3:07 PM');
  expect(spaces(dayAndTime(at, new Date(2026, 3, 1), 'en'))).toBe('Jan 5, 3:07 PM');
  expect(spaces(dayAndTime(at, new Date(2027, 3, 1), 'en'))).toBe('Jan 5, 2026, 3:07 PM');
  expect(dayAndTime(at, new Date(2026, 3, 1), 'de')).toBe('5. Jan., 15:07');
});

it('no date is nothing, and a tag that is none is written as English', () => {
  expect(clockTime(new Date('yesterday'), 'en')).toBe('');
  expect(dayAndTime(new Date('yesterday'), at, 'en')).toBe('');
  expect(spaces(clockTime(at, 'not a language'))).toBe('3:07 PM');
});
