import { expect, it } from 'vitest';
import { evalFindings, missingPartOf, readEvalFile } from '../../../skill/index.ts';
import { skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import { firstCases } from './first-cases.ts';

const description = 'Writes release notes. Use when the user asks for release notes or a list of changes.';

it('has the prompts of the skill, and marks what its author must fill in', () => {
  const text = firstCases({ ...skillOnDisk('notes'), description });
  const read = readEvalFile('evals.json', text);
  expect(read).toMatchObject({ kind: 'read', skill: 'notes', problems: [] });
  const cases = read.kind === 'read' ? read.cases : [];
  const complete = cases.filter((one) => missingPartOf(one) === undefined);
  expect(complete.map(({ id, kind, prompt }) => [id, kind, prompt])).toEqual([
    ['first-task', 'task', 'Write release notes.'],
    ['triggers-1', 'trigger', 'I need release notes or a list of changes.'],
  ]);
  expect(cases.map(({ id }) => id)).toEqual(['first-task', 'good-answer', 'triggers-1', 'does-not-trigger']);
  const findings = evalFindings('evals/evals.json', text, { has: () => true });
  expect(findings.map(({ severity }) => severity)).toEqual(['information', 'information']);
});
