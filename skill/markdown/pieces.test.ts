import { describe, expect, it } from 'vitest';
import { parseBlock } from './blocks.ts';
import { isParsable, piecesOf } from './pieces.ts';

const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => `*Row* ${at}: [a](references/a${at}.md) and \\_ \`b${at}.md\`\n`).join('');

describe('splitting a long block for the parser', () => {
  it('cuts at lines, without gaps, and leaves a short block alone', () => {
    expect(piecesOf(rows(10))).toHaveLength(1);
    const text = rows(1_000);
    const pieces = piecesOf(text);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    for (const { start, end } of pieces) {
      expect(text[end - 1]).toBe('\n');
      expect(isParsable(text.slice(start, end))).toBe(true);
    }
  });

  it('finds everything in a long block at its original position', () => {
    const text = rows(1_000);
    const { targets, codes, prose, plain } = parseBlock(text);
    expect(targets.map(({ start, end }) => text.slice(start, end))).toEqual(
      Array.from({ length: 1_000 }, (_, at) => `references/a${at}.md`),
    );
    expect(codes.map(({ start, end }) => text.slice(start, end))).toEqual(
      Array.from({ length: 1_000 }, (_, at) => `b${at}.md`),
    );
    for (const { linkRange } of targets) expect(text.slice(linkRange.start, linkRange.end)).toMatch(/^\[a\]\(.*\)$/);
    expect([prose.length, plain.length]).toEqual([text.length, text.length]);
  });

  it('reads a single line beyond the limits as plain text', () => {
    const line = `${'*a '.repeat(1_000)}\\_[a](references/a.md)`;
    expect(isParsable(line)).toBe(false);
    expect(parseBlock(line)).toEqual({ codes: [], targets: [], headings: [], prose: line, plain: line });
  });
});
