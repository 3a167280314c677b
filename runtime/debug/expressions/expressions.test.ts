import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../protocol/events.ts';
import { evaluate } from './evaluate.ts';
import { globMatches } from './glob.ts';
import { parseExpression } from './parse.ts';

const ROOT: JsonObject = {
  tool: 'load_skill_resource',
  args: { file_path: 'references/guide.md', count: 3, list: ['a', 'b'], 'odd key': true, 'a\n"b"': 'odd' },
  result: null,
};

function value(text: string): Json | undefined {
  const parsed = parseExpression(text);
  if (parsed.kind === 'failed') throw new Error(parsed.message);
  return evaluate(parsed.expression, ROOT);
}

test.each<[string, Json | undefined]>([
  ['args.file_path', 'references/guide.md'],
  ['args["odd key"]', true],
  ['args["a\\n\\"b\\""]', 'odd'],
  [String.raw`"\d" == '\d'`, true],
  ['args.list[1]', 'b'],
  ['args.none.deeper', undefined],
  ['args.constructor', undefined],
  ['__proto__', undefined],
  ['args.count > 2 && args.count <= 3', true],
  ['args.count == "3"', false],
  ['!(args.count == 3) || tool matches "load_*"', true],
  ['args.file_path contains "guide"', true],
  ['args.list contains "c"', false],
  ["args.file_path == 'references/guide.md'", true],
  ['result == null', true],
  ['none == none', false],
  ['none != 1', true],
  ['args.count < "4"', false],
  ['args.count > -1.5', true],
])('%s is %j', (text, expected) => expect(value(text)).toEqual(expected));

test.each([
  '',
  '(',
  'args.',
  'args[',
  'args[x]',
  'a b',
  'f(1)',
  'a = 1',
  '`x`',
  'args.count ==',
  '1 + 1',
  `${'!'.repeat(99)}a`,
  `${'('.repeat(99)}a`,
])('%j is refused', (text) => {
  expect(parseExpression(text).kind).toBe('failed');
});

test.each([`args "${'q'.repeat(5_000)}"`, `args ${'q'.repeat(5_000)}`, `"${'q'.repeat(5_000)}`])(
  'what is unexpected is shortened in the message',
  (text) => {
    const parsed = parseExpression(text);
    expect(parsed.kind === 'failed' && parsed.message.length).toBeLessThan(160);
  },
);

test('an expression that is too long is refused', () => {
  expect(parseExpression(`${'a && '.repeat(2_000)}a`)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('10,000 characters'),
  });
});

test('a glob of many stars takes little time', () => {
  const before = process.cpuUsage();
  expect(globMatches(`${'*a'.repeat(200)}b`, 'a'.repeat(5_000))).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
