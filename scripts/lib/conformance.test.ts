import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outcomesOf, pageOf, readNotes, readStatements, readTests, unproven, withoutOutcomes } from './conformance.ts';

const root = join(import.meta.dirname, '../..');
const statements = readStatements(root);
const tests = readTests(root);
const notes = readNotes(root);

test('every statement of the runtime has a test that names it, or a note', () => {
  expect(statements.map(({ number }) => number)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  expect(unproven(statements, tests, notes)).toEqual([]);
});

test('a test names only statements that there are', () => {
  const known = new Set(statements.map(({ number }) => number));
  expect(tests.filter((one) => !one.statements.every((number) => known.has(number)))).toEqual([]);
});

test('docs/conformance.md is as the tests are: npm run conformance', () => {
  const page = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
  expect(withoutOutcomes(page)).toBe(pageOf(statements, tests, notes));
  expect(page).not.toMatch(/: failed$/m);
});

test('results are found by the title, placeholders filled in, and under a group', () => {
  const named = (title: string) => ({ file: 'a.test.ts', title, statements: [1] });
  const result = (ancestorTitles: readonly string[], title: string, status: string) => ({
    ancestorTitles,
    title,
    status,
  });
  const outcome = outcomesOf('/r', [
    {
      testResults: [
        {
          name: '/r/a.test.ts',
          assertionResults: [
            result([], '[1] two (of %) 3', 'passed'),
            result([], '[1] two (of %) 4', 'failed'),
            result(['[2] group'], 'inner', 'passed'),
            result([], '[3] later', 'pending'),
          ],
        },
      ],
    },
  ]);
  expect(outcome(named('[1] two (of %) %i'))).toBe('failed');
  expect(outcome(named('[2] group'))).toBe('passed');
  expect(outcome(named('[3] later'))).toBe('skipped');
  expect(outcome(named('[4] never'))).toBe('not run');
});
