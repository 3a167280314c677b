import { expect, it } from 'vitest';
import { CHECK_KINDS, GRADER_TYPES } from './eval-fields.ts';
import { CHECK_NAMES } from './read-assertion.ts';
import { JUDGED_GRADERS } from './waza-graders.ts';

it('describes the checks and graders that are judged', () => {
  expect(CHECK_KINDS.map(({ name }) => name)).toEqual(CHECK_NAMES);
  expect(GRADER_TYPES.map(({ name }) => name)).toEqual(JUDGED_GRADERS);
});
