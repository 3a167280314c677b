import { estimateBodyTokens, formatCount, mapParts, PartAnswers, type SkillDocument } from '../../../skill/index.ts';
import type { Problem, Rule } from '../rule/rule.ts';
import { rangeOfSkill } from './skill-range.ts';

/** Recommended maximums of agentskills.io for SKILL.md. */
const MAX_LINES = 500;
const MAX_TOKENS = 5_000;
/** Shorter texts in a Latin script are below the limit: the densest of 364 real ones has one token per 3.6 characters. */
const MIN_CHARACTERS = 12_000;
/** Other scripts may need a token per character. */
const OTHER_SCRIPT = /[\u0370-\u1DFF\u2E80-\uD7FF\uF900-\uFAFF]{2}/;

/** Reports a SKILL.md that uses too many tokens each time it is loaded. */
export const skillTooLong: Rule = {
  code: 'skill.too-long',
  title: 'SKILL.md is longer than 500 lines or 5,000 tokens',
  severity: 'information',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { text } = input.document;
    if (text.length < MAX_LINES) return;
    const lines = lineCount(input.document);
    const mayExceed = text.length >= MIN_CHARACTERS || (text.length >= MAX_TOKENS && OTHER_SCRIPT.test(text));
    const tokens = mayExceed ? estimateBodyTokens(input.document) : 0;
    const excess = [
      ...(lines > MAX_LINES ? [`${formatCount(lines, 'line')} (maximum ${MAX_LINES})`] : []),
      ...(tokens > MAX_TOKENS ? [`about ${formatCount(Math.round(tokens / 100) * 100, 'token')} (maximum 5,000)`] : []),
    ];
    if (excess.length === 0) return;
    yield {
      range: rangeOfSkill(input),
      message: `SKILL.md has ${excess.join(' and ')}. Move parts that only some tasks need into \`references/\`.`,
    };
  },
};

function lineCount(document: SkillDocument): number {
  const { text, bodyStart } = document;
  const breaks = mapParts(document, lineBreakCounts, lineBreaks).reduce((sum, one) => sum + one, 0);
  return lineBreaks(text.slice(0, bodyStart)) + breaks + (text.endsWith('\n') ? 0 : 1);
}

/** Caches the number of line breaks of a section. */
const lineBreakCounts = new PartAnswers<number>();

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
