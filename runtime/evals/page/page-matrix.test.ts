import { expect, it } from 'vitest';
import { caseLabels } from '../results/case-labels.ts';
import { summaryOf } from '../results/result-sections.ts';
import { type JudgedTrial, summarize } from '../results/summarize.ts';
import { renderMatrix } from './page-matrix.ts';

const UNJUDGED = { text: 'It is short.', passed: null, evidence: 'Prose.', events: [] };

/** Returns a trial with an assertion, and one in prose that is not judged unless `isRated`. */
function trial(client: string, number: number, passed: boolean, isRated: boolean): JudgedTrial {
  const check = { text: 'It is done.', passed, evidence: '', events: [] };
  return {
    id: `${client}-${number}`,
    skill: 'demo',
    case: 'one',
    kind: 'task',
    side: 'with',
    client,
    model: 'm',
    number,
    verdict: passed ? 'passed' : 'failed',
    triggered: true,
    run: 'r',
    misses: 0,
    milliseconds: 1,
    calls: 1,
    usage: { inputTokens: 1, outputTokens: 1 },
    checks: isRated ? [check] : [check, UNJUDGED],
  };
}

it('shows failed trials that are not in the rate, in each cell and in the sentence about all', () => {
  const results = summarize(
    [trial('adk', 1, true, true), trial('adk', 2, false, false), trial('codex', 1, false, false)],
    true,
  );
  const page = renderMatrix(results, [{ number: 1, skill: 'demo', name: 'one' }], caseLabels(undefined)).text;
  const cells = page.replaceAll(/(?:<[^>]+>)+/g, '|');
  expect(cells).toContain('1/1|21–100 % (1 failed)|');
  expect(cells).toContain('|1 of 1 failed|');
  expect(summaryOf(results)).toBe('With the skill 1 of 1 judged trial passed, 2 more failed.');
});
