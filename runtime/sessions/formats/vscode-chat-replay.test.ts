import { describe, expect, it } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { createChance } from '../../random.ts';
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

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Returns changes of all kinds at random positions. */
function madeUpChanges(seed: number): readonly Record<string, unknown>[] {
  const { int: pick } = createChance(seed);
  let texts = 0;
  const text = (): string => `${texts++} ${'tea '.repeat(pick(2) * 50)}`;
  const request = () => ({ message: text(), response: [{ value: text() }], result: { log: [text()] } });
  const change = (): Record<string, unknown> => {
    const index = pick(6);
    switch (pick(9)) {
      case 0:
        return { kind: 0, v: { requests: [request(), request()] } };
      case 1:
        return defined({ kind: PUSH, k: ['requests'], v: [request()], i: pick(3) === 0 ? pick(4) : undefined });
      case 2:
        return { kind: SET, k: ['requests', index], v: request() };
      case 3:
        return { kind: SET, k: ['requests', index, 'message'], v: text() };
      case 4:
        return { kind: PUSH, k: ['requests', index, 'response'], v: [{ value: text() }] };
      case 5:
        return { kind: SET, k: ['requests', index, 'response', pick(2), 'value'], v: text() };
      case 6:
        return { kind: PUSH, k: ['requests', index, 'result', 'log'], v: [text()] };
      case 7:
        return { kind: 3, k: ['requests', index, 'message'] };
      default:
        return { kind: 7, k: ['requests', index, 'other'], v: text() };
    }
  };
  return Array.from({ length: 1 + pick(30) }, change);
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

  it('has the same requests in the end as a replay that keeps everything, for any order of changes', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const records = madeUpChanges(seed);
      const [all, survey] = [new ChatReplay(), new ChatReplay(true)];
      for (const [index, record] of records.entries())
        for (const one of [all, survey]) one.note(copyOf(record), index + 1);
      const replay = new ChatReplay(survey);
      const requests: unknown[] = [];
      for (const [index, record] of records.entries()) {
        replay.note(copyOf(record), index + 1);
        for (const { fields, parts } of replay.takeComplete(index + 1)) requests.push(copyOf([[...fields], parts]));
      }
      expect(requests).toEqual(all.requests.map(({ fields, parts }) => copyOf([[...fields], parts])));
      for (const [index, record] of records.entries())
        expect(survey.fateOf(record, index + 1, () => true)).toBe(all.fateOf(record, index + 1, () => true));
    }
  });

  it('keeps long texts only of requests that are not complete', () => {
    const text = 'tea '.repeat(1000);
    const push = (index: number) => ({
      kind: PUSH,
      k: ['requests'],
      v: [{ message: `${index}${text}`, response: [] }],
    });
    const survey = new ChatReplay(true);
    for (let index = 0; index < 10; index++) survey.note(push(index), index + 1);
    survey.note({ kind: SET, k: ['requests', 3, 'message'], v: text }, 11);
    expect(JSON.stringify(survey.requests.map(({ fields }) => [...fields]))).not.toContain('tea');
    const replay = new ChatReplay(survey);
    const taken = Array.from({ length: 10 }, (_, index) => {
      replay.note(push(index), index + 1);
      return [...replay.takeComplete(index + 1)].length;
    });
    expect(taken).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
    const texts = replay.requests.map(({ fields }) => JSON.stringify([...fields]).includes('tea'));
    expect(texts).toEqual([false, false, false, true, true, true, true, true, true, true]);
  });

  it('adds any number of parts in one change', () => {
    const parts = Array.from({ length: 300_000 }, () => ({ value: 'y' }));
    const { requests } = replayOf(1, () => ({ kind: PUSH, k: ['requests', 0, 'response'], v: parts }));
    expect(requests[0]?.parts).toHaveLength(300_001);
  });
});
