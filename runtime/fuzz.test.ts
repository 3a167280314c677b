import { expect, test } from 'vitest';
import { skillOnDisk } from './testing/folders.ts';
import { APPROVES, type Ran, runOnce, soundness } from './testing/run-once.ts';
import { finish, type Line, type ScriptedCall, scriptedModel } from './testing/scripted-model.ts';

const PATHS = [
  'references/a.md',
  'references/b.md',
  './references/a.md',
  'references/guide.md',
  '../x',
  '/etc/passwd',
  '%2e%2e/x',
  'docs/x',
  'scripts/no.py',
  'scripts/ok.sh',
  'references/\0',
  'NUL',
  '',
];
const TOOLS = [
  'list_skills',
  'load_skill',
  'load_skill_resource',
  'load_skill_resource',
  'load_skill_resource',
  'run_skill_script',
  'nonsense',
  '',
];
const SKILLS = ['demo', 'demo', 'demo', 'nobody', '', 7];
const BROKEN = ['{', '[]', 'null', '"x"', '', '{"skill_name": "demo"'];

/** A generator of whole numbers below `n` that repeats itself for a seed (mulberry32). */
function random(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

function randomModel(seed: number) {
  const below = random(seed);
  const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const call = (): ScriptedCall => {
    const args =
      below(8) === 0
        ? pick(BROKEN)
        : { skill_name: pick(SKILLS), file_path: pick(PATHS), args: pick([undefined, 'x', ['y'], { z: 1 }]) };
    return below(4) === 0 ? [pick(TOOLS), args, pick(['same', '', 'other'])] : [pick(TOOLS), args];
  };
  return scriptedModel((): Line => {
    const kind = below(60);
    if (kind === 0) return { text: 'done' };
    if (kind === 1) return { throws: new Error('cut') };
    if (kind === 2) return { parts: [finish('stop')] };
    return { calls: Array.from({ length: 1 + below(4) }, call), ...(below(3) === 0 ? { text: 'so' } : {}) };
  });
}

/** Every decision names results that came before it and speak of what it counted. */
function unexplained(ran: Ran): readonly string[] {
  const results = new Map(ran.of('tool_result').map((event) => [event.seq, event]));
  return ran.of('guard').flatMap((guard) => {
    if (guard.rule === 'max_llm_calls') return [];
    const evidence = guard.evidence.map((seq) => results.get(seq));
    const sound =
      evidence.length >= Math.min(guard.count, guard.threshold) - 1 &&
      evidence.every((event) => event !== undefined && event.seq < guard.seq) &&
      (guard.rule !== 'resource_not_found' ||
        evidence.every((event) => event?.error_code?.startsWith('RESOURCE_NOT_FOUND'))) &&
      (guard.rule !== 'script_not_found' ||
        evidence.every((event) => event?.error_code?.startsWith('SCRIPT_NOT_FOUND')));
    return sound ? [] : [JSON.stringify(guard)];
  });
}

test('random models: one result for every call, every decision explained, and an end', async () => {
  const skill = skillOnDisk(
    'demo',
    { 'references/guide.md': 'Guide.', 'scripts/ok.sh': 'echo ok' },
    '\nSee the user guide.\n',
  );
  const reasons = new Map<string, number>();
  for (let seed = 1; seed <= 100; seed++) {
    const guards = (['default', 'default', 'adk', 'off'] as const)[seed % 4] ?? 'default';
    // Without an executor: this is about the loop, and starting hundreds of processes would take long.
    const ran = await runOnce({
      model: randomModel(seed),
      skills: [skill],
      guards,
      maxLlmCalls: 40,
      host: APPROVES,
      executor: NO_SCRIPTS,
    });
    expect({ seed, problems: [...soundness(ran), ...unexplained(ran)] }).toEqual({ seed, problems: [] });
    reasons.set(ran.finished.reason, (reasons.get(ran.finished.reason) ?? 0) + 1);
  }
  expect([...reasons.keys()].sort()).toEqual(['final', 'guard', 'max_llm_calls', 'model_error']);
});

const NO_SCRIPTS = {
  trusted: true,
  plan: async () => ({ kind: 'failed' as const, code: 'INTERPRETER_NOT_FOUND' as const, message: 'none' }),
  run: async () => ({ kind: 'failed' as const, code: 'EXECUTION_ERROR' as const, message: 'none' }),
};
