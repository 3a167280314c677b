import { expect, test } from 'vitest';
import { FORMAT_IDS } from './format-ids.ts';
import { FORMATS } from './formats.ts';

test('has the id of each format', () => {
  expect(FORMAT_IDS).toEqual(FORMATS.map(({ id }) => id));
});
