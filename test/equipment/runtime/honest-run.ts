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

const FILES = ['src/app.ts', 'src/list.ts', 'src/sum.ts', 'README.md'];
const WORDS = ['total', 'TODO', 'sum(', 'export'];
/** The text of an edit that fails. */
const FAILING_TEXT = 'not in the file';

export interface HonestRun {
  readonly seed: number;
  /** Number of model calls. */
  readonly calls: number;
  /** Number of times that the same tests were run. */
  readonly tests: number;
  readonly edits: number;
  /** Guard decisions as `RULE VERDICT`. Any is a false positive. */
  readonly guards: readonly string[];
  /** Faults of the journal, and an end other than by the agent's own answer. */
  readonly problems: readonly string[];
}

/**
 * Runs an honest agent: one that makes progress, although its calls look repetitive. Its behavior is drawn from a seed. In
 * each round it searches, reads, edits and runs the tests; search and tests are always the same. Most test runs fail like
 * the one before, edits sometimes fail, and calls are sequential or parallel.
 * @param folder absolute; receives the run's skill and journal
 */
export async function honestRun(seed: number, folder: string): Promise<HonestRun> {
  const chance = createChance(seed);
  const tools = createTools(chance);
  const runFolder = join(folder, `seed-${seed}`);
  mkdirSync(join(runFolder, 'demo'), { recursive: true });
  const names = tools.map(({ name }) => name);
  const frontmatter = `name: demo\ndescription: Has tools.\nmetadata:\n  adk_additional_tools: [${names}]`;
  writeFileSync(join(runFolder, 'demo/SKILL.md'), `---\n${frontmatter}\n---\n`);
  const read = readSkills([join(runFolder, 'demo')]);
  if (read.kind === 'failed') throw new Error(read.message);
  const steps = stepsOf(chance);
  const model = scriptedModel((_, modelCall): Line => {
    if (modelCall === 1) return { calls: [['load_skill', { skill_name: 'demo' }]] };
    const step = steps.next();
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
      runs: join(runFolder, 'runs'),
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

/** Creates the agent's tools. The tests pass after a number of edits. */
function createTools({ int, oneIn, pick }: Random): readonly Tool[] {
  let editsUntilFixed = 3 + int(10);
  const failsWithErrorCode = oneIn(2);
  const tool = (name: string, execute: Tool['execute'], more: Partial<Tool> = {}): Tool => ({
    name,
    description: '',
    inputSchema: {},
    execute,
    ...more,
  });
  const runTests = (): ReturnType<Tool['execute']> => {
    if (editsUntilFixed <= 0) return { kind: 'result', value: { passed: 12, failed: 0 } };
    // The same result until the last fix, as if all tests failed for one reason.
    if (failsWithErrorCode) return failure('TESTS_FAILED', 'src/app.test.ts does not compile');
    return { kind: 'result', value: { passed: 0, failed: 12, output: 'src/app.test.ts does not compile' } };
  };
  const searchResult = pick([[], ['src/app.ts:3'], ['src/app.ts:3', 'src/sum.ts:9']]);
  return [
    tool('search', () => ({ kind: 'result', value: searchResult }), { readOnly: true }),
    tool('read_file', ({ path }) => ({ kind: 'result', value: `the text of ${path}` }), { readOnly: true }),
    tool('edit_file', ({ text }) => {
      if (text === FAILING_TEXT) return failure('OLD_TEXT_NOT_FOUND', 'The old text is not there.');
      editsUntilFixed--;
      return { kind: 'result', value: 'ok' };
    }),
    // Not `readOnly`: running tests may write files, so guards cannot exempt these calls.
    tool('run_tests', runTests),
    tool('shell', runTests),
  ];
}

/** Generates the calls of each step of the agent. It ends after a number of rounds, whether or not the tests pass by then. */
function* stepsOf({ int, oneIn, pick }: Random): Generator<readonly ScriptedCall[]> {
  const test: ScriptedCall = oneIn(2) ? ['run_tests', {}] : ['shell', { command: 'npm test' }];
  const search: ScriptedCall = ['search', { query: pick(WORDS) }];
  const read: ScriptedCall = ['read_file', { path: pick(FILES) }];
  const isParallel = oneIn(3);
  const searchesWithEdit = oneIn(2);
  const rounds = 6 + int(14);
  for (let round = 1; round <= rounds; round++) {
    const edit: ScriptedCall = ['edit_file', { path: pick(FILES), text: `change ${round}` }];
    const failingEdit: ScriptedCall = ['edit_file', { path: pick(FILES), text: FAILING_TEXT }];
    const sequential: (readonly ScriptedCall[])[] = [
      [search],
      [read],
      ...(oneIn(5) ? [[failingEdit]] : []),
      [edit],
      [test],
      // Repeats a search and a test to verify the result.
      ...(oneIn(4) ? [[search], [test]] : []),
    ];
    const parallel = searchesWithEdit
      ? [[search, read], [edit, search], [test]]
      : [[search, read], [edit], [test, search]];
    yield* isParallel ? parallel : sequential;
  }
}
