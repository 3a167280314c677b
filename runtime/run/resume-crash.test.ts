import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { skillOnDisk, temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../journal/reader.ts';
import { HEADLESS } from '../loop/interfaces/host.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import type { RunEvent } from '../protocol/events.ts';
import { pendingPauses } from './resume.ts';

/*
 * A killed process leaves the beginning of a journal. So a run is executed to its end and then resumed after each event
 * of its journal, with the side effects that its tools had had up to there.
 */

/** A side effect, with the number of events in the journal at the time. */
interface Effect {
  readonly what: string;
  readonly after: number;
}

class World {
  readonly effects: Effect[] = [];
  events = 0;
  readonly tools: readonly Tool[];

  constructor() {
    const tool = (name: string, more: Partial<Tool>): Tool => ({
      name,
      description: '',
      inputSchema: { type: 'object' },
      execute: async (args) => {
        // The side effect occurs in the middle of the execution, so that there is a before and an after.
        await new Promise((resolve) => setImmediate(resolve));
        this.effects.push({ what: `${name} ${JSON.stringify(args)}`, after: this.events });
        await new Promise((resolve) => setImmediate(resolve));
        return { kind: 'result', value: `${name} done` };
      },
      ...more,
    });
    const plain = tool('plain', {});
    this.tools = [
      plain,
      tool('pay', { needsApproval: true }),
      tool('send', {
        execute: async (args, context) => {
          await context.requestConfirmation('Send it?');
          return plain.execute({ send: args }, context);
        },
      }),
    ];
  }
}

const LINES: readonly Line[] = [
  { calls: [['load_skill', { skill_name: 'demo' }]] },
  { calls: [['plain', { n: 1 }, 'p1']] },
  {
    calls: [
      ['pay', { n: 2 }, 'p2'],
      ['plain', { n: 3 }, 'p3'],
      ['send', { n: 4 }, 'p4'],
    ],
  },
  { calls: [['send', { n: 5 }, 'p5']] },
  { text: 'Done.' },
];

async function play(runs: string, world: World, resumes?: { run: string; approve: readonly string[] }) {
  const skill = skillOnDisk('demo', {
    'SKILL.md': `---\nname: demo\ndescription: x\nmetadata:\n  adk_additional_tools: [plain, pay, send]\n---\n`,
  });
  // The next line is derived from the conversation, because a model has no memory of its own.
  const model = scriptedModel(({ prompt }) => LINES[prompt.filter(({ role }) => role === 'assistant').length] ?? {});
  return runOnce(
    defined({
      model,
      runs,
      skills: [skill],
      pool: world.tools,
      host: HEADLESS,
      onEvent: () => {
        world.events++;
      },
      resumes:
        resumes === undefined
          ? undefined
          : { run: resumes.run, replies: resumes.approve.map((id) => ({ id, reply: 'approve' })) },
    }),
  );
}

/** Resumes until the run has ended, approving all questions. */
async function finish(runs: string, run: string, world: World): Promise<readonly RunEvent[]> {
  for (let process = 0; process < 10; process++) {
    const { events } = readJournal(join(runs, run, 'journal.jsonl'));
    const last = events.at(-1);
    if (last?.type === 'run_finished' && last.reason !== 'paused') return events;
    await play(runs, world, { run, approve: pendingPauses(events).map((pause) => pause.id) });
  }
  throw new Error('never ends');
}

async function reference() {
  const runs = temporaryFolder();
  const world = new World();
  const { run } = await play(runs, world);
  await finish(runs, run, world);
  const lines = readFileSync(join(runs, run, 'journal.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean);
  return { runs, run, world, lines };
}

const EXPECTED = ['pay {"n":2}', 'plain {"n":1}', 'plain {"n":3}', 'plain {"send":{"n":4}}', 'plain {"send":{"n":5}}'];

describe('killed at any moment', () => {
  test('the reference run over three processes has every side effect once', async () => {
    const { world, lines } = await reference();
    expect(world.effects.map(({ what }) => what).sort()).toEqual(EXPECTED);
    expect(lines.filter((line) => line.includes('"run_resumed"'))).toHaveLength(2);
  });

  test('[90] [99] resumed from every event of the journal, nothing runs twice, every call has one result, and the run ends', async () => {
    const { runs, run, world, lines } = await reference();
    for (let lineCount = 1; lineCount < lines.length; lineCount++) {
      const copy = temporaryFolder();
      cpSync(join(runs, run), join(copy, run), { recursive: true });
      writeFileSync(
        join(copy, run, 'journal.jsonl'),
        `${lines.slice(0, lineCount).join('\n')}\n${lines[lineCount]?.slice(0, 20)}`,
      );
      const again = new World();
      const events = await finish(copy, run, again);
      // A side effect occurs before the event that follows it is written, so it may have occurred although the journal
      // ends at `lineCount`.
      const before = world.effects.filter((effect) => effect.after <= lineCount).map(({ what }) => what);
      const after = again.effects.map(({ what }) => what);
      const at = `${lineCount}: ${lines[lineCount - 1]?.slice(0, 120)}`;
      expect(
        after.filter((what) => before.includes(what)),
        at,
      ).toEqual([]);
      expect(new Set(after).size, at).toBe(after.length);
      const interrupted = events.filter((event) => event.type === 'tool_result' && event.error_code === 'INTERRUPTED');
      const missing = EXPECTED.filter((what) => !before.includes(what) && !after.includes(what));
      // Only the call that was running when the process was killed is missing, and the model was informed.
      expect(missing.length, at).toBeLessThanOrEqual(interrupted.length);
      expect(interrupted.length, at).toBeLessThanOrEqual(2);
      const ids = (type: RunEvent['type']) =>
        events.flatMap((event) => (event.type === type && 'id' in event ? [event.id] : []));
      expect(ids('tool_result').sort(), at).toEqual(ids('tool_call').sort());
      expect(new Set(ids('tool_call')).size, at).toBe(ids('tool_call').length);
      expect(events.at(-1), at).toMatchObject({ type: 'run_finished', reason: 'final', text: 'Done.' });
      expect(
        events.map((event) => event.seq),
        at,
      ).toEqual(events.map((_, index) => index + 1));
    }
  });

  test('a repeatable tool is run again, and any other is answered with INTERRUPTED', async () => {
    const { runs, run, lines } = await reference();
    for (const [call, code] of [
      ['"id":"call-1"', undefined],
      ['"id":"p1"', 'INTERRUPTED'],
    ] as const) {
      const lineCount = lines.findIndex((line) => line.includes('"tool_call"') && line.includes(call)) + 1;
      expect(lineCount).toBeGreaterThan(0);
      const copy = temporaryFolder();
      cpSync(join(runs, run), join(copy, run), { recursive: true });
      writeFileSync(join(copy, run, 'journal.jsonl'), `${lines.slice(0, lineCount).join('\n')}\n`);
      const again = new World();
      const ran = await play(copy, again, { run, approve: [] });
      expect(ran.events[0]).toMatchObject({ type: 'run_resumed', by: 'crash' });
      expect(ran.of('tool_result')[0]?.error_code).toBe(code);
      expect(again.effects.filter(({ what }) => what === 'plain {"n":1}')).toHaveLength(code === undefined ? 1 : 0);
    }
  });
});
