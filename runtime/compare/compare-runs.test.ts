import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defined } from '../../skill/index.ts';
import { DONE, LIST, LOAD, LOOK, play, READ, type RunVariant } from '../../test/equipment/runtime/play.ts';
import type { RunOnceOptions, RunOutcome } from '../../test/equipment/runtime/run-once.ts';
import { scaledLimit } from '../../test/equipment/runtime/scaled-limit.ts';
import type { Line } from '../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../journal/reader.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import { createChance } from '../random.ts';
import { alignSteps, compareRuns, type RunComparison } from './compare-runs.ts';
import type { AlignedSteps, RunStep } from './steps.ts';

const withAnotherTool: RunOnceOptions['wrapTools'] = (toolset) => ({
  prepare: async (step) => {
    const prepared = await toolset.prepare(step);
    const listen: Tool = {
      name: 'listen',
      description: 'Listens.',
      inputSchema: { type: 'object' },
      execute: () => ({ kind: 'result', value: '' }),
    };
    return { ...prepared, tools: [...prepared.tools, listen] };
  },
});

const compare = (a: RunOutcome, b: RunOutcome): RunComparison =>
  compareRuns(
    ...([a, b].map(({ run, journal }) => ({
      kind: 'run',
      run,
      folder: dirname(journal),
      events: readJournal(journal).events,
    })) as [never, never]),
  );
const relations = ({ aligned }: RunComparison): string[] =>
  aligned.filter(({ relation }) => relation !== 'same').map(({ a, b, relation }) => `${relation} ${(b ?? a)?.title}`);
async function comparePlays(a: RunVariant, b: RunVariant): Promise<RunComparison> {
  return compare(await play(a), await play(b));
}

describe('two runs', () => {
  it('are the same if only times and ids differ', async () => {
    const comparison = await comparePlays({}, {});
    expect(comparison.divergence).toBeUndefined();
    expect(relations(comparison)).toEqual([]);
    expect(comparison.aligned.map(({ a }) => a?.title)).toEqual([
      'prompt: Please do it.',
      'list_skills {}',
      'load_skill {"skill_name":"demo"}',
      'load_skill_resource {"file_path":"references/guide.md","skill_name":"demo"}',
      'look {}',
      'reply: Done.',
      'end: final',
    ]);
  });

  const other: Line[] = [LIST, LOAD, READ, LOOK, { text: 'Other.' }];
  const missTwice: Line[] = [READ, READ, DONE];
  it.each<[string, RunVariant, RunVariant, object]>([
    ['the prompt', {}, { prompt: 'Something else.', lines: other }, { reason: 'prompt' }],
    ['the text of a skill', {}, { body: 'Look twice.', lines: other }, { reason: 'skill', subject: 'demo' }],
    ['the description of a skill', {}, { description: 'Sees.' }, { reason: 'skill', subject: 'list of skills' }],
    ['a bundled file', {}, { guide: 'Another.' }, { reason: 'skill', subject: 'demo/references/guide.md' }],
    ['a missing file', {}, { guide: '' }, { reason: 'skill', subject: 'demo/references/guide.md' }],
    [
      'the message about a file that is missing in both',
      { guide: '', guards: 'off', lines: missTwice },
      { guide: '', lines: missTwice },
      { reason: 'result', subject: 'load_skill_resource' },
    ],
    ['the result of a tool', {}, { seen: 'sea', lines: other }, { reason: 'result', subject: 'look' }],
    [
      'the instructions',
      {},
      { agent: { name: 'agent', instruction: 'Be brief.' }, lines: other },
      { reason: 'instructions' },
    ],
    ['an additional tool', {}, { wrapTools: withAnotherTool, lines: other }, { reason: 'tools', subject: 'listen' }],
    ['the decision of the model', {}, { lines: other }, { reason: 'sampling' }],
    ['the limit of model calls', {}, { maxLlmCalls: 4 }, { reason: 'settings', subject: 'maxLlmCalls: 500, 4' }],
    [
      'the guards',
      { lines: [READ], guide: '' },
      { lines: [READ], guide: '', guards: 'adk', maxLlmCalls: 9 },
      { reason: 'settings', subject: 'guards: default, adk' },
    ],
  ])('differ first because of %s', async (_title, a, b, divergence) => {
    expect((await comparePlays(a, b)).divergence).toMatchObject(divergence);
  });

  it('differ because of the model only if the replies differ', async () => {
    const [a, same, replies] = [await play({}), await play({}), await play({ lines: other })];
    for (const { journal } of [same, replies])
      writeFileSync(journal, readFileSync(journal, 'utf8').replace('scripted/model', 'scripted/other'));
    expect(compare(a, same).divergence).toBeUndefined();
    expect(compare(a, replies).divergence).toMatchObject({
      reason: 'model',
      subject: 'model: scripted/model, scripted/other',
    });
  });

  it('differ for an unknown reason if a journal lacks the requests', async () => {
    const [a, b] = [await play({}), await play({ lines: other })];
    writeFileSync(b.journal, readFileSync(b.journal, 'utf8').replaceAll('"request":{', '"other":{'));
    expect(compare(a, b).divergence).toMatchObject({ reason: 'unknown' });
  });

  it('differ because of the user who stopped one', async () => {
    const controller = new AbortController();
    const onEvent = ({ type }: { readonly type: string }) => type === 'tool_result' && controller.abort();
    expect((await comparePlays({}, { signal: controller.signal, onEvent })).divergence).toMatchObject({
      reason: 'user',
    });
  });

  it('have an added and a removed step', async () => {
    const comparison = await comparePlays({ lines: [LIST, LOAD, READ, DONE] }, { lines: [LIST, LIST, LOAD, DONE] });
    expect(relations(comparison)).toEqual([
      'added list_skills {}',
      'removed load_skill_resource {"file_path":"references/guide.md","skill_name":"demo"}',
    ]);
    expect(comparison.divergence?.a).toBeUndefined();
    expect(comparison.divergence).toMatchObject({ b: { title: 'list_skills {}' }, reason: 'sampling' });
  });

  it('have separate totals', async () => {
    const { totals } = await comparePlays({}, { guide: '' });
    expect(totals).toMatchObject({
      a: { model: 'scripted/model', reason: 'final', llmCalls: 5, toolCalls: 4, misses: 0, answer: 'Done.' },
      b: { misses: 1 },
    });
    expect(totals.a).not.toHaveProperty('inputTokens');
    expect(totals.a).not.toHaveProperty('estimated');
    expect(totals.a.durationMs).toBeGreaterThanOrEqual(0);
  });
});

