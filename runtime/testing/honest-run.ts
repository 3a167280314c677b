import { type Chance, chanceOf } from '../chance.ts';
import { failure, type Tool } from '../loop/tools.ts';
import { skillOnDisk } from './folders.ts';
import { type Ran, runOnce } from './run-once.ts';
import { type Line, type ScriptedCall, scriptedModel } from './scripted-model.ts';
import { faultsIn } from './soundness.ts';

/** Steps of one run at most: it is a long one that edits a dozen times. */
const MOST_STEPS = 150;
const FILES = ['src/app.ts', 'src/list.ts', 'src/sum.ts', 'README.md'];
const WORDS = ['total', 'TODO', 'sum(', 'export'];

export interface HonestRun {
  readonly seed: number;
  readonly calls: number;
  /** How often the very same tests were run. */
  readonly tests: number;
  readonly edits: number;
  /** What guards did: nothing, where none trips over an honest agent. */
  readonly guards: readonly string[];
  readonly problems: readonly string[];
}

/**
 * A sound agent at work, drawn from a seed: it searches, reads, edits, and runs the same tests and the same search again
 * until they pass. Most of its tests fail as they did before, edits sometimes miss, calls come one by one or side by side.
 */
export async function honestRun(seed: number): Promise<HonestRun> {
  const chance = chanceOf(seed);
  const world = workspace(chance);
  const skill = skillOnDisk('demo', {
    'SKILL.md': `---\nname: demo\ndescription: x\nmetadata:\n  adk_additional_tools: [${world.tools.map(({ name }) => name)}]\n---\n`,
  });
  const work = plan(chance);
  const model = scriptedModel((_, n): Line => {
    if (n === 1) return { calls: [['load_skill', { skill_name: 'demo' }]] };
    const calls = work.next().value;
    return calls === undefined || !Array.isArray(calls) ? { text: 'All tests pass.' } : { calls };
  });
  const ran = await runOnce({ model, skills: [skill], pool: world.tools, scripts: false });
  const ofTool = (name: string): number => ran.of('tool_call').filter(({ tool }) => tool === name).length;
  return {
    seed,
    calls: ran.finished.llmCalls,
    tests: ofTool('run_tests') + ofTool('shell'),
    edits: ofTool('edit_file'),
    guards: ran.guards,
    problems: problemsOf(ran),
  };
}

function problemsOf(ran: Ran): readonly string[] {
  return [
    ...faultsIn(ran.events),
    ...(ran.finished.reason === 'final' ? [] : [`it ended with ${ran.finished.reason}`]),
  ];
}

interface Workspace {
  readonly tools: readonly Tool[];
}

function workspace({ below, once, pick }: Chance): Workspace {
  /** What has to be mended before the tests say something else. */
  let broken = 3 + below(10);
  const codes = once(2);
  const tool = (name: string, execute: Tool['execute'], more: Partial<Tool> = {}): Tool => ({
    name,
    description: '',
    inputSchema: {},
    execute,
    ...more,
  });
  const tests = (): ReturnType<Tool['execute']> => {
    if (broken <= 0) return { kind: 'result', value: { passed: 12, failed: 0 } };
    // The same until the last one is mended, as where all fail for one reason.
    if (codes) return failure('TESTS_FAILED', 'src/app.test.ts does not compile');
    return { kind: 'result', value: { passed: 0, failed: 12, output: 'src/app.test.ts does not compile' } };
  };
  const found = pick([[], ['src/app.ts:3'], ['src/app.ts:3', 'src/sum.ts:9']]);
  return {
    tools: [
      tool('search', () => ({ kind: 'result', value: found }), { readOnly: true }),
      tool('read_file', ({ path }) => ({ kind: 'result', value: `the text of ${path}` }), { readOnly: true }),
      tool('edit_file', ({ text }) => {
        if (text === 'a slip') return failure('OLD_TEXT_NOT_FOUND', 'The old text is not there.');
        broken--;
        return { kind: 'result', value: 'ok' };
      }),
      // Nobody says of these that they only read.
      tool('run_tests', tests),
      tool('shell', tests),
    ],
  };
}

/** What the agent calls, step by step. */
function* plan({ below, once, pick }: Chance): Generator<readonly ScriptedCall[]> {
  const test: ScriptedCall = once(2) ? ['run_tests', {}] : ['shell', { command: 'npm test' }];
  const search: ScriptedCall = ['search', { query: pick(WORDS) }];
  const read: ScriptedCall = ['read_file', { path: pick(FILES) }];
  const together = once(3);
  const searchesWithEdit = once(2);
  let edits = 0;
  let steps = 0;
  const rounds = 6 + below(14);
  for (let round = 0; round < rounds && steps < MOST_STEPS; round++) {
    const edit: ScriptedCall = ['edit_file', { path: pick(FILES), text: `change ${++edits}` }];
    const slip: ScriptedCall = ['edit_file', { path: pick(FILES), text: 'a slip' }];
    const inTurn: (readonly ScriptedCall[])[] = [
      [search],
      [read],
      ...(once(5) ? [[slip]] : []),
      [edit],
      [test],
      // Not sure of what it saw.
      ...(once(4) ? [[search], [test]] : []),
    ];
    const atOnce = searchesWithEdit
      ? [[search, read], [edit, search], [test]]
      : [[search, read], [edit], [test, search]];
    for (const calls of together ? atOnce : inTurn) {
      steps++;
      yield calls;
    }
  }
}
