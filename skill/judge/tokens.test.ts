import { expect, it } from 'vitest';
import { randomTexts } from '../../test/equipment/skill/random-texts.ts';
import { countRuns, firstTokens, lastTokens, shapeOf } from './tokens.ts';

/** The definition of tokens as a regular expression. */
const TOKEN = /[\p{L}\p{N}]+(?:['’]\p{L}+)?|→|->|=>|[:(|[>]/gu;
const tokensOf = (text: string): readonly string[] =>
  (text.match(TOKEN) ?? []).map((token) => (/^\d+$/.test(token) ? '#' : token.toLowerCase()));

const PIECES = [
  ...['a', 'Tax', 'ÄRGER', '参照', '٣', '12', "'", '’', 's', '→', '->', '=>', '-', '=', '>', ':', '(', '|', '[', ']'],
  ...['🚀', '𝐀', '\ud83d', '\ude80', ' ', '\n', '.', '_', 'ſ', 'İ', '½'],
];

it('finds the same tokens as the regular expression in any part of a text', () => {
  for (const text of randomTexts(PIECES, 2_000)) {
    const [from, to] = [Math.floor(text.length / 4), Math.ceil(text.length * 0.8)];
    const tokens = tokensOf(text.slice(from, to));
    expect(firstTokens(text, from, to), text).toEqual(tokens);
    expect(firstTokens(text, from, to, 3), text).toEqual(tokens.slice(0, 3));
    expect(lastTokens(text, from, to, 3), text).toEqual(tokens.slice(-3));
  }
});

it('counts words and returns the shape of a text', () => {
  for (const text of randomTexts(PIECES, 1_000)) {
    expect(countRuns(text), text).toBe(text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
    expect(shapeOf(text, 0, text.length), text).toBe(text.replace(/[\p{L}\p{N}]+/gu, 'w'));
  }
});
