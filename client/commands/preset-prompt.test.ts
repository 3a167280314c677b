import { expect, it } from 'vitest';
import { describePresetPrompt } from './preset-prompt.ts';

it('a prompt of a session is shown on one line', () =>
  expect(describePresetPrompt('Write a letter\nof thanks')).toEqual({
    label: 'Write a letter of thanks',
    description: 'of the session',
  }));

it('a prompt that is shown in part has its length', () => {
  const { label, description } = describePresetPrompt('word '.repeat(2400));
  expect(label).toHaveLength(400);
  expect(label.endsWith('…')).toBe(true);
  expect(description).toBe('of the session, 12,000 characters');
});
