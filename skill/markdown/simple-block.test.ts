import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseWithRemark } from './blocks.ts';
import { splitSections } from './sections.ts';
import { parseSimpleBlock } from './simple-block.ts';

/**
 * Compares the result for every simple block of a text with the full parser's, and returns the number of such blocks.
 */
function compare(text: string): number {
  let count = 0;
  for (const { blocks } of splitSections(text, 0)) {
    for (const block of blocks) {
      if (block.onlyFence) continue;
      const source = text.slice(block.start, block.end);
      const plain = parseSimpleBlock(source);
      if (!plain) continue;
      count++;
      expect(plain, JSON.stringify(source)).toEqual(parseWithRemark(source));
    }
  }
  return count;
}

const PIECES = [
  '`a/b.md`',
  '[x](c/d.md)',
  '[x](c/d.md "t")',
  '[ ]',
  'word',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '  ',
  '    ',
  '\t',
  '> ',
  '# ',
  '## T',
  '*a*',
  '**b**',
  '_',
  '|',
  '`',
  '[',
  ']',
  '(',
  ')',
  '](',
  ':',
  '---',
  '===',
  '.',
  '\r\n',
  '"',
  '*',
  '+',
  '<',
  '<b>',
  '\\',
];

it('agrees with the parser on random combinations', () => {
  let state = 3;
  const next = (): number => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
  let count = 0;
  for (let round = 0; round < 2500; round++) {
    const length = 1 + Math.floor(next() * 14);
    count += compare(
      Array.from({ length }, () => PIECES[Math.floor(next() * PIECES.length)]).join(next() < 0.5 ? '' : ' '),
    );
  }
  expect(count).toBeGreaterThan(600);
});

const corpus = '../shared/corpus/getsentry+skills/skills';
it.skipIf(!existsSync(corpus))('agrees with the parser on real skills (skipped without ../shared/corpus)', () => {
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  let count = 0;
  for (const file of files.slice(0, 15)) count += compare(readFileSync(`${corpus}/${file}`, 'utf8'));
  expect(count).toBeGreaterThan(100);
});

it('reads thousands of links and code spans in one block in bounded time', () => {
  const text = Array.from({ length: 10_000 }, (_, i) => `[x](../other${i}/a.md) and \`b${i}.md\``).join('\n');
  const startTime = process.threadCpuUsage().user;
  expect(parseSimpleBlock(text)?.codes.filter(({ linked }) => linked)).toEqual([]);
  expect(process.threadCpuUsage().user - startTime).toBeLessThan(400_000);
});
