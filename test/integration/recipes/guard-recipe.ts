import { insertBefore, type Steps } from './scratch.ts';

/**
 * A guard with a threshold created by the recipe in `runtime/README.md`: the guard with its default, its test, its row
 * in the docs.
 */
export const GUARD: Steps = {
  'runtime/guards/legacy.ts': `import type { ToolHook } from '../loop/interfaces/hooks.ts';
import type { Guard } from './guard.ts';

/** Counts calls about legacy files. */
export const legacy: Guard = {
  rules: ['legacy'],
  kind: 'loop',
  order: 60,
  thresholds: { legacyCalls: { default: 2, description: 'Calls about legacy files that end the run.' } },
  open: ({ thresholds }) => legacyGuard(thresholds.legacyCalls),
};

/** Ends a run that keeps requesting legacy files. */
function legacyGuard(threshold: number): ToolHook {
  const evidence: number[] = [];
  return {
    name: 'legacy',
    after(call, outcome) {
      if (!JSON.stringify(call.args).includes('legacy')) return undefined;
      return {
        outcome,
        decide(seq) {
          evidence.push(seq);
          const count = evidence.length;
          if (count < threshold) return [];
          return [{ rule: 'legacy', verdict: 'stop', count, threshold, evidence: [...evidence] }];
        },
      };
    },
  };
}
`,
  'runtime/guards/legacy.test.ts': `import { expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { faultsOf, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';

test('the second call about legacy files ends the run', async () => {
  const skill = skillOnDisk('demo', { 'SKILL.md': '---\\nname: demo\\ndescription: x\\n---\\n' });
  const model = scriptedModel((request, n) =>
    request.tools ? { calls: [['load_skill', { skill_name: \`legacy-\${n}\` }]] } : { text: 'I give up.' },
  );
  const ran = await runOnce({ model, skills: [skill] });
  expect(faultsOf(ran)).toEqual([]);
  expect(ran.guards).toEqual(['legacy stop 2/2']);
});
`,
  'docs/guards.md': insertBefore(
    '\nPolling that brings',
    '| `legacy` | calls about legacy files | the second ends the run |\n',
  ),
};
