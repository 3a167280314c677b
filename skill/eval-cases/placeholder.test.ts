import { expect, it } from 'vitest';
import { evalFindings } from './eval-findings.ts';
import { missingPartOf, placeholder } from './placeholder.ts';
import { readEvalFile } from './read-eval-file.ts';

const PART = placeholder('a request');

/** Returns the cases of a file by their ids, with the part that each lacks. */
function partsOf(name: string, text: string) {
  const read = readEvalFile(name, text);
  return read.kind === 'read' ? read.cases.map((one) => [one.id, missingPartOf(one)]) : read;
}

it.each<[where: string, item: object]>([
  ['the prompt', { prompt: `Please answer ${PART}.`, should_trigger: true }],
  ['an assertion in prose', { prompt: 'x', assertions: [PART] }],
  ['the value of an assertion', { prompt: 'x', assertions: [{ check: 'substring', value: PART }] }],
  ['the expected output', { prompt: 'x', expected_output: PART }],
])('finds a part that is not filled in: %s', (_, item) => {
  expect(partsOf('evals.json', JSON.stringify([item]))).toEqual([['1', PART]]);
});

it('takes other texts in angle brackets as they are', () => {
  const prompts = ['Fill in the form <form>.', 'What does <fill> in HTML do?', '<fill in\n a line>', 'TODO: write it'];
  const items = prompts.map((prompt) => ({ prompt, should_trigger: true }));
  expect(partsOf('evals.json', JSON.stringify(items))).toEqual(items.map((_, index) => [`${index + 1}`, undefined]));
});

it('is reported at the text, as information, in lists of prompts and YAML, too', () => {
  const text = `should_trigger:\n  - Write it.\n  - ${PART}\nshould_not_trigger: []\n`;
  const [found, ...others] = evalFindings('trigger_tests.yaml', text, { has: () => true });
  expect(others).toEqual([]);
  expect(found).toMatchObject({ severity: 'information', message: expect.stringContaining('is not run') });
  expect(text.slice(found?.range.start, found?.range.end)).toBe(PART);
});
