import { expect, test } from 'vitest';
import { StreamedAnswer } from './streamed-answer.ts';

test('calls count with their names and ids as they begin, also where their arguments never come', () => {
  const answer = new StreamedAnswer(1000);
  for (let n = 100; n < 152; n++) answer.take({ type: 'tool-input-start', id: `call_${n}`, toolName: 'list_skills' });
  expect(answer.excess).toBeUndefined();
  answer.take({ type: 'tool-input-start', id: 'call_152', toolName: 'list_skills' });
  expect(answer.excess).toContain('longer than 1000 characters');
});

test('a call that was streamed and comes again, whole, counts once', () => {
  const answer = new StreamedAnswer(16);
  answer.take({ type: 'tool-input-start', id: 'id', toolName: 'tool' });
  answer.take({ type: 'tool-input-delta', id: 'id', delta: '{"a":"b"}' });
  answer.take({ type: 'tool-call', toolCallId: 'id', toolName: 'tool', input: '{"a":"b"}' });
  expect(answer.excess).toBeUndefined();
});
