import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readJournal } from '../../../../runtime/journal/reader.ts';
import { newRunId } from '../../../../runtime/journal/run-id.ts';
import { HEADLESS, type Host } from '../../../../runtime/loop/interfaces/host.ts';
import type { RunEvent, RunFinished } from '../../../../runtime/protocol/events.ts';
import type { GuardSettings } from '../../../../runtime/protocol/guards.ts';
import { createChance, type Random } from '../../../../runtime/random.ts';
import type { RunSpec } from '../../../../runtime/run/run-spec.ts';
import { startRun } from '../../../../runtime/run/start.ts';
import { defined, type Skill } from '../../../../skill/index.ts';
import { requestFaults } from '../request-faults.ts';
import { eventFaults, faultsOf } from '../run-faults.ts';
import type { ScriptedModel } from '../scripted-model.ts';
import { randomModel, type World } from './random-model.ts';
import { randomExecutor, randomTools } from './random-tools.ts';
import { miscounts } from './recount.ts';

export interface FuzzWorld {
  /** Skills to choose from; the first one is in every run and adds the tools. */
  readonly skills: readonly Skill[];
  /** Bundled files by skill name. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly traps: readonly string[];
  /** Content of files outside the skills, which must never leak. */
  readonly canary: string;
  /** True to keep the runs on disk. */
  readonly keepsRuns?: boolean;
  /** The folder for runs. */
  readonly runs: string;
}

export interface FuzzResult {
  readonly seed: number;
  /** The exit reason of the run, and that of the resumed run after `then`. */
  readonly ends: readonly string[];
  readonly calls: number;
  readonly decisions: number;
  readonly problems: readonly string[];
}

/** A run without any event for this long hangs. Its total time depends on the load of the machine. */
const SILENT_MS = 20_000;
const HANGS_MS = 60;

/** Performs a run of a random model on real skills; some runs are then killed at a random point and resumed. */
export async function fuzzRun(seed: number, world: FuzzWorld): Promise<FuzzResult> {
  const chance = createChance(seed);
  const [first, ...others] = world.skills;
  if (first === undefined) throw new Error('no skill');
  const skills = [first, ...(others.length > 0 ? [chance.pick(others)] : [])].filter(
    (skill, index, all) => all.findIndex((one) => one.name === skill.name) === index,
  );
  const runs = join(world.runs, `seed-${seed}`);
  const spec = specOf(chance, skills, runs);
  const problems: string[] = [];
  const surroundings: World = {
    skills: skills.map(({ name }) => name),
    files: skills.flatMap(({ name }) => world.files.get(name) ?? []),
    traps: world.traps,
    tools: (spec.pool ?? []).map(({ name }) => name),
  };
  const run = await play(spec, chance, problems, surroundings);
  const ends: string[] = [run.finished?.reason ?? 'hung'];
  if (run.finished !== undefined) {
    problems.push(...faultsOf(run));
    // Redacted values cannot be restored.
    if (spec.secrets.length === 0) problems.push(...requestFaults(run.journal, run.model.requests));
    if (run.promptCount === 0) problems.push(...miscounts(run.events, dirname(run.journal)));
    if (chance.oneIn(4)) ends.push(`then ${await killAndResume(spec, run, chance, problems)}`);
  }
  problems.push(...leaks(runs, world.canary, run.model));
  if (world.keepsRuns !== true) rmSync(runs, { recursive: true, force: true });
  const decisions = run.events.filter((event) => event.type === 'guard').length;
  const calls = run.events.filter((event) => event.type === 'tool_call').length;
  return { seed, ends, calls, decisions, problems };
}

function specOf(chance: Random, skills: readonly Skill[], runs: string): Omit<RunSpec, 'model'> {
  const { int: below, pick, oneIn } = chance;
  const guardSettings: GuardSettings | undefined = oneIn(6)
    ? {
        thresholds: {
          repeatedCall: 2 + below(3),
          errorStop: 2 + below(4),
          noProgress: 2 + below(6),
          denials: 1 + below(3),
        },
      }
    : undefined;
  return defined({
    prompt: pick(['Please do it.', 'é😀\u0000', 'x'.repeat(10_000)]),
    skills,
    agent: { name: 'agent', instruction: '' },
    guards: pick(['default', 'default', 'default', 'default', 'adk', 'off'] as const),
    guardSettings,
    maxLlmCalls: pick([0, 1, 5, 25, 40]) || 60,
    runs,
    secrets: oneIn(5) ? ['Done.-secret', 'as ever'] : [],
    executor: oneIn(10) ? undefined : randomExecutor(chance),
    pool: randomTools(chance),
    limits: { idleMs: 40, backoffMs: 1, maxRetryAfterMs: 5 },
  });
}

interface Played {
  readonly events: readonly RunEvent[];
  readonly journal: string;
  readonly run: string;
  readonly finished: RunFinished | undefined;
  readonly model: ScriptedModel;
  readonly world: World;
  /** Number of prompts for the user. */
  readonly promptCount: number;
}

