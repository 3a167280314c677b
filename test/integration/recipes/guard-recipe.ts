import { insertBefore, type Steps } from './scratch.ts';

/**
 * A guard with a threshold created by the recipe in `runtime/README.md`: the guard with its default, its test, its row
 * in the docs.
 */
export const GUARD: Steps = {
  'runtime/guards/wombats.ts': `import type { ToolHook } from '../loop/hooks.ts';
import type { Guard } from './guard.ts';

export const wombats: Guard = {
  rules: ['wombats'],
  kind: 'loop',
  order: 60,
  thresholds: { wombatCalls: { default: 2, description: 'Calls about wombats that end the run.' } },
  open: ({ at }) => wombatGuard(at.wombatCalls),
};

/** Ends a run that only asks for wombats. */
function wombatGuard(threshold: number): ToolHook {
  const evidence: number[] = [];
  return {
    name: 'wombats',
    after(call, outcome) {
      if (!JSON.stringify(call.args).includes('wombat')) return undefined;
      return {
        outcome,
        decide(seq) {
          evidence.push(seq);
          const count = evidence.length;
          if (count < threshold) return [];
          return [{ rule: 'wombats', verdict: 'stop', count, threshold, evidence: [...evidence] }];
        },
      };
    },
  };
}
`,
  'runtime/guards/wombats.test.ts': `import { expect, test } from 'vitest';
import { skillOnDisk } from '../testing/folders.ts';
import { runOnce, soundness } from '../testing/run-once.ts';
import { scriptedModel } from '../testing/scripted-model.ts';

test('the second call about wombats ends the run', async () => {
  const skill = skillOnDisk('demo', { 'SKILL.md': '---\\nname: demo\\ndescription: x\\n---\\n' });
  const model = scriptedModel((request, n) =>
    request.tools ? { calls: [['load_skill', { skill_name: \`wombat-\${n}\` }]] } : { text: 'I give up.' },
  );
  const ran = await runOnce({ model, skills: [skill] });
  expect(soundness(ran)).toEqual([]);
  expect(ran.guards).toEqual(['wombats stop 2/2']);
});
`,
  'docs/guards.md': insertBefore(
    '\nPolling that brings',
    '| `wombats` | calls about wombats | the second ends the run |\n',
  ),
};
