import { expect, it } from 'vitest';
import { scaledLimit } from '../../test/equipment/runtime/scaled-limit.ts';
import { lookupsIn } from './command-lookups.ts';
import { onlyReads } from './reading-commands.ts';
import { simpleCommands } from './shell-words.ts';

const words = (line: string) => simpleCommands(line).map((one) => one.words.map(({ text }) => text).join(' '));
const doubled = (times: number) => `a='xxxx '; ${'a="$a$a"; '.repeat(times)}`;
const list = 'x y z u v w '.repeat(3);
const nested = (depth: number, body: string) =>
  Array.from({ length: depth }, (_, i) => `for a${i} in ${list}; do `).join('') + body + '; done'.repeat(depth);

it('expands a variable until its text is too long', () => {
  expect(words(`${doubled(2)} cat "$a"`)).toEqual(['cat xxxx xxxx xxxx xxxx ']);
  expect(words(`${doubled(26)} cat "$a" b`).every((line) => line.length < 20_000)).toBe(true);
});

it('forgets a variable whose new value is unknown', () => {
  expect(words('a=x; a=$(date); cat $a')).toEqual(['cat $a']);
});

it('takes the text of the echo after the command', () => {
  const fallbacks = simpleCommands('cat a && cat b || echo none; cat c && echo d || echo e').map((one) => one.fallback);
  expect(fallbacks).toEqual([undefined, 'none', undefined, 'e', 'e', undefined]);
});

const operands = (count: number) => 'f '.repeat(count);
const long = 'x'.repeat(4000);
it.each<readonly [string, string]>([
  ['a variable that doubles', `${doubled(26)} cat $a`],
  ['a variable that grows', `a=xx; ${'a=$a$a$a$a; '.repeat(1000)} cat $a`],
  ['a variable repeated in a word', `a=${long}; cat "${'$a'.repeat(7000)}"`],
  ['a variable repeated in words', `a=${long}; cat ${'$a '.repeat(5000)}`],
  ['a variable repeated in commands', `a=${long}; ${'cat $a;'.repeat(2000)}`],
  ['a variable of many fields', `a="${operands(4000)}"; for b in $a; do for c in $a; do cat $a; done; done`],
  ['loops over operands', `for a in ${list}; do for b in ${list}; do cat ${operands(9000)}; done; done`],
  ['loops that assign', nested(20, 'x=1')],
  ['loops over nothing', nested(20, ':')],
  ['loops with a condition', nested(20, '[[ -f x ]]')],
  ['loops with redirections', nested(3, `cat ${'2>x '.repeat(4000)}`)],
  ['loops with here-documents', nested(20, 'cat <<A\nx\nA\n:')],
  ['loops of assignments', nested(5, 'x=1 '.repeat(4000))],
  ['loops of arrays', nested(5, `x=(${operands(5000)})`)],
  ['loops of quoted parts', nested(4, `cat "${'$HOME'.repeat(3000)}"`)],
  ['braces', nested(2, `cat ${'{a,b,c,d}'.repeat(2000)}`)],
  ['a brace with many alternatives', `cat ${`{${'a,'.repeat(2000)}}`.repeat(4)}`],
  ['braces with long text', `cat {a,b,c,d}{a,b,c,d}{a,b,c,d}${long}${'{a,b}'.repeat(100)}`],
  ['a long pipeline', 'cat|'.repeat(4900)],
  ['a long list of echoes', `${'echo x&&'.repeat(2400)}a || echo y`],
  ['a long list of alternatives', 'cat a||echo b||'.repeat(1300)],
  ['a long path', `cd ${long}; cat ${operands(7000)}`],
  ['a path that grows', 'cd a;'.repeat(3900)],
  ['a path that grows by a variable', `a=${long}; ${'cd $a;'.repeat(2500)}`],
  ['patterns', `cat ${'*a[b]*/{c,d}?'.repeat(1500)}`],
  ['many patterns', `cat ${'a/*b '.repeat(3900)}`],
  ['many searches', `find ${'a '.repeat(3000)}${'-name b '.repeat(1500)}`],
  ['substitutions', '$('.repeat(9000)],
  ['quotes', `${'"$('.repeat(6000)}`],
  ['parentheses', '('.repeat(19_000)],
  ['functions', 'f(){ '.repeat(3000)],
  ['if', 'if '.repeat(6000)],
  ['case', 'case a in a) '.repeat(1500)],
  ['here-documents', 'cat <<A\n'.repeat(2400)],
  ['here-documents of many lines', `${'cat <<A '.repeat(1000)}\n${'x\n'.repeat(5000)}`],
  ['parameters', '${a:-'.repeat(3900)],
  ['arithmetic', '$(( '.repeat(4900)],
  ['many characters', 'cat a '.repeat(16_600)],
])('%s costs little', (_, line) => {
  lookupsIn('cat a', '/w', '/h');
  const start = performance.now();
  const lookups = lookupsIn(line, '/w', '/h');
  onlyReads(line);
  const time = performance.now() - start;
  expect(lookups.length).toBeLessThanOrEqual(500);
  expect(Math.max(0, ...lookups.map(({ path }) => path.length))).toBeLessThanOrEqual(4096);
  expect(time).toBeLessThan(scaledLimit(5000));
});
