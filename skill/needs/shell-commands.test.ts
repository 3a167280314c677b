import { expect, it } from 'vitest';
import { shellCommands } from './shell-commands.ts';

const commands = (text: string): readonly string[] => shellCommands(text).map(({ words }) => words.join(' '));

it.each([
  ['a && b | c; d &\ne', ['a', 'b', 'c', 'd', 'e']],
  ['A=1 B="x y" npm test -- --q', ['npm test -- --q']],
  ['A=1', []],
  ['npm \\\n  test', ['npm test']],
  ['echo "a; b && c" \'d | e\'', ['echo a; b && c d | e']],
  ['a > out.txt 2>&1 < in', ['a']],
  ['a &> log; b 2>/dev/null', ['a', 'b']],
  ['# a\nb # c', ['b']],
  ['if test -f x; then a; else b; fi', ['test -f x', 'a', 'b']],
  ['for x in a b; do c "$x"; done', ['c $x']],
  ['while read -r x; do a; done', ['read -r x', 'a']],
  ['timeout 30 a; time b; nohup c; nice -n5 d; xargs e', ['a', 'b', 'c', 'd', 'e']],
  ['xargs -n1 a', ['xargs -n1 a']],
  ['f() { a; }\nf', ['a']],
  ['a $(b | c) `d`', ['a $(b | c) `d`']],
  ['(cd x && a)', ['cd x', 'a']],
  ['cat <<EOF\nnpm test\nEOF\na', ['cat', 'a']],
  ["cat <<-'X' > y\nnpm\n\tX\nb", ['cat', 'b']],
  ['a\necho "open\nb', ['a']],
  ['sudo apt x', ['apt x']],
])('%j', (text, expected) => {
  expect(commands(text)).toEqual(expected);
});

it('gives the range of a command as it is written', () => {
  const text = 'A=1 npm "test" 2>/dev/null || true';
  expect(shellCommands(text).map(({ range }) => text.slice(range.start, range.end))).toEqual(['npm "test"', 'true']);
});

it('reads a bounded part of any text', () => {
  for (const one of ['a;', '$(', '"', '`', '<<A\n', 'a() ', '\\', '>', '${']) {
    const start = performance.now();
    expect(shellCommands(one.repeat(200_000)).length).toBeLessThanOrEqual(500);
    expect(performance.now() - start).toBeLessThan(2000);
  }
});
