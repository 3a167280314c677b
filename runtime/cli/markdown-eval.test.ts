import { describe, expect, it } from 'vitest';
import { defined } from '../../skill/index.ts';
import type { EvalPlan } from '../evals/prepare/eval-plan.ts';
import { type JudgedTrial, summarize } from '../evals/results/summarize.ts';
import { markdownEval } from './markdown-eval.ts';

const trial = (name: string, verdict: JudgedTrial['verdict'], reason?: string): JudgedTrial =>
  defined({
    id: name,
    skill: 'demo',
    case: name,
    kind: 'task',
    side: 'with',
    client: 'adk',
    model: 'm/1',
    number: 1,
    verdict,
    triggered: true,
    run: 'r',
    usage: {},
    milliseconds: 1,
    misses: 0,
    calls: 1,
    checks: [],
    reason,
  });

describe('the Markdown of an eval', () => {
  it('has a table, the sums, and the reasons', () => {
    const text = markdownEval(summarize([trial('one', 'passed'), trial('two', 'not_judged', 'No *judge*.')], true));
    expect(text).toContain('### `demo` · `adk` · `m/1` · `tasks`\n\n| case | with | 95 % |\n| --- | ---: | ---: |\n');
    expect(text).toContain('| `one` | 1/1 | 21–100 % |\n| `two` | not judged |  |\n');
    expect(text).toContain('- with the skill: 100 % passed (95 %: 21–100 %), **too few: 1 judged trial**\n');
    expect(text).toContain('- not judged ×1: `No *judge*.`');
    expect(text).not.toContain('Incomplete');
  });

  it('has the beginning of the prompt next to a number, and the number of further reasons', () => {
    const trials = Array.from({ length: 7 }, (_, index) => trial(`${index + 1}`, 'not_judged', `Reason ${index}.`));
    const cases = trials.map((one) => ({ case: one.case, prompt: `Write\nthe notes of ${'x'.repeat(50)}` }));
    const text = markdownEval(summarize(trials, true), { skills: [{ name: 'demo', cases }] } as unknown as EvalPlan);
    expect(text).toContain('| `1 Write the notes of xxxxxxxxxxxxxxxxxxxx…` | not judged |  |\n');
    expect(text).toContain('- not judged ×1: `Reason 4.`\n- not judged for 2 more reasons: see results.json');
    expect(text).not.toContain('Reason 5.');
  });

  it('says at the top that an eval was stopped', () => {
    const results = { ...summarize([trial('one', 'passed')], false), planned: 12, completed: 1 };
    expect(markdownEval(results)).toMatch(
      /^## Skillwright eval\n\n\*\*Incomplete: only 1 of 12 trials is complete\.\*\*\n/,
    );
  });

  it('says at the top which thresholds are not met', () => {
    const results = summarize([trial('one', 'passed'), trial('two', 'failed')], true);
    const text = markdownEval(results, undefined, { minPass: 0.8 });
    expect(text).toMatch(
      /^## Skillwright eval\n\n\*\*Thresholds are missed:\*\*\n\n- `demo, adk, m\/1, tasks: 50 % passed, at least 80 % required\.`\n/,
    );
    expect(markdownEval(results, undefined, { minPass: 0.5 })).toContain('\n\nAll thresholds are met.\n\n');
    expect(markdownEval(results)).not.toMatch(/threshold/i);
  });

  it('fits into a comment', () => {
    const results = summarize(
      Array.from({ length: 2_000 }, (_, index) => trial(`a case ${index}`, 'passed')),
      true,
    );
    const text = markdownEval(results);
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/\| 1\/1 \| 21–100 % \|\n\n\*\*Shortened: `results\.json` has everything\.\*\*\n$/);
  });

  it('shows names from files only as code', () => {
    const name = 'a | b\n`<img src=x>` @all [x](y) ``';
    const [row] = markdownEval(summarize([trial(name, 'passed')], true)).match(/^.*img.*$/m) ?? [];
    expect(row).toBe('| ``` a │ b␊`<img src=x>` @all [x](y) `` ``` | 1/1 | 21–100 % |');
  });
});
