import { describe, expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, faultsOf, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { canSandbox } from '../../test/equipment/runtime/sandbox.ts';
import { type Line, type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { clientRun } from '../clients/client-run.ts';

const hasSandbox = await canSandbox();

const BODY = '\nRead `references/guide.md` before you begin.\n\nRun `python3 scripts/hello.py` on `src/app.ts`.\n';
const FILES = {
  'references/guide.md': 'See `references/more.md` and `references/terms.md`.\n',
  'scripts/hello.py': 'print("hello")\n',
};

const LOAD: ScriptedCall = ['Skill', { skill: 'demo' }];
const read = (path: string): ScriptedCall => ['Read', { file_path: path }];
const glob = (pattern: string): ScriptedCall => ['Glob', { pattern }];
const bash = (command: string, description = 'Do it'): ScriptedCall => ['Bash', { command, description }];

/** Runs a model that loads the skill, makes these calls step by step, and then repeats the last one or answers. */
async function play(lists: readonly (readonly ScriptedCall[])[], end: 'repeats' | 'answers') {
  const client = clientRun('claude-code');
  const lines: Line[] = [[LOAD], ...lists].map((calls) => ({ calls }));
  const ran = await runOnce(
    defined({
      model: scriptedModel(end === 'answers' ? [...lines, { text: 'done' }] : lines),
      skills: [skillOnDisk('demo', FILES, BODY)],
      host: APPROVES,
      maxLlmCalls: 30,
      client,
    }),
  );
  expect(faultsOf(ran)).toEqual([]);
  return ran;
}

describe('misses in a client', () => {
  test('are counted like those of load_skill_resource, with the words of SKILL.md as their cause', async () => {
    const ran = await play([[read('references/guide.md')]], 'repeats');
    expect(ran.guards).toEqual([
      'resource_not_found warn 1/2',
      'resource_not_found fatal 2/2',
      'resource_not_found stop 3/3',
    ]);
    expect(ran.codes).toEqual(['-', 'FILE_NOT_FOUND', 'RESOURCE_NOT_FOUND_FATAL', 'RESOURCE_NOT_FOUND_FATAL']);
    expect(ran.finished.reason).toBe('guard');
    const [first] = ran.of('guard');
    expect(first?.signature).toBe('Read demo:references/guide.md');
    expect(first?.cause).toMatchObject({ text: 'references/guide.md', suggestions: [] });
    expect(first?.cause?.file).toMatch(/demo\/SKILL\.md$/);
    const [, soft, fatal] = ran.of('tool_result').map(({ result }) => String(result));
    expect(fatal).toContain(soft);
    for (const words of ['failure #2', 'Do not retry', 'stop']) expect(fatal).toContain(words);
  });

  test('of different paths are fatal at the third', async () => {
    const ran = await play(
      [[read('references/guide.md')], [read('./scripts/hello.py')], [glob('**/guide.md')]],
      'answers',
    );
    expect(ran.guards).toEqual([
      'resource_not_found warn 1/2',
      'resource_not_found warn 1/2',
      'resource_not_found fatal 3/3',
    ]);
    expect(ran.finished.reason).toBe('final');
  });

  test('of searches for the same file count as one search, whatever their patterns', async () => {
    const ran = await play([[glob('**/guide.md')], [glob('guide*')]], 'answers');
    expect(ran.of('guard').map(({ verdict, signature }) => `${verdict} ${signature}`)).toEqual([
      'warn search demo:references/guide.md',
      'fatal search demo:references/guide.md',
    ]);
  });

  test('outside of skills are not counted by any guard, however many', async () => {
    const absent = Array.from({ length: 12 }, (_, n) => [read(`src/file${n}.ts`)]);
    const ran = await play(absent, 'answers');
    expect(new Set(ran.codes)).toEqual(new Set(['-', 'FILE_NOT_FOUND']));
    expect([ran.guards, ran.finished.reason]).toEqual([[], 'final']);
  });

  test('no longer count once the file was found, so that a model that looks in the workspace first can continue', async () => {
    const client = clientRun('claude-code');
    const paths = ['references/a.md', 'references/b.md', 'references/c.md', 'references/d.md', 'references/e.md'];
    const model = scriptedModel((request, n): Line => {
      const base = /Base directory for this skill: (\S+?)(?:\\n|\n)/.exec(JSON.stringify(request.prompt))?.[1];
      if (n === 1) return { calls: [LOAD] };
      const path = paths[Math.floor(n / 2) - 1];
      if (path === undefined) return { text: 'done' };
      return { calls: [read(n % 2 === 0 ? path : `${base}/${path}`)] };
    });
    const files = Object.fromEntries(paths.map((path) => [path, 'Text.\n']));
    const body = `\n${paths.map((path) => `Read \`${path}\`.`).join('\n')}\n`;
    const ran = await runOnce(defined({ model, skills: [skillOnDisk('demo', files, body)], client }));
    expect(ran.guards).toEqual(Array(5).fill('resource_not_found warn 1/2'));
    expect([ran.finished.reason, faultsOf(ran)]).toEqual(['final', []]);
  });

  test('have a cause in a bundled file that the model has read', async () => {
    const client = clientRun('claude-code');
    const model = scriptedModel((request, n): Line => {
      const base = /Base directory for this skill: (\S+?)(?:\\n|\n)/.exec(JSON.stringify(request.prompt))?.[1];
      if (n === 1) return { calls: [LOAD] };
      if (n === 2) return { calls: [read(`${base}/references/guide.md`)] };
      return n === 3 ? { calls: [read('references/more.md')] } : { text: 'done' };
    });
    const ran = await runOnce(defined({ model, skills: [skillOnDisk('demo', FILES, BODY)], client }));
    expect(ran.guards).toEqual(['resource_not_found warn 1/2']);
    expect(ran.of('guard')[0]?.cause?.file).toMatch(/references\/guide\.md$/);
  });

  test.skipIf(!hasSandbox)(
    'of scripts are counted separately, and commands that differ only in their description are the same',
    async () => {
      const ran = await play(
        [[bash('python3 scripts/hello.py', 'One')], [bash('python3 ./scripts/hello.py', 'Two')]],
        'repeats',
      );
      expect(ran.guards).toEqual([
        'script_not_found warn 1/2',
        'script_not_found fatal 2/2',
        'script_not_found stop 3/2',
      ]);
      expect(ran.codes).toEqual(['-', 'COMMAND_FAILED', 'SCRIPT_NOT_FOUND_FATAL', 'SCRIPT_NOT_FOUND_FATAL']);
      expect(ran.of('guard')[0]?.cause?.text).toBe('scripts/hello.py');
    },
  );

  test.skipIf(!hasSandbox)('do not include commands that fail for other reasons', async () => {
    const ran = await play(
      Array.from({ length: 10 }, (_, n) => [bash(`grep absent${n} README.md; exit ${n + 1}`)]),
      'answers',
    );
    expect([ran.guards, ran.finished.reason]).toEqual([[], 'final']);
  });

  test.skipIf(!hasSandbox)('repeated commands count as the same call, whatever their description', async () => {
    const ran = await play(
      Array.from({ length: 5 }, (_, n) => [bash('ls', `Look for the ${n}th time`)]),
      'repeats',
    );
    expect(ran.guards).toEqual(['repeated_call deny 3/3', 'repeated_call deny 4/3', 'repeated_call stop 5/5']);
  });
});
