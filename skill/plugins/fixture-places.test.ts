import { expect, it } from 'vitest';
import { isFixturePath } from './fixture-places.ts';

it.each([
  'tests/fixtures/broken/skills/notes',
  'tools/lint/test/fixtures/notes',
  'test/data/notes',
  'test_data/skills/notes',
  'packages/a/__tests__/notes',
  'src/__fixtures__/notes',
  'tests/golden/.github/skills/notes',
  'test-skills/notes',
  'plugins/a/tests/skills/notes',
  'e2e-tests/notes',
  'kit/mocks/skills/notes',
])('%s is test data', (path) => {
  expect(isFixturePath(path)).toBe(true);
});

it.each([
  'skills/tests',
  'skills/test/unit',
  '.claude/skills/testing/notes',
  '.claude/skills/fixtures',
  'test',
  'contest/skills/notes',
  'latest/notes',
  'skills/golden-gate/notes',
  'plugins/test-kit/skills/notes',
  'examples/skills/notes',
])('%s is none', (path) => {
  expect(isFixturePath(path)).toBe(false);
});