async function play(spec: Omit<RunSpec, 'model'>, chance: Random, problems: string[], world: World): Promise<Played> {
  const { int: below, oneIn, pick } = chance;
  const model = randomModel(chance, world);
  const events: RunEvent[] = [];
  const controller = new AbortController();
  // Cancelled at an event, at a point in time, before the start, or not at all.
  const atEvent = oneIn(5) ? below(120) : -1;
  const atMs = oneIn(12) ? below(30) : -1;
  if (atEvent === 0) controller.abort();
  const timer = atMs < 0 ? undefined : setTimeout(() => controller.abort(), atMs);
  let promptCount = 0;
  const interactiveHost: Host = {
    isInteractive: true,
    preapproves: () => false,
    answer: async (pause) => {
      promptCount++;
      return pause.kind === 'guard'
        ? pick(['continue', 'stop', 'ignore', 'unanswered'] as const)
        : pick(['approve', 'deny', 'unanswered'] as const);
    },
  };
  const approves: Host = { ...HEADLESS, preapproves: (kind) => kind === 'confirmation' };
  const giveUpOn = (id: string): void => {
    if (!events.some((event) => event.type === 'tool_result' && event.id === id)) controller.abort();
  };
  let watchdog: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    watchdog = setTimeout(() => resolve(undefined), SILENT_MS);
  });
  const started = startRun(
    { ...spec, model: { model, name: 'random/model', simulated: false } },
    {
      host: pick([HEADLESS, approves, approves, approves, interactiveHost]),
      signal: controller.signal,
      onEvent: (event) => {
        events.push(event);
        watchdog?.refresh();
        if (events.length === atEvent) controller.abort();
        // A tool that hangs holds the run until it is cancelled; then the run must end.
        if (event.type === 'tool_call' && event.tool === 'hang') setTimeout(() => giveUpOn(event.id), HANGS_MS);
      },
    },
  );
  const common = { events, model, world };
  if (started.kind === 'failed') {
    clearTimeout(watchdog);
    problems.push(`not started: ${started.message}`);
    return { ...common, journal: '', run: '', finished: undefined, promptCount };
  }
  const finished = await Promise.race([started.finished, silence]);
  clearTimeout(watchdog);
  clearTimeout(timer);
  if (finished === undefined) problems.push('hung');
  if (
    events.some((event) => event.type === 'note' && event.message.includes('Internal error')) ||
    finished?.error?.startsWith('Internal error')
  )
    problems.push(
      `internal error: ${finished?.error} ${JSON.stringify(events.find((event) => event.type === 'note'))}`,
    );
  return { ...common, journal: started.journal, run: started.run, finished, promptCount };
}

/** Truncates the journal at a random point, with a torn last line, and resumes the run with another random model. */
async function killAndResume(
  spec: Omit<RunSpec, 'model'>,
  run: Played,
  chance: Random,
  problems: string[],
): Promise<string> {
  const lines = readFileSync(run.journal, 'utf8').split('\n').filter(Boolean);
  const lineCount = 1 + chance.int(lines.length);
  if (lines.slice(0, lineCount).some((line) => line.includes('"type":"run_finished"'))) return 'not killed';
  const id = newRunId();
  const folder = join(spec.runs, id);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(dirname(run.journal)))
    if (name.startsWith('blob-')) copyFileSync(join(dirname(run.journal), name), join(folder, name));
  const torn = chance.oneIn(2) ? (lines[lineCount] ?? '').slice(0, -1) : '';
  writeFileSync(join(folder, basename(run.journal)), `${lines.slice(0, lineCount).join('\n')}\n${torn}`);
  const again = await play({ ...spec, resumes: { run: id, replies: [] } }, chance, problems, run.world);
  if (again.finished === undefined) return 'not resumed';
  const { events } = readJournal(again.journal);
  problems.push(...eventFaults(events).map((fault) => `resumed after line ${lineCount}: ${fault}`));
  if (spec.secrets.length === 0)
    problems.push(
      ...requestFaults(again.journal, again.model.requests).map((fault) => `resumed after line ${lineCount}: ${fault}`),
    );
  if (run.promptCount + again.promptCount === 0)
    problems.push(...miscounts(events, folder, false).map((fault) => `resumed after line ${lineCount}: ${fault}`));
  return again.finished.reason;
}

/** Checks that the canary is neither in the files nor in the model's requests. */
function leaks(runs: string, canary: string, model: ScriptedModel): readonly string[] {
  const written = readdirSync(runs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(canary));
  const given = model.requests.some((request) => JSON.stringify(request.prompt).includes(canary));
  return [
    ...written.map((entry) => `the canary is in ${entry.name}`),
    ...(given ? ['the model was given the canary'] : []),
  ];
}
