import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJournal } from '../../runtime/journal/reader.ts';
import type { Host } from '../../runtime/loop/interfaces/host.ts';
import { HEADLESS } from '../../runtime/loop/interfaces/host.ts';
import type { Tool } from '../../runtime/loop/interfaces/tools.ts';
import type { GuardEvent, RunEvent } from '../../runtime/protocol/events.ts';
import type { GuardSettings } from '../../runtime/protocol/guards.ts';
import { manifest, skillOnDisk, temporaryFolder } from '../equipment/runtime/folders.ts';
import { APPROVES, runOnce } from '../equipment/runtime/run-once.ts';
import { type ScriptedCall, scriptedModel } from '../equipment/runtime/scripted-model.ts';

interface Case {
  readonly guards?: 'default' | 'adk';
  readonly guardSettings?: GuardSettings;
  readonly maxLlmCalls?: number;
  readonly maxTokens?: number;
}

/** A model that ignores errors, in any process: the next call is derived from the conversation. */
function keepCalling(calls: (n: number) => readonly ScriptedCall[]) {
  return scriptedModel((request) => {
    const n = request.prompt.filter(({ role }) => role === 'assistant').length;
    if (!request.tools) return { text: 'I give up.' };
    return n === 0
      ? { calls: [['load_skill', { skill_name: 'demo' }, 'load']] }
      : { calls: calls(n).map(([tool, args], i) => [tool, args, `c${n}-${i}`]) };
  });
}

function createTools(): readonly Tool[] {
  const tool = (name: string, execute: Tool['execute']): Tool => ({
    name,
    description: '',
    inputSchema: {},
    repeatable: true,
    execute,
  });
  return [
    tool('same', () => ({ kind: 'result', value: 'as ever' })),
    tool('other', () => ({ kind: 'result', value: 'as ever, too' })),
    tool('fails', () => ({ kind: 'result', value: { error: 'no', error_code: 'NOPE' }, errorCode: 'NOPE' })),
    tool('tick', () => ({ kind: 'result', value: Math.random() })),
  ];
}

function createWorld(one: Case, calls: (n: number) => readonly ScriptedCall[]) {
  const body = '# Steps\n\nSee the user guide.\n';
  const more = 'metadata:\n  adk_additional_tools: [same, other, fails, tick]\n';
  const skill = skillOnDisk('demo', { 'SKILL.md': manifest('demo', body, more) });
  return (runs: string, more: { resumes?: { run: string; replies: [] }; host?: Host } = {}) =>
    runOnce({ model: keepCalling(calls), skills: [skill], pool: createTools(), runs, host: HEADLESS, ...one, ...more });
}

/** Returns the parts of a decision that do not depend on its position in the journal. */
const decision = (event: RunEvent): string | undefined => {
  if (event.type !== 'guard') return undefined;
  const { rule, verdict, count, threshold, signature, evidence, cause } = event as GuardEvent;
  return JSON.stringify([rule, verdict, count, threshold, signature, evidence.length, cause?.line]);
};
const decisions = (events: readonly RunEvent[]) => events.map(decision).filter((one) => one !== undefined);
const journalOf = (runs: string, run: string) => readJournal(join(runs, run, 'journal.jsonl')).events;

const resource = (path: string): ScriptedCall => ['load_skill_resource', { skill_name: 'demo', file_path: path }];
const script = (path: string): ScriptedCall => ['run_skill_script', { skill_name: 'demo', file_path: path }];

