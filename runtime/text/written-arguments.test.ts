import { expect, test } from 'vitest';
import { readWrittenArguments } from './written-arguments.ts';

const A = '{"path":"a}.md","n":[1,{"x":"\\"{"}]}';
const READ = { path: 'a}.md', n: [1, { x: '"{' }] };
const encoded = (text: string, times: number): string =>
  times === 0 ? text : JSON.stringify(encoded(text, times - 1));

test.each<[string, string, object]>([
  ['as they are', A, READ],
  ['none', '', {}],
  ['blanks', ' \n', {}],
  ['an empty object', '{}', {}],
  ['an empty object before them', `{}${A}`, READ],
  ['an empty object with blanks before them', `{ }\n${A}`, READ],
  ['several empty objects before them', `{}{}${A}`, READ],
  ['an empty object after them', `${A}{}`, READ],
  ['null before them', `null${A}`, READ],
  ['null after them', `${A} null`, READ],
  ['an encoded empty text before them', `""${A}`, READ],
  ['twice', `${A}${A}`, READ],
  ['three times, on lines', `${A}\n${A}\n${A}\n`, READ],
  [
    'twice, with keys in another order',
    '{"a":1,"b":{"c":2,"d":3}}{"b":{"d":3,"c":2},"a":1}',
    { a: 1, b: { c: 2, d: 3 } },
  ],
  ['an empty object before them, twice', `{}${A}{}${A}`, READ],
  ['encoded twice', encoded(A, 1), READ],
  ['encoded three times', encoded(A, 2), READ],
  ['encoded, after an empty object', `{}${encoded(A, 1)}`, READ],
  ['encoded, and twice', `${encoded(A, 1)}${A}`, READ],
  ['an encoded empty object', '"{}"', {}],
  ['encoded with an empty object before them', encoded(`${A}`, 1), READ],
  ['a closing brace too many', `${A}}`, READ],
  ['closing brackets too many', `${A} ]}\n}`, READ],
  ['braces twice', `{${A}}`, READ],
])('reads arguments that are written %s', (_, text, expected) => {
  expect(readWrittenArguments(text)).toEqual(expected);
});

test.each([
  ['words', 'the guide'],
  ['null', 'null'],
  ['an encoded empty text', '""'],
  ['a number', '5'],
  ['a list', '[{"x":1}]'],
  ['a boolean', 'true'],
  ['an encoded number', '"5"'],
  ['an encoded word', '"guide"'],
  ['an object that does not end', '{"x":1'],
  ['an object that does not end after an empty one', '{}{"x":1'],
  ['two different objects', '{"x":1}{"x":2}'],
  ['an object and words', '{"x":1} and more'],
  ['an object and a number', '{"x":1}5'],
  ['closing brackets only', '}}'],
  ['a string that does not end', '"{\\"x\\":1}'],
  ['nesting that is too deep', `${'{"x":'.repeat(501)}1${'}'.repeat(501)}`],
])('refuses %s', (_, text) => {
  expect(readWrittenArguments(text)).toBeUndefined();
});

test('reads a long text in linear time', () => {
  const long = JSON.stringify({ text: '{"}\\'.repeat(200_000) });
  expect(readWrittenArguments(`{}${long}${long}`)).toEqual(JSON.parse(long));
});
