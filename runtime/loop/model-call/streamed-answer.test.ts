import { expect, test } from 'vitest';
import { StreamedAnswer } from './streamed-answer.ts';

test("counts a call's name and id as soon as it starts, even if its arguments never arrive", () => {
  const answer = new StreamedAnswer(1000);
  for (let n = 100; n < 152; n++) answer.add({ type: 'tool-input-start', id: `call_${n}`, toolName: 'list_skills' });
  expect(answer.excess).toBeUndefined();
  answer.add({ type: 'tool-input-start', id: 'call_152', toolName: 'list_skills' });
  expect(answer.excess).toContain('longer than 1,000 characters');
});

test('counts a call once if it is streamed and then repeated in full', () => {
  const answer = new StreamedAnswer(16);
  answer.add({ type: 'tool-input-start', id: 'id', toolName: 'tool' });
  answer.add({ type: 'tool-input-delta', id: 'id', delta: '{"a":"b"}' });
  answer.add({ type: 'tool-call', toolCallId: 'id', toolName: 'tool', input: '{"a":"b"}' });
  expect(answer.excess).toBeUndefined();
});
