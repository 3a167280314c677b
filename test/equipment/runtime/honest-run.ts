import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HEADLESS } from '../../../runtime/loop/interfaces/host.ts';
import { failure, type Tool } from '../../../runtime/loop/interfaces/tools.ts';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { createChance, type Random } from '../../../runtime/random.ts';
import { startRun } from '../../../runtime/run/start.ts';
import { readSkills } from '../../../runtime/toolset/read-skills.ts';
import { eventFaults } from './run-faults.ts';
import { type Line, type ScriptedCall, scriptedModel } from './scripted-model.ts';

/** Maximum number of steps in a run; a long run edits a dozen times. */
const MAX_STEPS = 150;
const FILES = ['src/app.ts', 'src/list.ts', 'src/sum.ts', 'README.md'];
const WORDS = ['total', 'TODO', 'sum(', 'export'];

export interface HonestRun {
  readonly seed: number;
  readonly calls: number;
  /** Number of times that the same tests were run. */
  readonly tests: number;
  readonly edits: number;
  /** Guard decisions; none unless a guard trips over an honest agent. */
  readonly guards: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Runs an honest agent whose behavior is drawn from a seed. It searches, reads, edits, and repeats the same tests and the
 * same search until they pass. Most test runs fail like the one before, edits sometimes fail, and calls are sequential or
 * parallel.
 * @param folder absolute; receives the run's skill and journal
 */
export async function honestRun(seed: number, folder: string): Promise<HonestRun> {
  const chance = createChance(seed);
  const tools = toolsOf(chance);
  const at = join(folder, `seed-${seed}`);
  mkdirSync(join(at, 'demo'), { recursive: true });
  const names = tools.map(({ name }) => name);
  const head = `name: demo\ndescription: Has tools.\nmetadata:\n  adk_additional_tools: [${names}]`;
  writeFileSync(join(at, 'demo/SKILL.md'), `---\n${head}\n---\n`);
  const read = readSkills([join(at, 'demo')]);
  if (read.kind === 'failed') throw new Error(read.message);
  const work = plan(chance);
  const model = scriptedModel((_, n): Line => {
    if (n === 1) return { calls: [['load_skill', { skill_name: 'demo' }]] };
    const step = work.next();
    return step.done === true ? { text: 'All tests pass.' } : { calls: step.value };
  });
  const events: RunEvent[] = [];
  const started = startRun(
    {
      prompt: 'Mend it.',
      skills: read.skills,
      agent: { name: 'agent', instruction: '' },
      model: { model, name: 'scripted/model', simulated: false },
      guards: 'default',
      maxLlmCalls: 500,
      runs: join(at, 'runs'),
      secrets: [],
      pool: tools,
    },
    { host: HEADLESS, signal: new AbortController().signal, onEvent: (event) => void events.push(event) },
  );
  if (started.kind === 'failed') throw new Error(started.message);
  const { reason, llmCalls } = await started.finished;
  const countCalls = (name: string): number =>
    events.filter((event) => event.type === 'tool_call' && event.tool === name).length;
  return {
    seed,
    calls: llmCalls,
    tests: countCalls('run_tests') + countCalls('shell'),
    edits: countCalls('edit_file'),
    guards: events.flatMap((event) => (event.type === 'guard' ? [`${event.rule} ${event.verdict}`] : [])),
    problems: [...eventFaults(events), ...(reason === 'final' ? [] : [`it ended with ${reason}`])],
  };
}

/** Creates its tools, for files that need a number of edits to be fixed. */
function toolsOf({ int: below, oneIn, pick }: Random): readonly Tool[] {
  /** Number of edits until the tests pass. */
  let broken = 3 + below(10);
  const codes = oneIn(2);
  const tool = (name: string, execute: Tool['execute'], more: Partial<Tool> = {}): Tool => ({
    name,
    description: '',
    inputSchema: {},
    execute,
    ...more,
  });
  const tests = (): ReturnType<Tool['execute']> => {
    if (broken <= 0) return { kind: 'result', value: { passed: 12, failed: 0 } };
    // The same result until the last fix, as if all tests failed for one reason.
    if (codes) return failure('TESTS_FAILED', 'src/app.test.ts does not compile');
    return { kind: 'result', value: { passed: 0, failed: 12, output: 'src/app.test.ts does not compile' } };
  };
  const found = pick([[], ['src/app.ts:3'], ['src/app.ts:3', 'src/sum.ts:9']]);
  return [
    tool('search', () => ({ kind: 'result', value: found }), { readOnly: true }),
    tool('read_file', ({ path }) => ({ kind: 'result', value: `the text of ${path}` }), { readOnly: true }),
    tool('edit_file', ({ text }) => {
      if (text === 'a slip') return failure('OLD_TEXT_NOT_FOUND', 'The old text is not there.');
      broken--;
      return { kind: 'result', value: 'ok' };
    }),
    // These tools do not declare that they only read.
    tool('run_tests', tests),
    tool('shell', tests),
  ];
}

/** Returns the agent's calls, step by step. */
function* plan({ int: below, oneIn, pick }: Random): Generator<readonly ScriptedCall[]> {
  const test: ScriptedCall = oneIn(2) ? ['run_tests', {}] : ['shell', { command: 'npm test' }];
  const search: ScriptedCall = ['search', { query: pick(WORDS) }];
  const read: ScriptedCall = ['read_file', { path: pick(FILES) }];
  const together = oneIn(3);
  const searchesWithEdit = oneIn(2);
  let edits = 0;
  let steps = 0;
  const rounds = 6 + below(14);
  for (let round = 0; round < rounds && steps < MAX_STEPS; round++) {
    const edit: ScriptedCall = ['edit_file', { path: pick(FILES), text: `change ${++edits}` }];
    const slip: ScriptedCall = ['edit_file', { path: pick(FILES), text: 'a slip' }];
    const sequential: (readonly ScriptedCall[])[] = [
      [search],
      [read],
      ...(oneIn(5) ? [[slip]] : []),
      [edit],
      [test],
      // Repeats a search and a test to verify the result.
      ...(oneIn(4) ? [[search], [test]] : []),
    ];
    const parallel = searchesWithEdit
      ? [[search, read], [edit, search], [test]]
      : [[search, read], [edit], [test, search]];
    for (const calls of together ? parallel : sequential) {
      steps++;
      yield calls;
    }
  }
}
