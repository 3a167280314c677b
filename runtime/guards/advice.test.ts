import { expect, test } from 'vitest';
import type { ResultOutcome } from '../loop/interfaces/tools.ts';
import { hintFor, withAdvice, withoutAdvice } from './advice.ts';

const failed = (value: ResultOutcome['value']): ResultOutcome => ({ kind: 'result', value, errorCode: 'X' });
const part = { type: 'text', text: 'It failed.' };

test.each([
  ['adds two keys to an object', { error: 'no' }, { error: 'no', retryable: false, hint: hintFor('t') }],
  [
    "adds a part to MCP's shape",
    { content: [part], isError: true },
    {
      content: [part, { type: 'text', text: JSON.stringify({ retryable: false, hint: hintFor('t') }) }],
      isError: true,
    },
  ],
  [
    'adds nothing if the tool includes the advice itself',
    { content: [{ type: 'text', text: '{"retryable":false}' }], isError: true },
    { content: [{ type: 'text', text: '{"retryable":false}' }], isError: true },
  ],
  ['treats truncated JSON as text', { content: [{ type: 'text', text: '{"ret' }] }, { content: [{}, {}] }],
  ['treats content that is not a list of parts as an object', { content: [] }, { content: [], retryable: false }],
  ['leaves text unchanged', 'no', 'no'],
])('%s', (_, value, expected) => {
  const advised = withAdvice(failed(value), 't');
  if (typeof expected === 'string') expect(advised.value).toBe(expected);
  else expect(advised.value).toMatchObject(expected);
  expect(withoutAdvice(advised, 't')).toEqual(withoutAdvice(failed(value), 't'));
});
