import pc from 'picocolors';
import { expect, it } from 'vitest';
import { importRecords } from '../../test/equipment/runtime/session.ts';
import { compareRuns } from '../compare/compare-runs.ts';
import type { RunToCompare } from '../compare/compared-side.ts';
import { prettyComparison } from './pretty-comparison.ts';

/** A session of Claude Code that loads a skill with this text. */
async function session(skill: string): Promise<RunToCompare> {
  const answeredBy = (number: number) => ({ id: `m${number}`, model: 'm' });
  const record = (type: string, number: number, content: unknown, more: object = {}) => ({
    type,
    sessionId: 's',
    uuid: `u${number}`,
    parentUuid: null,
    isSidechain: false,
    cwd: '/tea',
    timestamp: `2026-01-05T10:00:0${number}.000Z`,
    message: { role: type, content, ...(type === 'assistant' ? answeredBy(number) : undefined) },
    ...more,
  });
  const { events, finished } = await importRecords([
    record('user', 1, 'Brew.'),
    record('assistant', 2, [{ type: 'tool_use', id: 'c1', name: 'Skill', input: { skill: 'brewer' } }]),
    record('user', 3, [{ type: 'tool_result', tool_use_id: 'c1', content: 'Launching skill: brewer' }]),
    record('user', 4, [{ type: 'text', text: `Base directory for this skill: /s\n${skill}` }], { isMeta: true }),
  ]);
  return { kind: 'session', run: finished.run, events };
}

it('shows the size of results with the texts that follow them, and says if another one has the same size', async () => {
  const shown = async (a: string, b: string) =>
    prettyComparison(compareRuns(await session(a), await session(b)), pc.createColors(false));
  expect(await shown('Warm the pot.', 'Boil the water.')).toContain('~ Skill {"skill":"brewer"}: 71 characters → 73');
  expect(await shown('Warm the pot.', 'Cool the pot.')).toContain(': another result, 71 characters');
});
