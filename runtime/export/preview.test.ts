import { expect, it } from 'vitest';
import { previewOf } from './preview.ts';

const preview = (text: string) => {
  const event = { type: 'user', seq: 1, time: '', invocation: 'i', agent: 'a', text };
  return previewOf({ run: 'r', events: [event], requestOf: () => undefined });
};

it.each([
  '/Users/ana/p',
  'cd /Users/ana/p && ls',
  'see C:\\Users\\ana\\x',
  'Files:\n/home/ana/a\n/home/ana/b',
  "open('/home/ana/a')",
  'HOME=/home/ana',
  'file:///home/ana/a',
  'C:/Users/ana',
  '{"path":"/home/ana"}',
  'D:\\tea',
  'One:\nC:\\tea',
])('finds the absolute path in %j', (text) => {
  expect(preview(text).absolutePaths).toBe(true);
});

it.each([
  'https://tea.example/guide/green',
  'see http://localhost:8080/guide/green.',
  'references/green/tea.md',
  'yes / no / maybe',
  'use /help or /quit',
  '<b>tea</b></p>',
  'and/or/both',
  'Write it as a:\nb',
])('finds no absolute path in %j', (text) => {
  expect(preview(text).absolutePaths).toBe(false);
});

it('names the last event, which is not their number if a line of the journal is damaged', () => {
  const event = { type: 'user', time: '', invocation: 'i', agent: 'a' };
  const events = [3, 7].map((seq) => ({ ...event, seq }));
  expect(previewOf({ run: 'r', events, requestOf: () => undefined })).toMatchObject({ events: 2, lastSeq: 7 });
});
