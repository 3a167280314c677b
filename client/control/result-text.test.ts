import { expect, test } from 'vitest';
import type { Json } from '../../runtime/protocol/events.ts';
import type { ForkStep } from '../../runtime/protocol/fork.ts';
import { defined } from '../../runtime/text/objects.ts';
import { resultTextOf } from './result-text.ts';

const ARGS = { skill_name: 'demo', file_path: 'references/a.md' };
const step = (tool: string, result: Json | undefined, args: Json = ARGS): ForkStep =>
  defined({ kind: 'step', tool, call: 1, prompt: 'Do it.', args, result });

test('a resource that was missed gets the text that the user writes', () => {
  const found = resultTextOf(step('load_skill_resource', { error: 'Not found.', error_code: 'RESOURCE_NOT_FOUND' }));
  expect(found?.text).toBe('');
  expect(found?.resultOf('# Title')).toEqual({ ...ARGS, content: '# Title' });
});

test('a resource that was read keeps the other fields of its result', () => {
  const found = resultTextOf(step('load_skill_resource', { ...ARGS, content: 'Old.' }));
  expect(found?.text).toBe('Old.');
  expect(found?.resultOf('New.')).toEqual({ ...ARGS, content: 'New.' });
});

test('a call without a result has no text yet', () => {
  expect(resultTextOf(step('load_skill', undefined))?.resultOf('Do this.')).toEqual({
    skill_name: 'demo',
    instructions: 'Do this.',
  });
});

test('a result that is a text is edited as it is', () => {
  const found = resultTextOf(step('Read', '1\tline'));
  expect([found?.text, found?.resultOf('{"a": 1}')]).toEqual(['1\tline', '{"a": 1}']);
});

test('arguments that are no object are not repeated', () => {
  expect(resultTextOf(step('load_skill_resource', undefined, ['a']))?.resultOf('x')).toEqual({ content: 'x' });
});

test('other results are edited as JSON', () => {
  expect(resultTextOf(step('run_skill_script', { status: 'success', stdout: 'a' }))).toBeUndefined();
  expect(resultTextOf(step('query', [1]))).toBeUndefined();
});
