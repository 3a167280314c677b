import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from './contract/agent-run.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** The runs shown in docs/guards.md. */
describe.each([
  { skill: 'skills/release-writer', model: 'simulated/stubborn', code: 'RESOURCE_NOT_FOUND' },
  { skill: 'faults/photo-shrinker', model: 'simulated/stubborn-scripts', code: 'SCRIPT_NOT_FOUND' },
])('$skill', ({ skill, model, code }) => {
  const fatal = `${code}_FATAL`;

  test.each([
    ['off', 'max_llm_calls', 500, Array(498).fill(code)],
    ['adk', 'max_llm_calls', 500, [code, ...Array(497).fill(fatal)]],
    ['default', 'guard', 6, [code, fatal, fatal]],
  ])('%s ends with %s after %i model calls', async (preset, reason, llmCalls, codes) => {
    const result = await run(['--skills', join(EXAMPLES, skill), '--model', model, '--guards', preset, '--yes']);
    expect(result.end).toMatchObject({ reason, llmCalls });
    const missed = result.ofType('tool_result').map((event) => event.error_code);
    expect(missed.filter((one) => one !== undefined)).toEqual(codes);
  });

  test('names the words that provoked it', async () => {
    const result = await run(['--skills', join(EXAMPLES, skill), '--model', model, '--yes']);
    expect(result.ofType('guard').at(-1)?.cause).toMatchObject({
      file: expect.stringContaining(`${skill}/SKILL.md`),
      text: expect.stringMatching(/user guide|scripts\/shrink\.sh/),
    });
  });
});
