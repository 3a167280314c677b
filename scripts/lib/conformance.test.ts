import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  findUnproven,
  type NamedTest,
  outcomesOf,
  pageOf,
  problemsIn,
  readNotes,
  readStatements,
  readTests,
} from './conformance.ts';

const root = join(import.meta.dirname, '../..');
const statements = readStatements(root);
const tests = readTests(root);
const notes = readNotes(root);

test('every statement about the runtime has a test or a note', () => {
  expect(statements.map(({ number }) => number)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  expect(findUnproven(statements, tests, notes)).toEqual([]);
});

test('tests name only existing statements', () => {
  const known = new Set(statements.map(({ number }) => number));
  expect(tests.filter((one) => !one.statements.every((number) => known.has(number)))).toEqual([]);
});

test('the report lists each statement with its tests, outcomes and notes', () => {
  const page = pageOf(statements, tests, notes, () => 'passed');
  for (const { number, label } of statements) expect(page).toContain(`**${number}** (${label})`);
  expect(page.match(/^- `.*: passed$/gm)?.length).toBeGreaterThanOrEqual(tests.length);
  expect(page).not.toContain('WITHOUT A TEST');
});

test('a statement without a test, and a test that failed or was not run, are problems', () => {
  const statement = (number: number) => ({ number, label: 'D', tier: 'A. Tools', text: `says ${number}` });
  const named = (title: string): NamedTest => ({ file: 'a.test.ts', title, statements: [1] });
  const all = [named('[1] ok'), named('[1] later'), named('[1] wrong'), named('[1] never')];
  const outcomes = ['passed', 'skipped', 'failed', 'not run'] as const;
  const outcome = (test: NamedTest) => outcomes[all.indexOf(test)] ?? 'not run';
  expect(problemsIn([statement(1), statement(2), statement(3)], all, new Map([[3, ['left out']]]), outcome)).toEqual([
    'WITHOUT A TEST: 2 says 2',
    'FAILED: a.test.ts [1] wrong',
    'NOT RUN: a.test.ts [1] never',
  ]);
});

test('outcomes are found by title, with placeholders filled in, and by the title of a group', () => {
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
