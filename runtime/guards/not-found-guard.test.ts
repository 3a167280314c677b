import { describe, expect, test } from 'vitest';
import { manifest, skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, faultsOf, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { SessionState } from '../loop/interfaces/state.ts';
import { failure } from '../loop/interfaces/tools.ts';
import { readSkills } from '../toolset/read-skills.ts';
import { resourceGuard } from './resource-guard.ts';
import { scriptGuard } from './script-guard.ts';
import { THRESHOLDS } from './settings.ts';

const resource = (path: string, skill = 'demo'): ScriptedCall => [
  'load_skill_resource',
  { skill_name: skill, file_path: path },
];
const script = (path: string): ScriptedCall => ['run_skill_script', { skill_name: 'demo', file_path: path }];
/** A script of one model step for each list of calls, followed by an answer. */
const steps = (...lists: readonly (readonly ScriptedCall[])[]): Line[] => [
  ...lists.map((calls) => ({ calls })),
  { text: 'done' },
];

async function play(lines: readonly Line[], more: Partial<Parameters<typeof runOnce>[0]> = {}) {
  const skill = skillOnDisk(
    'demo',
    { 'references/guide.md': 'Guide.', 'scripts/ok.sh': 'echo ok\n', 'scripts/bad.sh': 'exit 1\n' },
    '\nSee the user guide before you begin.\n',
  );
  const ran = await runOnce({ model: scriptedModel(lines), skills: [skill], host: APPROVES, ...more });
  expect(faultsOf(ran)).toEqual([]);
  return ran;
}

const resultTexts = (ran: Awaited<ReturnType<typeof play>>): string[] =>
  ran.of('tool_result').map((event) => JSON.stringify(event.result));

describe('resources', () => {
  test('[31] leaves the first miss soft, with the unguarded message', async () => {
    const ran = await play(steps([resource('references/user_guide.md')]));
    expect(ran.of('tool_result')[0]?.result).toEqual({
      error: "Resource 'references/user_guide.md' not found in skill 'demo'.",
      error_code: 'RESOURCE_NOT_FOUND',
    });
    expect(ran.finished.reason).toBe('final');
  });

  test('[32] makes the second miss of the same path fatal, with a message about it', async () => {
    const ran = await play(steps([resource('references/a.md')], [resource('references/a.md')]));
    expect(ran.codes).toEqual(['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND_FATAL']);
    for (const words of ['failure #2', 'Do not retry', 'stop']) expect(resultTexts(ran)[1]).toContain(words);
    expect(ran.finished.reason).toBe('final');
  });

  test('[32] recognizes other spellings of the same path', async () => {
    const ran = await play(steps([resource('references/a.md')], [resource('./references//a.md')]));
    expect(ran.codes).toEqual(['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND_FATAL']);
  });

  test('[33] by default leaves two different misses soft and makes the third of any paths fatal', async () => {
    const ran = await play(steps(['a', 'b', 'c'].map((name) => resource(`references/${name}.md`))));
    // Misses of one step count as one, so none is fatal.
    expect(ran.codes).toEqual(['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND']);
    const inSeparateSteps = await play(
      steps([resource('references/a.md')], [resource('references/b.md')], [resource('references/c.md')]),
    );
    expect(inSeparateSteps.codes).toEqual(['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND_FATAL']);
    expect(resultTexts(inSeparateSteps)[2]).toContain('failure #3');
  });

  test('[34] increments the number with every miss', async () => {
    const path = 'references/a.md';
    const ran = await play([
      { calls: [resource(path)] },
      { calls: [resource(path)] },
      { calls: [resource(path)] },
      { text: 'sorry' },
    ]);
    expect(resultTexts(ran).map((text) => /failure #(\d)/.exec(text)?.[1])).toEqual([undefined, '2', '3']);
  });

  test('[35] starts over with another invocation of the same session', async () => {
    const first = await play(steps([resource('references/a.md')], [resource('references/a.md')]));
    const skill = skillOnDisk('demo');
    const again = await runOnce({
      model: scriptedModel(
        steps([['load_skill_resource', { skill_name: 'demo', file_path: 'references/a.md' }, 'again']]),
      ),
      skills: [skill],
      runs: first.runs,
      continues: first.run,
    });
    expect(again.codes).toEqual(['RESOURCE_NOT_FOUND']);
  });

  test.each([
    ['default: the count and the failed paths', THRESHOLDS, { 'demo:references/a.md': 2 }],
    ['adk: only the count', 'adk' as const, undefined],
  ])('[36] writes only temporary keys, which never reach the journal; %s', async (_, thresholds, paths) => {
    const guards = thresholds === 'adk' ? 'adk' : 'default';
    const ran = await play(steps([resource('references/a.md')], [resource('references/a.md')]), { guards });
    expect(ran.of('state')).toEqual([]);
    const state = new SessionState();
    const guard = resourceGuard('inv-7', { recordRead: () => undefined, find: () => undefined }, thresholds);
    for (const step of [1, 2]) {
      const args = { skill_name: 'demo', file_path: './references/a.md' };
      guard.after?.(
        { id: `${step}`, tool: 'load_skill_resource', args, step, state, ask: async () => 'stop' },
        failure('RESOURCE_NOT_FOUND', ''),
      );
    }
    expect(Object.fromEntries(state.keys().map((key) => [key, state.get(key)]))).toEqual({
      'temp:_adk_skill_resource_not_found_count_inv-7': 2,
      'temp:_adk_skill_resource_failed_paths_inv-7': paths,
    });
  });

  test('[49] uses a separate key for scripts, per invocation', () => {
    const state = new SessionState();
    const guard = scriptGuard('inv-7', { recordRead: () => undefined, find: () => undefined }, THRESHOLDS);
    const args = { skill_name: 'demo', file_path: 'a.py' };
    const call = { id: '1', tool: 'run_skill_script', args, step: 1, state, ask: async () => 'stop' as const };
    guard.after?.(call, failure('SCRIPT_NOT_FOUND', ''));
    expect(state.keys()).toEqual(['temp:_adk_skill_script_not_found_count_inv-7']);
  });

  test('[37] does not reset the count after a hit', async () => {
    const ran = await play(
      steps([resource('references/a.md')], [resource('references/guide.md')], [resource('references/a.md')]),
    );
    expect(ran.codes).toEqual(['RESOURCE_NOT_FOUND', '-', 'RESOURCE_NOT_FOUND_FATAL']);
  });

  test('[38] counts misses of several skills together', async () => {
    const folder = writeFiles(temporaryFolder(), { 'one/SKILL.md': manifest('one'), 'two/SKILL.md': manifest('two') });
    const read = readSkills([folder]);
    const skills = read.kind === 'found' ? read.skills : [];
    const ran = await play(
      steps(
        [resource('references/a.md', 'one')],
        [resource('references/a.md', 'two')],
        [resource('references/b.md', 'one')],
      ),
      { skills },
    );
    expect(ran.codes).toEqual(['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND_FATAL']);
  });

  test('[39] counts misses of one step as one', async () => {
    const four = ['a', 'b', 'c', 'a'].map((name) => resource(`references/${name}.md`));
    const ran = await play(steps(four, [resource('references/d.md')]));
    expect(ran.codes).toEqual(Array(5).fill('RESOURCE_NOT_FOUND'));
  });

  test('[40] ends a model that ignores it after 4 calls for one path, with a closing round without tools', async () => {
    const model = scriptedModel((request) =>
      request.tools ? { calls: [resource('references/a.md')] } : { text: 'I could not.' },
    );
    const ran = await play([], { model });
    expect(ran.codes).toEqual(['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND_FATAL', 'RESOURCE_NOT_FOUND_FATAL']);
    expect(ran.finished).toMatchObject({ reason: 'guard', llmCalls: 4, text: 'I could not.' });
    expect(ran.of('llm_request').at(-1)).toMatchObject({ closing: true, tools: [] });
    expect(model.requests.at(-1)?.tools).toBeUndefined();
    expect(ran.of('tool_result').at(-1)).toMatchObject({ denied: true });
  });

  test('[40] ends a model that ignores it after 5 calls for new paths', async () => {
    const model = scriptedModel((request, n) =>
      request.tools ? { calls: [resource(`references/${n}.md`)] } : { text: 'I could not.' },
    );
    const ran = await play([], { model });
    expect(ran.finished).toMatchObject({ reason: 'guard', llmCalls: 5 });
    expect(ran.codes.map((code) => code.endsWith('FATAL'))).toEqual([false, false, true, true]);
  });

  test('[40] answers a hit after a fatal result as usual', async () => {
    const ran = await play(
      steps([resource('references/a.md')], [resource('references/a.md')], [resource('references/guide.md')]),
    );
    expect(ran.codes).toEqual(['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND_FATAL', '-']);
    expect(ran.finished.reason).toBe('final');
  });

  test('[40] lets the other calls of the step finish first', async () => {
    const a = resource('references/a.md');
    const ran = await play([
      { calls: [a] },
      { calls: [a] },
      { calls: [a, script('scripts/ok.sh'), ['list_skills', {}]] },
      { text: 'end' },
    ]);
    expect(ran.codes.slice(2).sort()).toEqual(['-', '-', 'RESOURCE_NOT_FOUND_FATAL']);
    expect(ran.finished).toMatchObject({ reason: 'guard', text: 'end' });
  });

  test('[40] replaces an empty closing round by a sentence marked as synthetic, and ignores its calls', async () => {
    const ran = await play([{ calls: [resource('references/a.md')] }]);
    const last = ran.of('llm_response').at(-1);
    expect(last).toMatchObject({ synthetic: true, toolCalls: [] });
    expect(last?.text).toMatch(/^A guard stopped the run/);
    expect(ran.finished).toMatchObject({ reason: 'guard', llmCalls: 4, synthetic: true, text: last?.text });
    expect(
      ran
        .of('note')
        .map((event) => event.message)
        .join(),
    ).toMatch(/Ignored 1 tool call/);
  });

  test('[40] skips the closing round at the cap', async () => {
    const ran = await play([{ calls: [resource('references/a.md')] }], { maxLlmCalls: 3 });
    expect(ran.finished).toMatchObject({ reason: 'guard', llmCalls: 3, synthetic: true });
  });

  test('never reveals the existing paths in a fatal result', async () => {
    const ran = await play([{ calls: [resource('references/guide_x.md')] }]);
    expect(resultTexts(ran).join()).not.toContain('references/guide.md');
  });

  test('[25] [26] does not count a wrong folder or an unknown skill', async () => {
    const ran = await play(
      steps([resource('docs/a.md')], [resource('references/a.md', 'unknown')], [resource('references/a.md')]),
    );
    expect(ran.codes).toEqual(['INVALID_RESOURCE_PATH', 'SKILL_NOT_FOUND', 'RESOURCE_NOT_FOUND']);
    expect(ran.guards).toEqual(['resource_not_found warn 1/2']);
  });

  test('[120] emits decisions with rule, count, threshold, signature, evidence and the words of the skill that led there', async () => {
    const ran = await play([{ calls: [resource('references/user_guide.md')] }]);
    expect(ran.guards).toEqual([
      'resource_not_found warn 1/2',
      'resource_not_found fatal 2/2',
      'resource_not_found stop 3/3',
    ]);
    const [warn, fatal, stop] = ran.of('guard');
    const results = ran.of('tool_result').map((event) => event.seq);
    expect([warn?.evidence, fatal?.evidence, stop?.evidence]).toEqual([
      results.slice(0, 1),
      results.slice(0, 2),
      results,
    ]);
    expect(fatal?.signature).toBe('load_skill_resource demo:references/user_guide.md');
    expect(fatal?.cause).toMatchObject({
      line: 6,
      column: 5,
      endLine: 6,
      endColumn: 19,
      text: 'the user guide',
      suggestions: ['references/guide.md'],
    });
    expect(fatal?.cause?.file).toMatch(/\/demo\/SKILL\.md$/);
  });
});

describe('scripts', () => {
  test('[47] leaves the first miss soft, with the unguarded message', async () => {
    const ran = await play(steps([script('setup.py')]));
    expect(ran.of('tool_result')[0]?.result).toEqual({
      error: "Script 'scripts/setup.py' not found in skill 'demo'.",
      error_code: 'SCRIPT_NOT_FOUND',
    });
  });

  test.each([
    ['the same', 'scripts/setup.py'],
    ['another', 'scripts/build.py'],
  ])('[48] makes the second miss fatal: %s path', async (_, second) => {
    const ran = await play(steps([script('scripts/setup.py')], [script(second)]));
    expect(ran.codes).toEqual(['SCRIPT_NOT_FOUND', 'SCRIPT_NOT_FOUND_FATAL']);
    expect(resultTexts(ran)[1]).toContain('failure #2');
  });

  test('[49] counts resources and scripts separately', async () => {
    const ran = await play(steps([script('scripts/a.py')], [resource('references/a.md')]));
    expect(ran.codes).toEqual(['SCRIPT_NOT_FOUND', 'RESOURCE_NOT_FOUND']);
  });

  test('[39] counts misses of one step as one', async () => {
    const ran = await play(steps([script('a.py'), script('b.py'), script('a.py')]));
    expect(ran.codes).toEqual(Array(3).fill('SCRIPT_NOT_FOUND'));
  });

  test('[40] ends a model that ignores it after 4 calls', async () => {
    const ran = await play([], {
      model: scriptedModel((request, n) => (request.tools ? { calls: [script(`scripts/${n}.py`)] } : { text: 'no' })),
    });
    expect(ran.finished).toMatchObject({ reason: 'guard', llmCalls: 4 });
  });

  test('[66] does not count a failing script as a miss', async () => {
    const ran = await play(steps([script('scripts/bad.sh')], [script('scripts/none.sh')]));
    expect(ran.codes).toEqual(['SKILL_SCRIPT_EXECUTION_ERROR', 'SCRIPT_NOT_FOUND']);
  });
});

describe('presets', () => {
  test('adk: makes the second miss of any path fatal, counts parallel misses separately, and only advises', async () => {
    const model = scriptedModel((_, n) => (n < 20 ? { calls: [resource(`references/${n}.md`)] } : { text: 'at last' }));
    const ran = await play([], { model, guards: 'adk' });
    expect(ran.codes.slice(0, 3)).toEqual([
      'RESOURCE_NOT_FOUND',
      'RESOURCE_NOT_FOUND_FATAL',
      'RESOURCE_NOT_FOUND_FATAL',
    ]);
    expect(ran.finished).toMatchObject({ reason: 'final', llmCalls: 20 });
    const parallel = await play(steps([resource('references/a.md'), resource('references/b.md')]), { guards: 'adk' });
    expect([...parallel.codes].sort()).toEqual(['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND_FATAL']);
  });

  test('off: continues until the limit of model calls', async () => {
    const ran = await play([{ calls: [resource('references/a.md')] }], { guards: 'off' });
    expect(ran.finished).toMatchObject({ reason: 'max_llm_calls', llmCalls: 500 });
    expect(new Set(ran.codes)).toEqual(new Set(['RESOURCE_NOT_FOUND']));
    expect(ran.guards).toEqual(['max_llm_calls stop 500/500']);
  });
});
