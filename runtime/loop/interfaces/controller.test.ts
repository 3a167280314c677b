import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import { faultsOf, type RunOutcome, runOnce } from '../../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../../journal/reader.ts';
import { replayRun } from '../../replay/replay.ts';
import { messagesOf, recordedRequests } from '../../requests/recorded-requests.ts';
import type { LoopController, ModelBoundary } from './controller.ts';
import type { Tool } from './tools.ts';

const demo = () => skillOnDisk('demo', { 'references/guide.md': 'The guide.\n' }, 'See the handbook.\n');
const read = (path: string): Line => ({
  calls: [['load_skill_resource', { skill_name: 'demo', file_path: path }]],
});
const DONE: Line = { text: 'Done.' };

/** A controller that changes nothing, except for these methods. */
function controller(more: Partial<LoopController>): LoopController {
  return {
    beforeModelCall: async () => undefined,
    beforeTool: async () => undefined,
    afterTool: async () => undefined,
    beforeEnd: async () => undefined,
    isActive: true,
    ...more,
  };
}

async function play(lines: readonly Line[], more: Partial<LoopController>, pool: readonly Tool[] = []) {
  const model = scriptedModel(lines);
  const ran = await runOnce({ model, skills: [demo()], controller: controller(more), pool });
  expect(faultsOf(ran)).toEqual([]);
  return { ...ran, model };
}

/** Returns the differences that a replay of the run finds. */
async function divergencesOf(ran: RunOutcome) {
  const replayed = await replayRun(ran.runs, ran.run);
  return replayed.kind === 'failed' ? replayed.message : replayed.prompts.flatMap(({ divergence }) => divergence ?? []);
}

describe('before a model call', () => {
  test('sees exactly what is sent', async () => {
    const seen: ModelBoundary['prompt'][] = [];
    const ran = await play([read('references/guide.md'), DONE], {
      beforeModelCall: async ({ prompt }) => void seen.push([...prompt]),
    });
    expect(seen).toEqual(ran.model.requests.map(({ prompt }) => prompt));
  });

  test('an edited system message is sent and recorded in this call alone', async () => {
    const ran = await play([read('references/guide.md'), DONE], {
      beforeModelCall: async ({ call }) => (call === 1 ? { system: 'Be brief.' } : undefined),
    });
    expect(ran.model.requests.map(({ prompt: [first] }) => first?.content === 'Be brief.')).toEqual([true, false]);
    expect(ran.of('llm_request').map(({ edited }) => edited)).toEqual([true, undefined]);
    expect(await divergencesOf(ran)).toEqual([]);
  });

  test('an edited and an added user message are sent from then on, and recorded', async () => {
    const ran = await play([read('references/guide.md'), DONE], {
      beforeModelCall: async ({ call, conversation }) =>
        call === 1
          ? { messages: [{ index: 0, text: 'Do something else.' }] }
          : { messages: [{ index: conversation.length, text: 'Hurry.' }] },
    });
    const texts = ran.model.requests.map(({ prompt }) =>
      prompt.flatMap(({ role, content }) => (role === 'user' && content[0]?.type === 'text' ? [content[0].text] : [])),
    );
    expect(texts).toEqual([['Do something else.'], ['Do something else.', 'Hurry.']]);
    const recorded = recordedRequests(readJournal(ran.journal).events, ran.journal.replace(/\/[^/]*$/, ''));
    expect(recorded.map(messagesOf)).toEqual(ran.model.requests.map(({ prompt }) => prompt));
    expect(await divergencesOf(ran)).toEqual([]);
  });

  test('a change of the state holds, and is repeated by a replay', async () => {
    const ran = await play([read('references/guide.md'), DONE], {
      beforeModelCall: async ({ call, state, scope, parent }) => {
        if (call !== 2) return undefined;
        state.set('mood', 'good');
        scope.emit({ type: 'state', delta: { mood: 'good' }, edited: true, parent });
        return undefined;
      },
    });
    expect(ran.of('state').at(-1)).toMatchObject({ delta: { mood: 'good' }, edited: true });
    expect(await divergencesOf(ran)).toEqual([]);
  });
});