describe('[81] a crash at any time resets no guard: same decisions, same end, no additional model calls', () => {
  test.each<[string, Case, (n: number) => readonly ScriptedCall[]]>([
    ['resources, one path', {}, () => [resource('references/a.md')]],
    ['resources, new paths', {}, (n) => [resource(`references/${n}.md`)]],
    ['resources, several per step', {}, (n) => [resource(`references/${n}.md`), resource('references/a.md')]],
    ['resources as counted upstream', { guards: 'adk', maxLlmCalls: 9 }, (n) => [resource(`references/${n}.md`)]],
    ['scripts', {}, (n) => [script(`${n}.sh`)]],
    ['the same call', {}, () => [['same', { b: 1, a: 2 }]]],
    ['alternating calls', {}, (n) => [[n % 2 ? 'same' : 'other', {}]]],
    ['one error', {}, (n) => [['fails', { n }]]],
    ['one error, alternating arguments', {}, (n) => [['fails', { n: n % 2 }]]],
    ['alternating errors', {}, (n) => [n % 2 ? ['fails', { n }] : ['load_skill', { skill_name: `s${n}` }]]],
    ['unknown tools', {}, (n) => [[`tool_${n}`, {}]]],
    ['the limit of model calls', { maxLlmCalls: 7 }, () => [['tick', {}]]],
  ])('%s', async (_, one, calls) => {
    const play = createWorld(one, calls);
    const runs = temporaryFolder();
    const complete = await play(runs);
    const expected = decisions(complete.events);
    expect(expected.length).toBeGreaterThan(0);
    const lines = readFileSync(complete.journal, 'utf8').split('\n').filter(Boolean);
    for (let lineCount = 1; lineCount < lines.length; lineCount++) {
      const copy = temporaryFolder();
      cpSync(join(runs, complete.run), join(copy, complete.run), { recursive: true });
      writeFileSync(join(copy, complete.run, 'journal.jsonl'), `${lines.slice(0, lineCount).join('\n')}\n`);
      const again = await play(copy, { resumes: { run: complete.run, replies: [] } });
      const at = `${lineCount}: ${lines[lineCount - 1]?.slice(0, 160)}`;
      expect(again.finished.reason, at).toBe(complete.finished.reason);
      // A model call whose reply was lost was still made.
      expect(again.finished.llmCalls, at).toBeLessThanOrEqual(complete.finished.llmCalls + 1);
      const made = decisions(journalOf(copy, complete.run));
      expect(
        made.filter((decided) => !expected.includes(decided)),
        at,
      ).toEqual([]);
      expect(new Set(made).size, at).toBe(made.length);
      // A model call whose reply was lost counts towards the limit, so one step is missing.
      const lost = one.maxLlmCalls === undefined ? 0 : 1;
      expect(expected.length - made.length, at).toBeLessThanOrEqual(lost);
    }
  });

  test('[81] counts are restored to temp: state, and are never in the journal', async () => {
    const play = createWorld({}, () => [resource('references/a.md')]);
    const runs = temporaryFolder();
    const complete = await play(runs);
    expect(readFileSync(complete.journal, 'utf8')).not.toContain('temp:');
  });
});

describe('[117] a guard that asks the user', () => {
  const start = () => createWorld({}, () => [['same', {}]]);
  const GONE: Host = { isInteractive: true, preapproves: () => false, answer: async () => 'unanswered' };

  test('without a user: it stops', async () => {
    expect((await start()(temporaryFolder())).finished.reason).toBe('guard');
  });

  const startAndLeave = async () => {
    const runs = temporaryFolder();
    const play = start();
    const first = await play(runs, { host: GONE });
    expect(first.of('pause')).toMatchObject([{ kind: 'guard', hint: expect.stringMatching(/same for the 5th time/) }]);
    expect(first.finished).toMatchObject({ reason: 'paused', waiting: [first.of('pause')[0]?.id] });
    const id = first.of('pause')[0]?.id ?? '';
    const resume = (reply: unknown, host: Host = HEADLESS) =>
      play(runs, { host, resumes: { run: first.run, replies: [{ id, reply }] as unknown as [] } });
    return { first, resume };
  };

  test('the user has left: the run pauses, and Stop ends it in another process', async () => {
    const { first, resume } = await startAndLeave();
    const second = await resume('deny');
    expect(second.of('answer')).toMatchObject([{ answer: 'stop' }]);
    expect(second.guards).toEqual(['repeated_call stop 5/5']);
    expect(second.finished).toMatchObject({ reason: 'guard', llmCalls: first.finished.llmCalls + 1 });
  });

  test('Continue in another process: resets the count, and asks again after the same number', async () => {
    const { first, resume } = await startAndLeave();
    const second = await resume('approve', GONE);
    expect(second.of('answer')).toMatchObject([{ answer: 'continue' }]);
    expect(second.of('pause')).toHaveLength(1);
    expect(second.finished.reason).toBe('paused');
    expect(second.finished.llmCalls).toBe(first.finished.llmCalls + 4);
  });

  test('Ignore for this tool, in another process and in the following one', async () => {
    const runs = temporaryFolder();
    const capped = createWorld({ maxLlmCalls: 14, guardSettings: { thresholds: { noProgress: 1000 } } }, () => [
      ['same', {}],
    ]);
    const first = await capped(runs, { host: GONE });
    const id = first.of('pause')[0]?.id ?? '';
    const replies = [{ id, reply: 'ignore' }] as unknown as [];
    const second = await capped(runs, { resumes: { run: first.run, replies } });
    expect(second.finished.reason).toBe('max_llm_calls');
    expect(second.guards).toEqual(['max_llm_calls stop 14/14']);
    // Killed some calls later: the user's reply is still in effect.
    const path = join(runs, first.run, 'journal.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    writeFileSync(path, `${lines.slice(0, -9).join('\n')}\n`);
    const third = await capped(runs, { resumes: { run: first.run, replies: [] } });
    expect(third.guards).toEqual(['max_llm_calls stop 14/14']);
  });

  test('a pause of another kind between the calls resets nothing', async () => {
    const runs = temporaryFolder();
    const mixed = createWorld({}, (n) => (n === 2 ? [['same', {}], script('hello.sh')] : [['same', {}]]));
    const complete = await mixed(runs, { host: APPROVES });
    expect(complete.guards.at(-1)).toBe('repeated_call stop 5/5');
  });
});
