import { expect, test } from 'vitest';
import type { JsonObject } from '../protocol/events.ts';
import { ShownLines } from './shown-lines.ts';

const FILE = Array.from(
  { length: 400 },
  (_, n) => `The leaf number ${n} is ${['green', 'brown', 'red'][n % 3]}${n * 7}.`,
);
/** Lines of the file, with their numbers as Claude Code shows them. */
const window = (from: number, count: number): string =>
  FILE.slice(from, from + count)
    .map((line, n) => `${String(from + n + 1).padStart(6)}\t${line}`)
    .join('\n');
const plain = (from: number, count: number): string => FILE.slice(from, from + count).join('\n');
const read = (more: JsonObject = {}) => ({ tool: 'Read', args: { file_path: '/skills/brew/leaves.md', ...more } });
const bash = (command: string) => ({ tool: 'Bash', args: { command } });

type Step = readonly [call: { tool: string; args: JsonObject }, result: string, since?: number];

/** Returns for each read whether it shows nothing new. */
function play(steps: readonly Step[]): readonly boolean[] {
  const shown = new ShownLines();
  return steps.map(([call, result, since = 0]) => shown.hasNothingNew(call, result, since));
}

test.each<[string, readonly Step[]]>([
  ['the same lines with a counter below', [1, 2, 3].map((n) => [read(), `${window(0, 40)}\n(read ${n}x)`])],
  ['the same lines with a time below', [1, 2, 3].map((n) => [read(), `${window(0, 9)}\n[read at 10:0${n}:17]`])],
  ['the same lines with a counter above', [1, 2, 3].map((n) => [read(), `Read no. ${n}:\n${window(0, 40)}`])],
  ['a short file with a counter', [1, 2, 3].map((n) => [read(), `a\nb\nc\n(read ${n} times)`])],
  ['a parameter without an effect', [1, 2, 3].map((n) => [read({ description: `attempt ${n}` }), window(0, 40)])],
  [
    'smaller windows',
    [
      [read(), window(0, 80)],
      [read({ offset: 3, limit: 9 }), window(3, 9)],
      [read({ limit: 5 }), window(0, 5)],
    ],
  ],
  [
    'overlapping windows',
    [[read(), window(0, 80)], ...[10, 20, 30, 40].map((n): Step => [read({ offset: n, limit: 40 }), window(n, 40)])],
  ],
  [
    'a window over two earlier ones',
    [
      [read(), `${window(0, 40)}`],
      [read(), window(20, 20)],
      [read({ limit: 30 }), window(10, 30)],
    ],
  ],
  [
    'windows with a note about them',
    [0, 5, 10].map((n) => [read({ offset: n }), `${window(0, 60)}\n[lines ${n} to ${n + 60} of 400]`]),
  ],
  [
    'sed',
    [
      [bash('sed -n 1,80p a.md'), plain(0, 80)],
      [bash("sed -n '10,50p' a.md"), plain(10, 40)],
    ],
  ],
  [
    'several programs',
    [
      [bash('cat a.md'), plain(0, 80)],
      [bash('head -n 40 a.md'), plain(0, 40)],
      [bash('tail -9 a.md'), plain(71, 9)],
    ],
  ],
  [
    'a changed folder',
    [
      [bash('cat /x/a.md'), plain(0, 80)],
      [bash('cd /x && head -40 a.md'), plain(0, 40)],
    ],
  ],
])('nothing new: %s', (_, steps) => {
  expect(play(steps)).toEqual(steps.map((_step, n) => n > 0));
});

test.each<[string, readonly Step[]]>([
  ['further windows', [0, 40, 80].map((n) => [read({ offset: n, limit: 40 }), window(n, 40)])],
  ['windows that move on by a line', [0, 1, 2, 3].map((n) => [read({ offset: n, limit: 40 }), window(n, 40)])],
  ['windows without line numbers', [0, 30, 60].map((n) => [bash(`sed -n ${n},${n + 40}p a.md`), plain(n, 40)])],
  ['data that repeats itself', [0, 9, 18].map((n) => [bash(`sed -n ${n},${n + 9}p a.csv`), '0,0,0\n'.repeat(9)])],
  [
    'a log that grows',
    [10, 11, 12].map((n) => [bash('cat log'), Array.from({ length: n }, (_, k) => `step ${k} done`).join('\n')]),
  ],
  [
    'the end of a log',
    [10, 12, 14].map((n) => [
      bash('tail -9 log'),
      Array.from({ length: 9 }, (_, k) => `step ${n + k} done`).join('\n'),
    ]),
  ],
  ['a status', [10, 20, 30].map((n) => [read(), `{\n  "a": 1,\n  "b": 2,\n  "progress": ${n}\n}`])],
  ['a short status', [10, 20, 30].map((n) => [read(), `running\n${n} %`])],
  ['other files', ['a', 'b', 'c'].map((name) => [read({ file_path: `/${name}` }), window(0, 40)])],
  ['a search', ['a', 'b', 'c'].map((word) => [{ tool: 'Grep', args: { pattern: word, path: '/a.md' } }, window(0, 4)])],
  ['a search by a command', ['a', 'b'].map((word) => [bash(`grep ${word} a.md`), plain(0, 4)])],
  ['a command that may change something', [1, 2].map(() => [bash('make && cat a.md'), plain(0, 40)])],
  ['a tool that reads no file', [1, 2].map(() => [{ tool: 'fetch', args: { url: 'x' } }, window(0, 40)])],
  ['an empty file', [1, 2].map(() => [read(), ''])],
  [
    'after a change',
    [
      [read(), window(0, 40), 0],
      [read(), window(0, 40), 3],
      [read(), window(0, 40), 5],
    ],
  ],
])('something new, or not a read: %s', (_, steps) => {
  expect(play(steps)).toEqual(steps.map(() => false));
});
