import { expect, it } from 'vitest';
import { withoutRepeats } from './without-repeats.ts';

it('shows an equal message again only after a while', () => {
  const shown: string[] = [];
  let time = 0;
  const show = withoutRepeats(
    (message) => shown.push(message),
    () => time,
  );
  for (const message of ['a', 'a', 'b', 'a']) show(message);
  time = 30_000;
  show('a');
  expect(shown).toEqual(['a', 'b', 'a']);
});
