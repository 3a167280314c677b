import { estimateBodyTokens } from '../../skill/index.ts';
import { placeOfSkill } from './place.ts';
import type { Rule } from './rule.ts';

/** What agentskills.io says of SKILL.md. */
const MAX_LINES = 500;
const MAX_TOKENS = 5_000;
/** A shorter text has fewer tokens, if it is in a Latin script: the densest of 364 real ones had one in 3.6 characters. */
const LEAST_CHARACTERS = 12_000;
/** Elsewhere a character may be a token. */
const OTHER_SCRIPT = /[\u0370-\u1DFF\u2E80-\uD7FF\uF900-\uFAFF]{2}/;

/** A SKILL.md that costs every run which loads it more than it should. */
export const skillTooLong: Rule = {
  code: 'skill.too-long',
  title: 'SKILL.md is longer than 500 lines or 5,000 tokens',
  severity: 'information',
  manifestOnly: true,
  *check(input) {
    const { text } = input.document;
    if (text.length < MAX_LINES) return;
    const lines = countLines(text);
    const may = text.length >= LEAST_CHARACTERS || (text.length >= MAX_TOKENS && OTHER_SCRIPT.test(text));
    const tokens = may ? estimateBodyTokens(input.document) : 0;
    const what = [
      ...(lines > MAX_LINES ? [`${lines} lines (at most ${MAX_LINES})`] : []),
      ...(tokens > MAX_TOKENS ? [`about ${round(tokens)} tokens (at most 5,000)`] : []),
    ];
    if (what.length === 0) return;
    yield {
      range: placeOfSkill(input),
      message: `SKILL.md has ${what.join(' and ')}. All of it is read whenever the skill is loaded. Move what only some tasks need into \`references/\`, and name each file where it is needed.`,
    };
  },
};

function countLines(text: string): number {
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** With commas as English has them: to load what knows them of all languages takes longer than a hundred skills do. */
// eslint-disable-next-line regexp/no-super-linear-move -- the digits of a number
const round = (tokens: number): string => `${Math.round(tokens / 100) * 100}`.replace(/\B(?=(?:\d{3})+$)/g, ',');
