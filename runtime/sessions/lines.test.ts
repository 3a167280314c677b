import { expect, it } from 'vitest';
import { LineSplitter } from './lines.ts';

it('LineSplitter retains the rest of a chunk whose memory is reused for the next one', () => {
  const splitter = new LineSplitter();
  const memory = Buffer.alloc(6);
  const push = (text: string) => [...splitter.push(memory.subarray(0, memory.write(text)))];
  expect(push('one\ntw')).toEqual(['one']);
  expect(push('o\nth')).toEqual(['two']);
  expect(push('ree')).toEqual([]);
  expect([...splitter.end()]).toEqual(['three']);
});
