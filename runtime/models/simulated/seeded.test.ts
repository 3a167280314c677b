import { describe, expect, test } from 'vitest';
import { skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import { faultsOf, runOnce } from '../../../test/equipment/runtime/run-once.ts';
import { openModel } from '../registry.ts';
import { seededModel } from './seeded.ts';

const skill = () =>
  skillOnDisk(
    'demo',
    { 'references/guide.md': 'The guide.\n' },
    'See [the guide](references/guide.md) and the manual.\n',
  );

async function runOf(seed: number, skills = [skill()]) {
  return runOnce({ model: { ...seededModel(seed), requests: [] }, skills, guards: 'off', maxLlmCalls: 80 });
}

describe('seeded/N', () => {
  test('the same seed gives the same replies, another seed different ones', async () => {
    const skills = [skill()];
    const toolCallsOf = async (seed: number) =>
      JSON.stringify((await runOf(seed, skills)).of('llm_response').map(({ toolCalls }) => toolCalls));
    expect(await toolCallsOf(3)).toBe(await toolCallsOf(3));
    expect(await toolCallsOf(3)).not.toBe(await toolCallsOf(4));
  });

  test('with 30 seeds every run is valid and ends, with plausible and implausible calls', async () => {
    const codes = new Set<string>();
    for (let seed = 1; seed <= 30; seed++) {
      const ran = await runOf(seed);
      expect(faultsOf(ran)).toEqual([]);
      expect(ran.finished.reason).toBe('final');
      for (const code of ran.codes) codes.add(code);
    }
    for (const code of ['-', 'INVALID_ARGUMENTS', 'TOOL_NOT_FOUND', 'RESOURCE_NOT_FOUND'])
      expect(codes).toContain(code);
  });

  test('openModel opens it by name, marked as simulated', async () => {
    expect(await openModel({ name: 'seeded/7', paced: false })).toMatchObject({ name: 'seeded/7', simulated: true });
    expect(await openModel({ name: 'seeded/', paced: false })).toMatchObject({ kind: 'failed' });
  });
});
