import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../skill/index.ts';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { type RunOnceOptions, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../journal/reader.ts';
import type { Toolset } from '../loop/interfaces/tools.ts';
import type { ToolResult } from '../protocol/events.ts';
import { sourceOf, sourcesOf } from './content-source.ts';
import { recordedRequests } from './recorded-requests.ts';
import { changesBetween, requestsBefore } from './request-changes.ts';
import { tokenShares } from './token-shares.ts';

const GUIDE = 'The guide says a number of things. '.repeat(40);
const BODY = 'Read the guide. '.repeat(30);
const LIST: Line = { calls: [['list_skills', {}]] };
const LOAD: Line = { calls: [['load_skill', { skill_name: 'demo' }]] };
const READ: Line = { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/guide.md' }]] };
const MISS: Line = { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/none.md' }]] };
const DONE: Line = { text: 'Done.' };

async function play(lines: readonly Line[], more: Partial<RunOnceOptions> = {}) {
  const skill = skillOnDisk('demo', { 'references/guide.md': GUIDE }, BODY);
  const ran = await runOnce({ model: scriptedModel(lines), skills: [skill], ...more });
  const { events } = readJournal(ran.journal);
  const requests = recordedRequests(events, dirname(ran.journal));
  const changes = requestsBefore(requests).map((before, index) => {
    const request = requests[index];
    return before === undefined || request === undefined ? undefined : changesBetween(before, request);
  });
  return { requests, shares: tokenShares(requests, events), changes };
}

/** Returns a toolset that changes what the inner one prepares for each call. */
const wrap =
  (change: (call: number) => Partial<Awaited<ReturnType<Toolset['prepare']>>>) =>
  (toolset: Toolset): Toolset => {
    let call = 0;
    return { prepare: async (step) => ({ ...(await toolset.prepare(step)), ...change(++call) }) };
  };

describe('token shares', () => {
  it('separate instructions, tools, lists of skills, skills, resources, conversation and results', async () => {
    const { requests, shares } = await play([LIST, LOAD, READ, MISS, DONE]);
    const kinds = shares.map((request) =>
      request.map(({ kind, name }) => (name === undefined ? kind : `${kind} ${name}`)),
    );
    const first = ['instructions', 'tools', 'conversation'];
    expect(kinds[0]).toEqual(first);
    expect(kinds[1]).toEqual(['instructions', 'tools', 'catalogue', 'conversation']);
    expect(kinds[2]).toEqual(['instructions', 'tools', 'catalogue', 'skill demo', 'conversation']);
    const all = [
      'instructions',
      'tools',
      'catalogue',
      'skill demo',
      'resource demo/references/guide.md',
      'conversation',
    ];
    expect(kinds[3]).toEqual(all);
    expect(kinds[4]).toEqual([...all, 'results']);
    const tokensOf = (call: number, kind: string) => shares[call]?.find((share) => share.kind === kind)?.tokens ?? 0;
    expect(tokensOf(0, 'instructions')).toBe(estimateTokens(`${requests[0]?.content?.system}\n`));
    // The text and a few names and quotes around it.
    expect(tokensOf(4, 'resource')).toBeLessThan(1.1 * estimateTokens(GUIDE));
    expect(tokensOf(4, 'resource')).toBeGreaterThan(estimateTokens(GUIDE));
    expect(tokensOf(4, 'skill')).toBeGreaterThan(estimateTokens(BODY));
  });

  it('separate the list of skills from the instructions that contain it', async () => {
    const catalogue = '<skills>demo: does demo things</skills>';
    const { shares } = await play([DONE], {
      wrapTools: wrap(() => ({ instruction: `Rules. ${catalogue}`, catalogue })),
    });
    expect(shares[0]?.slice(0, 3)).toMatchObject([
      { kind: 'instructions', tokens: estimateTokens('Rules. \n') },
      { kind: 'tools' },
      { kind: 'catalogue', tokens: estimateTokens(catalogue) },
    ]);
    const opening = await play([DONE], { wrapTools: wrap(() => ({ opening: `Now: ${catalogue}`, catalogue })) });
    expect(opening.shares[0]?.[2]).toEqual({ kind: 'catalogue', tokens: estimateTokens(catalogue) });
  });

  it('assign the user message in which a client delivers a skill to that skill, and the next prompt to the conversation', async () => {
    const deliver = {
      name: 'Skill',
      description: 'Loads a skill.',
      inputSchema: { type: 'object' as const },
      execute: () => ({
        kind: 'result' as const,
        value: 'Launching skill: demo',
        message: BODY,
        read: { skill: 'demo', path: 'SKILL.md' },
      }),
    };
    const { shares } = await play([{ calls: [['Skill', {}]] }, DONE], {
      wrapTools: wrap(() => ({ tools: [deliver] })),
    });
    const skill = shares[1]?.find(({ kind }) => kind === 'skill');
    expect(skill).toEqual({
      kind: 'skill',
      name: 'demo',
      tokens: estimateTokens(BODY) + estimateTokens('Launching skill: demo'),
    });
    expect(shares[1]?.find(({ kind }) => kind === 'conversation')?.tokens).toBeLessThan(20);
  });

  it('of 1,000 calls grow with the conversation', async () => {
    const lines = Array.from({ length: 1000 }, (_, n): Line => ({ calls: [['list_skills', { n }]] }));
    const { requests, shares } = await play([...lines, DONE], { guards: 'off', maxLlmCalls: 0 });
    expect(requests).toHaveLength(1001);
    const totals = shares.map((request) => request.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(totals[1000]).toBeGreaterThan((totals[500] ?? 0) * 1.5);
    expect(totals.every((total, index) => index === 0 || total > (totals[index - 1] ?? 0))).toBe(true);
  });
});

describe('the source of a result', () => {
  const result = (more: Partial<ToolResult> = {}) => ({ type: 'tool_result', result: 'text', ...more }) as ToolResult;
  it.each<[string, string, object, Partial<ToolResult>, object]>([
    ['a prefixed tool', 'my_load_skill', { skill_name: 'demo' }, {}, { kind: 'skill', skill: 'demo' }],
    ['a failed call', 'load_skill', { skill_name: 'x' }, { error_code: 'SKILL_NOT_FOUND' }, { kind: 'result' }],
    ['a script', 'run_skill_script', { skill_name: 'demo', file_path: 'a.py' }, {}, { kind: 'result' }],
    ['a search', 'search_skills', { query: 'x' }, {}, { kind: 'catalogue' }],
    ['a client that reads SKILL.md', 'read_file', {}, { read: { skill: 'demo', path: 'SKILL.md' } }, { kind: 'skill' }],
    [
      'a client that reads a file',
      'Bash',
      {},
      { read: { skill: 'demo', path: 'references/a.md' } },
      { kind: 'resource' },
    ],
    ['a client that runs a script', 'Bash', {}, { read: { skill: 'demo', path: 'scripts/a.py' } }, { kind: 'result' }],
    ['any other tool', 'look', {}, {}, { kind: 'result' }],
  ])('is recognized: %s', (_title, tool, args, more, source) => {
    expect(sourceOf({ tool, args: args as never }, result(more))).toMatchObject(source);
  });
});

it('the result of a call that loaded a skill, as an import reports it, belongs to the skill', () => {
  const events = [
    { type: 'tool_call', seq: 1, id: 'c1', tool: 'look', args: {} },
    { type: 'tool_result', seq: 2, id: 'c1', parent: 1, result: 'text' },
    { type: 'skill_loaded', seq: 3, parent: 1, skill: 'demo' },
  ] as never;
  expect(sourcesOf(events).get('c1')).toEqual({ source: { kind: 'skill', skill: 'demo' }, hasMessage: false });
});

describe('changes since the previous request', () => {
  it('are the messages of the step', async () => {
    const { changes } = await play([LOAD, READ, DONE]);
    expect(changes[0]).toBeUndefined();
    expect(changes[1]).toMatchObject({ since: 1, dropped: 0 });
    expect(changes[1]?.messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
    expect(Object.keys(changes[1] ?? {})).toEqual(['since', 'messages', 'dropped']);
  });

  it('include the lines of the system message and the tools', async () => {
    const tool = (name: string, description: string) => ({
      name,
      description,
      inputSchema: { type: 'object' as const },
      execute: () => ({ kind: 'result' as const, value: 'ok' }),
    });
    const { changes } = await play([LOAD, LOAD, DONE], {
      guards: 'off',
      wrapTools: wrap((call) => ({
        instruction: `Rule one.\nToday is day ${call}.\nRule two.`,
        opening: call === 3 ? 'Welcome.' : '',
        tools: call === 1 ? [tool('a', 'A.'), tool('b', 'B.')] : [tool('b', `B, version ${call}.`), tool('c', 'C.')],
      })),
    });
    expect(changes[1]).toMatchObject({
      system: { removed: ['Today is day 1.'], added: ['Today is day 2.'] },
      tools: { added: ['c'], removed: ['a'], changed: ['b'] },
    });
    expect(changes[2]).toMatchObject({ opening: { added: ['Welcome.'] }, tools: { added: [], changed: ['b'] } });
  });
});