describe('before a tool call', () => {
  test('edited arguments are those that run; the journal has those of the model, too', async () => {
    const ran = await play([read('references/handbook.md'), DONE], {
      beforeTool: async ({ args }) => ({ args: { ...args, file_path: 'references/guide.md' } }),
    });
    expect(ran.codes).toEqual(['-']);
    expect(ran.of('tool_call')[0]).toMatchObject({
      args: { file_path: 'references/guide.md' },
      requested: { file_path: 'references/handbook.md' },
    });
    expect(await divergencesOf(ran)).toEqual([]);
  });

  test('guards count the edited arguments', async () => {
    let n = 0;
    const ran = await play([read('references/handbook.md')], {
      beforeTool: async ({ args }) => (n++ < 2 ? { args: { ...args, file_path: `references/${n}.md` } } : undefined),
    });
    const unedited = await play([read('references/handbook.md')], {});
    expect(ran.finished.reason).toBe('guard');
    expect(ran.finished.llmCalls).toBeGreaterThan(unedited.finished.llmCalls);
    expect(await divergencesOf(ran)).toEqual([]);
  });

  test.each([
    ['a result', { value: 'Made up.' }, undefined],
    ['an error', { value: { error: 'No.' }, errorCode: 'NO' }, 'NO'],
  ])('%s that the user wrote is returned without running the tool', async (_, result, code) => {
    let executions = 0;
    const tool: Tool = {
      name: 'pay',
      description: '',
      inputSchema: { type: 'object' },
      execute: () => {
        executions++;
        return { kind: 'result', value: 'paid' };
      },
    };
    const ran = await runOnce({
      model: scriptedModel([{ calls: [['load_skill', { skill_name: 'demo' }]] }, { calls: [['pay', {}]] }, DONE]),
      skills: [
        skillOnDisk('demo', {
          'SKILL.md': '---\nname: demo\ndescription: x\nmetadata:\n  adk_additional_tools: [pay]\n---\n',
        }),
      ],
      pool: [tool],
      controller: controller({ beforeTool: async ({ tool }) => (tool === 'pay' ? { result } : undefined) }),
    });
    expect(executions).toBe(0);
    expect(ran.of('tool_result')[1]).toMatchObject({ result: result.value, edited: true });
    expect(ran.of('tool_result')[1]?.error_code).toBe(code);
    expect(ran.of('tool_result')[1]).not.toHaveProperty('returned');
    expect(await divergencesOf(ran)).toEqual([]);
  });

  test('a run that is cancelled while it is stopped answers the call as cancelled', async () => {
    const abort = new AbortController();
    const ran = await runOnce({
      model: scriptedModel([read('references/guide.md')]),
      skills: [demo()],
      signal: abort.signal,
      controller: controller({
        beforeTool: () => {
          abort.abort();
          return new Promise(() => undefined);
        },
      }),
    });
    expect(faultsOf(ran)).toEqual([]);
    expect(ran.codes).toEqual(['CANCELLED']);
    expect(ran.finished.reason).toBe('cancelled');
  });

  test('a process that was killed during an edited call resumes it with the edited arguments', async () => {
    const edit = async ({ args }: { args: object }) => ({ args: { ...args, file_path: 'references/guide.md' } });
    const ran = await play([read('references/handbook.md'), DONE], { beforeTool: edit });
    const lines = readFileSync(ran.journal, 'utf8').split('\n');
    const cut = lines.findIndex((line) => line.includes('"type":"tool_call"')) + 1;
    writeFileSync(ran.journal, `${lines.slice(0, cut).join('\n')}\n`);
    const resumed = await runOnce({
      model: scriptedModel([DONE]),
      skills: [demo()],
      runs: ran.runs,
      resumes: { run: ran.run, replies: [] },
    });
    expect(resumed.codes).toEqual(['-']);
  });
});

describe('after a tool call', () => {
  test('the model gets the edited result; the journal has that of the tool, too', async () => {
    const ran = await play([read('references/handbook.md'), DONE], {
      afterTool: async () => ({ value: { content: 'The handbook.' } }),
    });
    expect(JSON.stringify(ran.model.requests[1]?.prompt)).toContain('The handbook.');
    expect(ran.of('tool_result')[0]).toMatchObject({
      result: { content: 'The handbook.' },
      edited: true,
      returned: { error_code: 'RESOURCE_NOT_FOUND' },
    });
    expect(ran.codes).toEqual(['-']);
    expect(await divergencesOf(ran)).toEqual([]);
  });
});
