import { expect, test } from 'vitest';
import type { ResultOutcome } from '../loop/tools.ts';
import { hintFor, withAdvice, withoutAdvice } from './advice.ts';

const failed = (value: ResultOutcome['value']): ResultOutcome => ({ kind: 'result', value, errorCode: 'X' });
const said = { type: 'text', text: 'It failed.' };

test.each([
  ['an object gets two keys', { error: 'no' }, { error: 'no', retryable: false, hint: hintFor('t') }],
  [
    "MCP's shape gets a part",
    { content: [said], isError: true },
    {
      content: [said, { type: 'text', text: JSON.stringify({ retryable: false, hint: hintFor('t') }) }],
      isError: true,
    },
  ],
  [
    'who says so itself gets nothing',
    { content: [{ type: 'text', text: '{"retryable":false}' }], isError: true },
    { content: [{ type: 'text', text: '{"retryable":false}' }], isError: true },
  ],
  ['JSON that breaks off is text', { content: [{ type: 'text', text: '{"ret' }] }, { content: [{}, {}] }],
  ['content that is no list of parts is an object', { content: [] }, { content: [], retryable: false }],
  ['a text stays as it is', 'no', 'no'],
])('%s', (_, value, expected) => {
  const advised = withAdvice(failed(value), 't');
  if (typeof expected === 'string') expect(advised.value).toBe(expected);
  else expect(advised.value).toMatchObject(expected);
  expect(withoutAdvice(advised, 't')).toEqual(withoutAdvice(failed(value), 't'));
});
