import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type ModelRequest, type Reply, startModelServer } from '../run-server.ts';
import { type CommandOptions, type CommandResult, createFolder, skillwright } from './command.ts';

/** An event according to the contract: the common fields and those of its type. */
export interface ContractEvent {
  readonly seq: number;
  readonly time: string;
  readonly type: string;
  readonly invocation: string;
  readonly agent: string;
  readonly parent?: number;
  readonly [key: string]: unknown;
}

export interface AgentRun extends CommandResult {
  readonly events: readonly ContractEvent[];
  /** The last event. */
  readonly end: ContractEvent;
  readonly requests: readonly ModelRequest[];
  /** The folder of the run, with its journal. */
  readonly runFolder: string;
  ofType(type: string): readonly ContractEvent[];
  /** The results of a tool's calls, in call order. */
  results(tool?: string): readonly ContractEvent[];
}

const EXITS: Record<string, number> = {
  final: 0,
  guard: 3,
  max_llm_calls: 4,
  model_error: 5,
  paused: 6,
  cancelled: 130,
};

/** Runs `skillwright run --json ARGS` and checks that its events keep the contract, whatever the run does. */
export async function run(args: readonly string[], options: CommandOptions = {}): Promise<AgentRun> {
  return read(await skillwright(['run', 'Do it.', '--json', ...args], options), args);
}

/**
 * Runs `skillwright resume RUN --json ARGS` in the working folder of the run, with its model. `ofType` and `results` refer
 * to the output of this process.
 */
export async function resume(
  runResult: AgentRun,
  args: readonly string[] = [],
  options: CommandOptions = {},
): Promise<AgentRun> {
  const named = ['--runs', dirname(runResult.runFolder), ...args];
  const command = ['resume', basename(runResult.runFolder), '--json', ...named];
  const processResult = await skillwright(command, { cwd: runResult.cwd, ...options });
  return { ...read(processResult, named, runResult.runFolder), requests: runResult.requests };
}

function read(processResult: CommandResult, args: readonly string[], folderOfRun?: string): AgentRun {
  const printed = processResult.stdout.split('\n').slice(0, -1);
  const events = printed.map((line) => JSON.parse(line) as ContractEvent);
  expect(events.length, processResult.stderr).toBeGreaterThan(1);
  const named = args.indexOf('--runs');
  const runs = named < 0 ? join(processResult.cwd, '.skillwright/runs') : (args[named + 1] ?? '');
  const runFolder = folderOfRun ?? join(runs, String(events[0]?.run));
  const journal = readFileSync(join(runFolder, 'journal.jsonl'), 'utf8').split('\n').slice(0, -1);
  expect(journal.slice(-printed.length), 'printed as in the journal').toEqual(printed);
  expectContract(journal.map((line) => JSON.parse(line) as ContractEvent));
  const end = events.at(-1) as ContractEvent;
  expect(processResult.code, 'the exit code matches the reason').toBe(EXITS[end.reason as string]);
  return { ...processResult, ...queryEvents(events), requests: [], runFolder };
}

/** Returns the events of a process with functions to query them. */
export function queryEvents(events: readonly ContractEvent[]): Pick<AgentRun, 'events' | 'end' | 'ofType' | 'results'> {
  const ofType = (type: string): readonly ContractEvent[] => events.filter((event) => event.type === type);
  const results = (tool?: string): readonly ContractEvent[] =>
    ofType('tool_call')
      .filter((call) => tool === undefined || call.tool === tool)
      .flatMap((call) => ofType('tool_result').filter((result) => result.id === call.id));
  return { events, end: events.at(-1) as ContractEvent, ofType, results };
}

/** Runs against a local model with scripted replies. */
export async function runAgainst(
  replies: readonly Reply[] | ((request: ModelRequest, number: number) => Reply),
  args: readonly string[],
  options: CommandOptions = {},
): Promise<AgentRun> {
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  const runResult = await run(['--model', 'openai-compatible/tiny', '--base-url', server.url, ...args], options);
  return { ...runResult, requests: server.requests };
}

