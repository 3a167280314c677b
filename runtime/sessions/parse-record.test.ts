import { describe, expect, it } from 'vitest';
import { LineParser } from './parse-record.ts';

/** The records of a text, `!` for each broken line. */
function parse(text: string): readonly unknown[] {
  const parser = new LineParser();
  const parsed = [...text.split('\n').flatMap((line) => parser.push(line)), ...parser.end()];
  return parsed.flatMap((one): unknown[] =>
    one.kind === 'record' ? [one.record] : one.kind === 'broken' ? ['!'] : [],
  );
}

const a = { type: 'a', data: { text: 'x' } };
const b = { type: 'b', data: [1, { y: '}' }] };
const A = JSON.stringify(a);
const B = JSON.stringify(b);
/** A record whose text has its control characters as they are. */
const raw = (text: string): string => `{"type":"raw","data":{"text":"${text}"}}`;
const read = (text: string): object => ({ type: 'raw', data: { text } });

describe('lines of a file are', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['one record each', `${A}\n\n${B}\n`, [a, b]],
    ['broken on their own', `${A}\n{"type":\n[1]\nnoise\n${B}`, [a, '!', '!', '!', b]],
    ['broken at the end', `${A}\n${B.slice(0, -5)}`, [a, '!']],
    ['broken in a text at the end', `${A}\n{"type":"a","data":"x`, [a, '!']],
  ])('%s', (_, text, records) => {
    expect(parse(text)).toEqual(records);
  });

  it.each<[string, string, readonly unknown[]]>([
    ['a line end', `${A}\n${raw('x\ny')}\n${B}`, [a, read('x\ny'), b]],
    ['several line ends', `${raw('1\n2\n3\n\n\n4\n')}\n${B}`, [read('1\n2\n3\n\n\n4\n'), b]],
    ['a line end of Windows', `${A}\r\n${raw('x\r\ny')}\r\n${B}`, [a, read('x\ny'), b]],
    ['spaces around it', `${raw('x  \n  y')}\n${B}`, [read('x  \n  y'), b]],
    ['a tab', `${raw('x\ty')}\n${B}`, [read('x\ty'), b]],
    ['other control characters', raw('x\u0001\u001b[0m'), [read('x\u0001\u001b[0m')]],
    ['escapes next to it', raw(`${String.raw`\"x\"`}\n${String.raw`\u00e9\\`}`), [read('"x"\n\u00e9\\')]],
    ['lines that are JSON without names', raw('{}\n[]\n1\n{}'), [read('{}\n[]\n1\n{}')]],
    ['lines with escaped records', raw('{\\"type\\":1}\n{\\"type\\":2}'), [read('{"type":1}\n{"type":2}')]],
    ['two such records in a row', `${raw('x\ny')}\n${raw('z\n')}`, [read('x\ny'), read('z\n')]],
    ['another record after it', `${raw('x\ny')}${B}\n${A}`, [read('x\ny'), b, a]],
    ['the end of the file after it', raw('x\n'), [read('x\n')]],
    ['a text before that was cut off', `{"type":"cut","data":"\n${raw('x\ny')}`, ['!', read('x\ny')]],
  ])('one record, if a text has %s', (_, text, records) => {
    expect(parse(text)).toEqual(records);
  });

  it.each<[string, string, readonly unknown[]]>([
    ['two', `${A}${B}`, [a, b]],
    ['three', `${A}${B}${A}`, [a, b, a]],
    ['two with a space', `${A} ${B}\n${A}`, [a, b, a]],
    ['two with a comma', `${A},${B}`, [a, b]],
    ['two with zero bytes', `${A}\0\0${B}`, [a, b]],
    ['one, and the beginning of another', `${A}${B.slice(0, -4)}\n${B}`, [a, '!', b]],
    ['one, and one with a line end', `${A}${raw('x\ny')}\n${B}`, [a, read('x\ny'), b]],
    ['one, and noise', `${A} noise`, [a, '!']],
    ['one after the beginning of another', `${A}\n${A.slice(0, 12)}${B}`, [a, '!', b]],
    ['one after the beginning of another, in a text', `{"type":"a","data":{"text":"x${B}`, ['!', b]],
    ['two after the beginning of another', `${B}\n{"type":"a","da${A}\n${B}`, [b, '!', a, b]],
    ['a cut one that ends with a whole value', `{"type":"a","data":{"type":"text","text":"x"}`, ['!']],
  ])('as many records as a line has: %s', (_, text, records) => {
    expect(parse(text)).toEqual(records);
  });

  it('read in a time that grows with their length', () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index}`).join('\n');
    expect(parse(raw(lines))).toHaveLength(30_000);
    expect(parse(A.repeat(10_000))).toHaveLength(10_000);
    expect(parse(`{"type":"${'{"type":"'.repeat(20_000)}`)).toEqual(['!']);
  });
});
