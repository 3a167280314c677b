import { expect, it } from 'vitest';
import { formatDateTime, formatTime } from './date-format.ts';

const at = new Date(2026, 0, 5, 15, 7, 9);
const spaces = (text: string): string => text.replace(/\s/g, ' ');

it('formats times by the display language, not by the system', () => {
  expect(spaces(formatTime(at, 'en'))).toBe('3:07 PM');
  expect(spaces(formatTime(at, 'en', true))).toBe('3:07:09 PM');
  expect(formatTime(at, 'de')).toBe('15:07');
  expect(formatTime(at, 'de', true)).toBe('15:07:09');
  expect(formatTime(at, 'ja')).toBe('15:07');
});

it('adds the day for another day, and the year for another year', () => {
  expect(spaces(formatDateTime(at, new Date(2026, 0, 5, 23), 'en'))).toBe('3:07 PM');
  expect(spaces(formatDateTime(at, new Date(2026, 3, 1), 'en'))).toBe('Jan 5, 3:07 PM');
  expect(spaces(formatDateTime(at, new Date(2027, 3, 1), 'en'))).toBe('Jan 5, 2026, 3:07 PM');
  expect(formatDateTime(at, new Date(2026, 3, 1), 'de')).toBe('5. Jan., 15:07');
});

it('returns an empty string for an invalid date and falls back to English for an invalid tag', () => {
  expect(formatTime(new Date('yesterday'), 'en')).toBe('');
  expect(formatDateTime(new Date('yesterday'), at, 'en')).toBe('');
  expect(spaces(formatTime(at, 'not a language'))).toBe('3:07 PM');
});
