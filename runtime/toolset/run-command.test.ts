import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { skillOnDisk, temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { localEnvironment } from '../scripts/local-environment.ts';
import { localExecutor } from '../scripts/local-executor.ts';
import { createSkillSource } from './skill-source.ts';
import { skillToolset } from './skill-toolset.ts';

const trusted = { trusted: true };
const source = createSkillSource({ skills: [] });
const run = (command: string, file_path = 'scripts/a.sh'): ScriptedCall => [
  'run_skill_script',
  { skill_name: 'demo', file_path, command },
];

async function play(calls: readonly ScriptedCall[], options: { skillsFolder?: string; timeoutSeconds?: number } = {}) {
  const { skillsFolder, timeoutSeconds = 20 } = options;
  const model = scriptedModel([...calls.map((call) => ({ calls: [call] })), { text: 'done' }]);
  const skill = skillOnDisk('demo', { 'scripts/a.sh': 'echo "a $1"', 'references/a.md': 'text' });
  const ran = await runOnce({
    model,
    skills: [skill],
    host: APPROVES,
    scripts: false,
    skillTools: defined({
      environment: localEnvironment({ ...trusted, timeoutSeconds }),
      skillsFolder,
    }),
  });
  return { ...ran, requests: model.requests, results: ran.of('tool_result').map((event) => event.result), skill };
}

describe('scripts in an environment', () => {
  test('[9] excludes an executor; a skills folder requires an environment and an absolute path', () => {
    const environment = localEnvironment(trusted);
    expect(() => skillToolset({ source, environment, executor: localExecutor(trusted) })).toThrow(/not both/);
    expect(() => skillToolset({ source, skillsFolder: '/skills' })).toThrow(/requires an environment/);
    expect(() => skillToolset({ source, environment, skillsFolder: 'skills' })).toThrow(/absolute/);
    for (const skillsFolder of ['/skills', 'C:\\skills']) skillToolset({ source, environment, skillsFolder });
  });

  test('[4] [10] offers the tool with a command parameter', async () => {
    const { requests } = await play([]);
    expect(requests[0]?.tools?.at(-1)).toMatchObject({
      name: 'run_skill_script',
      inputSchema: { required: ['skill_name', 'file_path', 'command'] },
    });
  });

  test('[65] requires a command, and returns its output, exit code and timeout', async () => {
    const { results, codes, of } = await play(
      [
        ['run_skill_script', { skill_name: 'demo', file_path: 'a.sh' }],
        run('sh scripts/a.sh b; echo bad >&2; exit 3'),
        run('sleep 30'),
        run('sh scripts/a.sh c', 'gone.sh'),
      ],
      { timeoutSeconds: 0.5 },
    );
    expect(codes).toEqual([
      'INVALID_ARGUMENTS',
      'SKILL_SCRIPT_EXECUTION_ERROR',
      'SKILL_SCRIPT_EXECUTION_ERROR',
      'SCRIPT_NOT_FOUND',
    ]);
    expect(results[0]).toMatchObject({ error: "Argument 'command' is required." });
    const { sandbox } = of('script')[0] ?? {};
    expect(results[1]).toEqual({ stdout: 'a b\n', stderr: 'bad\n', exit_code: 3, timed_out: false, sandbox });
    expect(results[2]).toMatchObject({ exit_code: -1, timed_out: true });
  });

  test('[65] writes the files once, on first use, to the skills folder, where files created by commands persist', async () => {
    const skillsFolder = join(temporaryFolder(), 'skills');
    const { results, skill } = await play([run('cat references/a.md; echo more > new.txt; pwd'), run('cat new.txt')], {
      skillsFolder,
    });
    expect(results[0]).toMatchObject({ stdout: `text${join(skillsFolder, 'demo')}\n` });
    expect(results[1]).toMatchObject({ stdout: 'more\n' });
    expect(readFileSync(join(skillsFolder, 'demo', 'new.txt'), 'utf8')).toBe('more\n');
    expect(existsSync(join(skill.root, 'new.txt'))).toBe(false);
    const again = await play([run('true')], { skillsFolder });
    expect(again.results[0]).toMatchObject({ error_code: 'EXECUTION_ERROR' });
  });

  test('[65] without a skills folder creates one, and deletes it after the run', async () => {
    const { results } = await play([run('pwd'), run('pwd')]);
    const [first, second] = results.map((result) => (result as { stdout: string }).stdout.trim());
    expect(first).toBe(second);
    expect(existsSync(first ?? '')).toBe(false);
  });
});

test('[114] a command that failed or changed no file of its folder, except caches, is read-only', async () => {
  const { of } = await play([
    run('cat references/a.md'),
    run('mkdir -p __pycache__ && echo 1 > __pycache__/a.pyc'),
    run('echo more >> references/a.md'),
    run('touch new.txt'),
    run('rm new.txt'),
    run('echo x > y.txt; exit 1'),
  ]);
  expect(of('tool_result').map(({ changes }) => changes === true)).toEqual([false, false, true, true, true, false]);
});
