import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, type RunOutcome, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { finish, type Line, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import type { RunEvent } from '../protocol/events.ts';
import { replayRun } from './replay.ts';

const resource = (path: string): Line => ({
  calls: [['load_skill_resource', { skill_name: 'demo', file_path: path }]],
});

const demo = () =>
  skillOnDisk(
    'demo',
    { 'references/guide.md': 'The guide.\n', 'scripts/hello.sh': 'echo hello\n' },
    'See the guide.\n',
  );

async function recordRun(
  lines: readonly Line[],
  more: Partial<Parameters<typeof runOnce>[0]> = {},
): Promise<RunOutcome> {
  return runOnce({ model: scriptedModel(lines), skills: [demo()], ...more });
}

/** Rewrites the lines of the journal. */
function alterJournal(ran: RunOutcome, change: (event: RunEvent) => object | undefined): void {
  const events = readFileSync(ran.journal, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RunEvent);
  writeFileSync(
    ran.journal,
    events
      .flatMap((event) => change(event) ?? [])
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  );
}

async function outcome(ran: RunOutcome) {
  const replayed = await replayRun(ran.runs, ran.run);
  return replayed.kind === 'failed' ? replayed.message : replayed.prompts.map(({ divergence }) => divergence);
}

describe('replays without a difference', () => {
  test.each<[string, readonly Line[]]>([
    ['a response', [{ text: 'Hello.' }]],
    ['misses until a guard ends it', [resource('references/none.md')]],
    ['arguments that are not JSON', [{ calls: [['load_skill', '{"skill']] }, { text: 'Sorry.' }]],
    [
      'a script that ran',
      [{ calls: [['run_skill_script', { skill_name: 'demo', file_path: 'scripts/hello.sh' }]] }, { text: 'Done.' }],
    ],
    ['a model that fails', [resource('references/guide.md'), { rejects: new Error('It is broken.') }]],
    ['a partial response', [{ parts: [{ type: 'text-delta', id: 't', delta: 'half' }] }]],
    ['an empty response', [{ parts: [finish('content-filter')] }]],
    [
      'a large tool result',
      [{ calls: [['load_skill', { skill_name: 'demo', x: 'y'.repeat(100_000) }]] }, { text: 'Done.' }],
    ],
    [
      'reasoning with its signature',
      [
        {
          parts: [
            { type: 'reasoning-start', id: 'r', providerMetadata: { anthropic: { signature: 's' } } },
            { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
            { type: 'tool-call', toolCallId: 'c', toolName: 'list_skills', input: '{}' },
            finish('stop'),
          ],
        },
        { text: 'Done.' },
      ],
    ],
  ])('%s', async (_, lines) => {
    const ran = await recordRun(lines, { host: APPROVES });
    expect(await outcome(ran)).toEqual([undefined]);
    expect(readdirSync(ran.runs).filter((name) => !name.startsWith('.'))).toEqual([ran.run]);
  });

  test('a second prompt in the same run, based on the first', async () => {
    const skills = [demo()];
    const first = await runOnce({ model: scriptedModel([resource('references/guide.md'), { text: 'One.' }]), skills });
    const model = scriptedModel([{ calls: [['load_skill', { skill_name: 'demo' }]] }, { text: 'Two.' }]);
    const ran = await runOnce({ model, skills, runs: first.runs, continues: first.run });
    expect(await outcome(ran)).toEqual([undefined, undefined]);
  });
});

describe('reports a difference', () => {
  test('for a skill that has changed', async () => {
    const skill = demo();
    const ran = await runOnce({
      model: scriptedModel([resource('references/guide.md'), { text: 'Done.' }]),
      skills: [skill],
    });
    writeFileSync(join(skill.root, 'references/guide.md'), 'Another guide.\n');
    expect(await outcome(ran)).toEqual([
      {
        seq: 5,
        type: 'tool_result',
        field: 'result.content',
        recorded: 'The guide.\n',
        replayed: 'Another guide.\n',
      },
    ]);
  });

  test('for a guard that counts differently, and one that does not act', async () => {
    const ran = await recordRun([resource('references/none.md')]);
    const guard = ran.of('guard').at(-1);
    alterJournal(ran, (event) => (event.seq === guard?.seq ? { ...event, count: 7 } : event));
    expect(await outcome(ran)).toMatchObject([{ seq: guard?.seq, type: 'guard', field: 'count', recorded: 7 }]);
    alterJournal(ran, (event) => (event.seq === guard?.seq ? undefined : event));
    expect(await outcome(ran)).toMatchObject([{ replayed: 'guard' }]);
  });

  test('or an error for a missing run and for missing skills', async () => {
    const ran = await recordRun([{ text: 'Hello.' }]);
    expect(await replayRun(ran.runs, 'none')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/There is no run none/),
    });
    alterJournal(ran, (event) =>
      event.type === 'run_started' ? { ...event, skills: [{ name: 'demo', root: '/gone' }] } : event,
    );
    expect(await outcome(ran)).toMatch(/gone/);
  });
});
