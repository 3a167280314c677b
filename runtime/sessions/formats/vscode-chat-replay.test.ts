import { describe, expect, it } from 'vitest';
import { ChatReplay } from './vscode-chat-replay.ts';

const SET = 1;
const PUSH = 2;

/** Returns the replay of a session with one request and then `changes` changes. */
function replayOf(changes: number, change: (index: number) => object): ChatReplay {
  const replay = new ChatReplay();
  const request = { message: { text: 'Brew.' }, response: [{ value: 'x' }], result: { log: [] } };
  replay.note({ kind: 0, v: { requests: [request] } }, 1);
  for (let index = 0; index < changes; index++) replay.note({ ...change(index) }, index + 2);
  return replay;
}

describe('ChatReplay', () => {
  it('takes time in proportion to the number of changes of a value, and to that of additions to a list', () => {
    const before = process.cpuUsage();
    const part = ['requests', 0, 'response', 0, 'value'];
    const set = replayOf(100_000, (index) => ({ kind: SET, k: part, v: `text ${index}` }));
    expect(set.requests[0]?.parts[0]).toMatchObject({ value: { value: 'text 99999' } });
    expect(set.requests[0]?.parts[0]?.records).toHaveLength(100_001);
    const push = replayOf(100_000, (index) => ({ kind: PUSH, k: ['requests', 0, 'result', 'log'], v: [index] }));
    const result = push.requests[0]?.fields.get('result')?.value as { readonly log: readonly number[] };
    expect(result.log).toHaveLength(100_000);
    expect(result.log.at(-1)).toBe(99_999);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
  });

  it('cuts a list before it adds to it, and creates one that is missing', () => {
    const lists = [
      { kind: PUSH, k: ['requests', 0, 'result', 'log'], v: ['a', 'b'] },
      { kind: PUSH, k: ['requests', 0, 'result', 'log'], i: 1, v: ['c'] },
      { kind: PUSH, k: ['requests', 0, 'result', 'other'], v: ['d'] },
    ];
    const { requests } = replayOf(3, (index) => lists[index] ?? {});
    expect(requests[0]?.fields.get('result')).toEqual({
      value: { log: ['a', 'c'], other: ['d'] },
      records: [1, 2, 3, 4],
    });
  });

  it('adds any number of parts in one change', () => {
    const parts = Array.from({ length: 300_000 }, () => ({ value: 'y' }));
    const { requests } = replayOf(1, () => ({ kind: PUSH, k: ['requests', 0, 'response'], v: parts }));
    expect(requests[0]?.parts).toHaveLength(300_001);
  });
});