function step(name: string, result: string): RunStep {
  const cause = `look ${name}`;
  return { seq: 0, kind: 'call', title: name, identity: `${cause}\n${result}`, cause, group: 'call look' };
}

describe('the alignment of steps', () => {
  it('finds known differences', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const chance = createChance(seed);
      const a: RunStep[] = [];
      const b: RunStep[] = [];
      const expected: AlignedSteps[] = [];
      const push = (before: RunStep | undefined, after: RunStep | undefined, relation: AlignedSteps['relation']) => {
        if (before !== undefined) a.push(before);
        if (after !== undefined) b.push(after);
        expected.push(defined({ a: before, b: after, relation }));
      };
      for (let n = 0; n < 60; n++) {
        // Two equal steps around each difference make the best alignment the only one.
        for (const part of ['x', 'y']) push(step(`${n}${part}`, 'r'), step(`${n}${part}`, 'r'), 'same');
        const kind = chance.int(5);
        if (kind === 0) push(step(`${n}`, 'r'), undefined, 'removed');
        if (kind === 1) push(undefined, step(`${n}`, 'r'), 'added');
        if (kind === 2) push(step(`${n}`, 'r'), step(`${n}`, 'other'), 'changed');
        if (kind === 3) push(step(`${n}`, 'r'), step(`${n}z`, 'r'), 'changed');
      }
      expect(alignSteps(a, b)).toEqual(expected);
    }
  });

  it('of 2,000 steps each takes less than 300 ms, even if no two are the same', () => {
    const chance = createChance(7);
    const steps = (results: number) =>
      Array.from({ length: 2000 }, () => step(`${chance.int(300)}`, `${chance.int(results)}`));
    for (const results of [2, 1000]) {
      const [a, b] = [steps(results), steps(results)];
      const before = process.threadCpuUsage();
      expect(alignSteps(a, b).length).toBeGreaterThanOrEqual(2000);
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(scaledLimit(300));
    }
  });
});
