import { expect, test } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import { runOnce } from '../../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import type { LoopController } from '../../loop/interfaces/controller.ts';
import { describeForkStep } from './describe-step.ts';

async function makeRun(controller?: LoopController) {
  const skill = skillOnDisk('demo', { 'references/long.md': 'x'.repeat(100_000) });
  const model = scriptedModel([
    { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/long.md' }, 'c1']] },
    { text: 'Done.' },
  ]);
  const ran = await runOnce(defined({ model, skills: [skill], instruction: 'Be brief.', controller }));
  const seqOf = (type: string): number => ran.events.find((event) => event.type === type)?.seq ?? 0;
  return { ran, seqOf, describe: (at: number) => describeForkStep({ runs: ran.runs, run: ran.run, at }) };
}

test('describes a tool call with its arguments and its complete result', async () => {
  const { seqOf, describe } = await makeRun();
  const step = await describe(seqOf('tool_call'));
  expect(step).toMatchObject({
    kind: 'step',
    tool: 'load_skill_resource',
    call: 1,
    prompt: 'Please do it.',
    instruction: 'Be brief.',
    args: { skill_name: 'demo', file_path: 'references/long.md' },
  });
  expect(step.kind === 'step' && JSON.stringify(step.result).length).toBeGreaterThan(100_000);
});

test('describes a call that was changed in the debugger with the arguments that ran', async () => {
  const none = async (): Promise<undefined> => undefined;
  const controller: LoopController = {
    isActive: true,
    beforeModelCall: none,
    afterTool: none,
    beforeEnd: none,
    beforeTool: async ({ args }) => ({ args: { ...args, file_path: 'references/other.md' } }),
  };
  const { seqOf, describe } = await makeRun(controller);
  expect(await describe(seqOf('tool_call'))).toMatchObject({ args: { file_path: 'references/other.md' } });
});

test('describes a model call', async () => {
  const { seqOf, describe } = await makeRun();
  const step = await describe(seqOf('llm_request'));
  expect(step).toEqual({ kind: 'step', call: 1, prompt: 'Please do it.', instruction: 'Be brief.' });
});

test('reports why a run cannot be forked', async () => {
  const { ran, describe } = await makeRun();
  expect(await describe(1)).toMatchObject({ kind: 'failed', message: expect.stringContaining('is a run_started') });
  expect(await describeForkStep({ runs: ran.runs, run: 'none', at: 2 })).toMatchObject({ kind: 'failed' });
});
