import {
  appendFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillOnDisk, temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { requestFaults } from '../../test/equipment/runtime/request-faults.ts';
import { type RunOnceOptions, type RunOutcome, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, type ScriptedModel, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { blobName } from '../disk/blob-name.ts';
import { readJournal } from '../journal/reader.ts';
import type { LlmRequest } from '../protocol/events.ts';
import { messagesOf, type RecordedRequest, recordedRequests } from './recorded-requests.ts';

const LOAD: Line = { calls: [['load_skill', { skill_name: 'demo' }]] };
const READ: Line = { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/guide.md' }]] };
const LOOK_SKILL = '---\nname: demo\ndescription: Looks.\nmetadata:\n  adk_additional_tools: [look]\n---\nLook.\n';
const DONE: Line = { text: 'Done.' };
const demo = () => skillOnDisk('demo', { 'references/guide.md': 'The guide.' }, 'Read the guide.');

const restore = (ran: Pick<RunOutcome, 'journal'>): readonly RecordedRequest[] =>
  recordedRequests(readJournal(ran.journal).events, dirname(ran.journal));

const play = async (lines: readonly Line[], more: Partial<RunOnceOptions> = {}) => {
  const model = scriptedModel(lines);
  return { model, ran: await runOnce({ model, skills: [demo()], ...more }) };
};
function expectExact(ran: RunOutcome, model: ScriptedModel): void {
  expect(requestFaults(ran.journal, model.requests)).toEqual([]);
  expect(restore(ran)).toHaveLength(model.requests.length);
}

describe('the requests of a run are restored exactly', () => {
  it('with the system message, the tools and the conversation', async () => {
    const { model, ran } = await play([LOAD, READ, DONE], { agent: { name: 'agent', instruction: 'Be brief.' } });
    expectExact(ran, model);
    const [first] = restore(ran);
    expect(first?.content?.system).toMatch(/^Be brief\.\n\nYou have skills/);
  });

  it('with parallel calls, a reply with reasoning, and tools that a skill adds', async () => {
    const skill = skillOnDisk('demo', { 'SKILL.md': LOOK_SKILL });
    const look = {
      name: 'look',
      description: 'Looks.',
      inputSchema: { type: 'object' as const },
      execute: () => ({ kind: 'result' as const, value: { seen: 1 } }),
    };
    const model = scriptedModel([
      { calls: [...(LOAD.calls ?? []), ['list_skills', {}]] },
      {
        calls: [
          ['look', {}],
          ['none', {}],
          ['look', 'no JSON'],
        ],
        text: 'I look.',
      },
      DONE,
    ]);
    const ran = await runOnce({ model, skills: [skill], pool: [look] });
    expectExact(ran, model);
    expect(restore(ran).map(({ content }) => content?.tools.length)).toEqual([4, 5, 5]);
  });

  it('with the content of a binary file, which only one request contains', async () => {
    const skill = skillOnDisk('demo', { 'assets/logo.png': '\u0000\u0001PNG' });
    const model = scriptedModel([
      { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'assets/logo.png' }]] },
      LOAD,
      DONE,
    ]);
    const ran = await runOnce({ model, skills: [skill] });
    expectExact(ran, model);
    expect(restore(ran).map(({ content }) => content?.append?.length ?? 0)).toEqual([0, 1, 0]);
  });

  it('inside a skill that runs as a tool', async () => {
    const model = scriptedModel(({ prompt }) => {
      const isInner = JSON.stringify(prompt[0]).includes('You carry out');
      if (isInner) return prompt.length === 2 ? READ : { text: 'Short.' };
      return prompt.some(({ role }) => role === 'tool') ? DONE : { calls: [['skills__demo', { input: 'Long.' }]] };
    });
    const agent = {
      name: 'agent',
      instruction: '',
      tools: [{ kind: 'skill' as const, skill: 'demo', written: 'skills__demo' }],
    };
    const ran = await runOnce({ model, skills: [demo()], agent });
    expect(ran.finished.reason).toBe('final');
    expectExact(ran, model);
    expect(restore(ran).map(({ content }) => content?.prompt)).toEqual([undefined, 'Long.', 'Long.', undefined]);
  });

  it.each(['instruction', 'opening'] as const)(
    'with an %s that changes while the tools stay the same',
    async (field) => {
      let call = 0;
      const { model, ran } = await play([LOAD, LOAD, DONE], {
        guards: 'off',
        wrapTools: (toolset) => ({
          prepare: async (step) => ({ ...(await toolset.prepare(step)), [field]: `Call ${Math.min(++call, 2)}.` }),
        }),
      });
      expectExact(ran, model);
    },
  );

  it('with a message before the conversation', async () => {
    const { model, ran } = await play([LOAD, DONE], {
      wrapTools: (toolset) => ({
        async prepare(step) {
          return { ...(await toolset.prepare(step)), opening: 'Skills: demo.', catalogue: 'demo' };
        },
      }),
    });
    expectExact(ran, model);
    expect(restore(ran)[1]?.content).toMatchObject({ opening: 'Skills: demo.', catalogue: 'demo' });
  });

  it('in the closing round of a guard, which has no tools', async () => {
    const { model, ran } = await play([
      { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/no.md' }]] },
    ]);
    expect(ran.finished.reason).toBe('guard');
    expectExact(ran, model);
    expect(restore(ran).at(-1)?.content?.tools).toEqual([]);
  });

  it('after another prompt continues the run', async () => {
    const { model, ran } = await play([LOAD, DONE]);
    const next = await runOnce({ model, skills: [demo()], runs: ran.runs, continues: ran.run, prompt: 'More.' });
    expectExact(next, model);
  });

  it('with results that are stored as payloads', async () => {
    const skill = skillOnDisk('demo', { 'references/guide.md': 'long '.repeat(20_000) });
    const model = scriptedModel([READ, DONE]);
    const ran = await runOnce({ model, skills: [skill] });
    expect(JSON.stringify(ran.of('tool_result')[0]?.result)).toContain('"blob"');
    expectExact(ran, model);
  });
});

describe('stored requests', () => {
  const blobs = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('blob-'));
  const size = (folder: string) =>
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

  it('grow linearly with the steps of a run', async () => {
    const sizes: number[] = [];
    for (const steps of [50, 500]) {
      const lines = Array.from(
        { length: steps },
        (_, n): Line => ({ calls: [['load_skill', { skill_name: 'demo', n }]] }),
      );
      const { ran } = await play([...lines, DONE], { guards: 'off' });
      const folder = dirname(ran.journal);
      expect(blobs(folder)).toHaveLength(3); // The system message, the tools, and the list of these two.
      sizes.push(size(folder) / steps);
    }
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
  });

  it('contain no secrets', async () => {
    const secret = 'sk-secret-0123456789';
    const { ran } = await play([DONE], { secrets: [secret], agent: { name: 'agent', instruction: `Key: ${secret}.` } });
    const folder = dirname(ran.journal);
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'utf8')).not.toContain(secret);
    expect(restore(ran)[0]?.content?.system).toMatch(/^Key: \[redacted\]\./);
  });

  it('are read by their hash only, never through links', async () => {
    const { ran } = await play([DONE]);
    const folder = dirname(ran.journal);
    const secret = join(temporaryFolder(), 'private.json');
    writeFileSync(secret, '"private"');
    const index = (ran.events.find((event) => event.type === 'llm_request') as LlmRequest).request?.blob ?? '';
    const { system } = JSON.parse(readFileSync(join(folder, index), 'utf8'));
    rmSync(join(folder, system.blob));
    expect(restore(ran)[0]).toMatchObject({ problem: expect.stringContaining('ENOENT') });
    symlinkSync(secret, join(folder, system.blob));
    expect(restore(ran)[0]?.problem).toContain('Not a file');
    rmSync(join(folder, system.blob));
    linkSync(secret, join(folder, system.blob));
    expect(restore(ran)[0]?.problem).toContain('does not match');
  });

  it.each([
    ['no reference', undefined, 'does not contain'],
    ['a path', { blob: '../journal.jsonl', size: 1 }, 'does not contain'],
    ['a number', 7, 'does not contain'],
    ['another kind of payload', '[1]', undefined],
    ['parts that are not payloads', '{"system":"text"}', 'not a payload'],
  ])('of a foreign journal may have any content: %s', async (_title, request, problem) => {
    const { ran } = await play([DONE]);
    const folder = dirname(ran.journal);
    let reference: unknown = request;
    if (typeof request === 'string') {
      writeFileSync(join(folder, blobName(request)), request);
      reference = { blob: blobName(request), size: request.length };
    }
    const event = {
      type: 'llm_request',
      call: 9,
      tools: [],
      parent: 1,
      invocation: 'i',
      agent: 'a',
      request: reference,
    };
    const seq = (readJournal(ran.journal).events.at(-1)?.seq ?? 0) + 1;
    appendFileSync(ran.journal, `${JSON.stringify({ seq, time: '', ...event })}\n`);
    const last = restore(ran).at(-1);
    if (problem === undefined) expect(last?.content).toEqual({ system: '', tools: [] });
    else expect(last?.problem).toContain(problem);
    expect(messagesOf(last as RecordedRequest).length).toBeGreaterThan(0);
  });
});
