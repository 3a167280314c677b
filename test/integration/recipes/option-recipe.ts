import { insertBefore, type Steps } from './scratch.ts';

/** An option of a run created by the recipe in `runtime/README.md`: its declaration, its effect, the test of that. */
export const OPTION: Steps = {
  'runtime/protocol/run-options.ts': insertBefore(
    '  maxTokens: {\n',
    `  maxToolCalls: {
    kind: 'count',
    label: 'tool call limit',
    flag: { group: 'limits', argument: '<n>', help: 'maximum number of tool calls; 0: no limit (default: none)' },
    setting: {
      name: 'run.maxToolCalls',
      section: 'Run',
      order: 9,
      default: 0,
      scope: 'resource',
      description: 'Maximum number of tool calls in a run. \`0\` means no limit.',
    },
    agent: 'Maximum number of tool calls of a run; 0: no limit.',
    launch: 'Maximum number of tool calls. 0 means no limit. Default: the setting skillwright.run.maxToolCalls.',
  },
`,
  ),
  'runtime/run/run-execution.ts': (text) =>
    insertBefore(
      '      return runLoop({ ...shared, instruction,',
      `      const { maxToolCalls = 0 } = spec;
      if (maxToolCalls > 0) hooks.push(toolCallLimit(maxToolCalls));
`,
    )(
      text
        .replace('const hooks = createGuards(', 'const hooks = [...createGuards(')
        .replace(/(const hooks = .*\));\n/, '$1];\n'),
    ).replace(
      "import type { Host } from '../loop/interfaces/host.ts';\n",
      "import type { ToolHook } from '../loop/interfaces/hooks.ts';\n$&",
    ) +
    `
/** Ends a run after \`threshold\` tool calls. */
function toolCallLimit(threshold: number): ToolHook {
  const evidence: number[] = [];
  return {
    name: 'maxToolCalls',
    after: (_call, outcome) => ({
      outcome,
      decide(seq) {
        const count = evidence.push(seq);
        return count < threshold ? [] : [{ rule: 'max_tool_calls', verdict: 'stop', count, threshold, evidence }];
      },
    }),
  };
}
`,
  'runtime/run/max-tool-calls.test.ts': `import { expect, test } from 'vitest';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';

test.each([
  [0, []],
  [2, ['max_tool_calls stop 2/2']],
])('a limit of %i tool calls ends the run with %j', async (maxToolCalls, guards) => {
  const model = scriptedModel((request, n) =>
    request.tools && n < 3 ? { calls: [['list_skills', {}]] } : { text: 'Done.' },
  );
  const ran = await runOnce({ model, maxToolCalls, guards: 'off' });
  expect(ran.guards).toEqual(guards);
});
`,
};