/** Checks the contract's guarantees for every journal, event by event. */
export function expectContract(events: readonly ContractEvent[]): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(events[0]?.type).toBe('run_started');
  expect(events.at(-1)?.type).toBe('run_finished');
  for (const event of events) {
    expect(event.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(event.invocation).toEqual(expect.any(String));
    expect(event.agent).toEqual(expect.any(String));
    if (event.type !== 'run_started') expectParent(event, events);
  }
  const finished = events.filter((event) => event.type === 'run_finished');
  const calls = events.filter((event) => event.type === 'tool_call');
  const results = events.filter((event) => event.type === 'tool_result').map((event) => event.id as string);
  const waiting = waitingCalls(events);
  const open = calls.map((call) => call.id as string).filter((id) => !waiting.has(id) || results.includes(id));
  expect(results.toSorted(), 'exactly one tool_result for each tool_call').toEqual(open.toSorted());
  const responses = events.filter((event) => event.type === 'llm_response' && !isClosing(event, events));
  expect(
    responses.flatMap((event) => (event.toolCalls as { id: string }[]).map((call) => call.id)),
    'a tool_call for every requested call',
  ).toEqual(calls.map((call) => call.id));
  for (const invocation of Map.groupBy(events, (event) => event.invocation).values()) {
    const numbers = invocation.filter((event) => event.type === 'llm_request').map((event) => event.call);
    expect(numbers, 'model calls count from 1').toEqual(numbers.map((_, index) => index + 1));
    expect(invocation.at(-1)?.llmCalls).toBe(numbers.length);
  }
  for (const end of finished.slice(0, -1)) {
    const next = events[end.seq];
    const resumed = next?.type === 'run_resumed' && next.invocation === end.invocation && end.reason !== 'final';
    expect(resumed || next?.invocation !== end.invocation, `run_finished ${end.seq} ends a process`).toBe(true);
  }
  expect(JSON.stringify(events)).not.toContain('temp:_adk');
}

/** Returns the calls that wait for an answer, and those that wait for a call inside them. */
function waitingCalls(events: readonly ContractEvent[]): ReadonlySet<string> {
  const waiting = new Set<string>();
  for (const pause of events.filter((event) => event.type === 'pause')) {
    for (
      let at: ContractEvent | undefined = pause;
      at;
      at = at.parent === undefined ? undefined : events[at.parent - 1]
    ) {
      if (at.type === 'tool_call') waiting.add(at.id as string);
    }
    waiting.add(pause.call as string);
  }
  return waiting;
}

function expectParent(event: ContractEvent, events: readonly ContractEvent[]): void {
  const parent = events[(event.parent ?? 0) - 1];
  expect(parent?.seq, `seq ${event.seq} ${event.type} is under an earlier span`).toBeLessThan(event.seq);
  if (event.type === 'llm_response') expect(parent?.type).toBe('llm_request');
  if (event.type === 'tool_result') expect([parent?.type, parent?.id]).toEqual(['tool_call', event.id]);
}

const isClosing = (event: ContractEvent, events: readonly ContractEvent[]): boolean =>
  events[(event.parent ?? 0) - 1]?.closing === true;

/** Creates a folder with one skill, `demo`: a guide, an image and a script. */
export function createDemo(files: Record<string, string | Buffer> = {}, body = 'Read `references/guide.md`.'): string {
  return createFolder({
    'demo/SKILL.md': `---\nname: demo\ndescription: Shows how a model does.\n---\n\n${body}\n`,
    'demo/references/guide.md': 'The guide says: be kind.\n',
    'demo/scripts/hello.sh': 'echo "hello $*"\n',
    ...files,
  });
}

/** A reply with one call per pair, all in one step. */
export const step = (...calls: readonly (readonly [string, object | string])[]): Reply => ({ calls });
export const resource = (path: unknown, name: unknown = 'demo'): readonly [string, object] => [
  'load_skill_resource',
  { skill_name: name, file_path: path },
];
export const script = (path: unknown, more: object = {}): readonly [string, object] => [
  'run_skill_script',
  { skill_name: 'demo', file_path: path, ...more },
];
export const DONE: Reply = { text: 'Done.' };
