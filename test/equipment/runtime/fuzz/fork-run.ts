/** Forks random runs at every step. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skillsOfRun } from '../../../../runtime/agents/agent-skills.ts';
import { readAgent } from '../../../../runtime/agents/read-agent.ts';
import { type ForkPoint, isStep } from '../../../../runtime/debug/fork/fork-point.ts';
import { forkSpec, readForkPoint } from '../../../../runtime/debug/fork/fork-spec.ts';
import { readJournal } from '../../../../runtime/journal/reader.ts';
import type { Host } from '../../../../runtime/loop/interfaces/host.ts';
import { HEADLESS } from '../../../../runtime/loop/interfaces/host.ts';
import type { Tool } from '../../../../runtime/loop/interfaces/tools.ts';
import { createKeys } from '../../../../runtime/models/keys/keys.ts';
import { openModel } from '../../../../runtime/models/registry.ts';
import type { RunEvent } from '../../../../runtime/protocol/events.ts';
import { createChance, type Random } from '../../../../runtime/random.ts';
import { pendingPauses } from '../../../../runtime/run/resume.ts';
import type { RunSpec } from '../../../../runtime/run/run-spec.ts';
import { startRun } from '../../../../runtime/run/start.ts';
import { eventFaults } from '../run-faults.ts';
import { type ForkModelServer, type ScriptedReply, startForkModelServer } from './fork-model-server.ts';

/** The kinds of runs; a seed has the kind at its remainder. */
export const FORK_KINDS = ['sound', 'guarded', 'paused', 'sub-agents', 'mcp', 'cancelled'] as const;
export type ForkKind = (typeof FORK_KINDS)[number];

/** The forks of one recorded run at all of its steps. */
export interface ForkedRun {
  readonly seed: number;
  readonly kind: ForkKind;
  /** The reason for the end of the run. */
  readonly end: string;
  /** Number of forks, and of requests to the model in all of them. */
  readonly forks: number;
  readonly requests: number;
  /** Number of effects of tools that the forks had. */
  readonly effects: number;
  readonly problems: readonly string[];
}

const SKILL = `---\nname: demo\ndescription: Demo.\nmetadata:\n  adk_additional_tools: [add, pay, fail, stop]\n---\nBody.\n`;

/** An MCP server over stdio with one tool, `write`, whose calls are lines in the file of its argument. */
const MCP_SERVER = `
const { appendFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const tool = { name: 'write', description: 'Writes.', inputSchema: { type: 'object' } };
  let result = {};
  if (method === 'initialize') result = { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'w', version: '1' } };
  else if (method === 'tools/list') result = { tools: [tool] };
  else if (method === 'tools/call') {
    appendFileSync(process.argv[2], 'write ' + JSON.stringify(params.arguments) + '\\n');
    result = { content: [{ type: 'text', text: 'written' }] };
  }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});
`;

/** Records the run of a seed below `folder`, and forks it at every step, or at every one in `every`, with nothing changed. */
export async function forkEverywhere(seed: number, folder: string, every = 1): Promise<ForkedRun> {
  const kind = FORK_KINDS[seed % FORK_KINDS.length] ?? 'sound';
  const project = makeProject(join(folder, `seed-${seed}`));
  const scripts = scriptsOf(kind, createChance(seed));
  const server = await startForkModelServer((system, prompt, replies) => replyOf(scripts, system, prompt, replies));
  try {
    const world = new World(project, kind, server);
    const recorded = await world.record(seed % 4 === 2);
    const problems = [...eventFaults(recorded.events)];
    const steps = recorded.events.filter(isStep).filter((_, index) => (index + seed) % every === 0);
    let effects = 0;
    server.requests = 0;
    for (const { seq } of steps) effects += await world.checkFork(recorded, seq, problems);
    const end = recorded.events.findLast((event) => event.type === 'run_finished')?.reason ?? 'none';
    return { seed, kind, end, forks: steps.length, requests: server.requests, effects, problems };
  } finally {
    server.close();
    rmSync(project, { recursive: true, force: true });
  }
}

function makeProject(folder: string): string {
  for (const inner of ['.git', '.vscode', 'demo/references']) mkdirSync(join(folder, inner), { recursive: true });
  const agents = {
    plain: { instruction: 'MAIN', skills: ['./demo'] },
    main: { instruction: 'MAIN', skills: ['./demo'], tools: ['writer/*'], agents: ['helper'] },
    helper: { instruction: 'HELPER', description: 'Helps.', skills: ['./demo'] },
  };
  writeFileSync(join(folder, '.skillwright.json'), JSON.stringify({ agents }));
  writeFileSync(join(folder, 'demo/SKILL.md'), SKILL);
  writeFileSync(join(folder, 'demo/references/a.md'), 'A.\n');
  writeFileSync(join(folder, 'writer.cjs'), MCP_SERVER);
  const effects = join(folder, 'effects.txt');
  const writer = { command: process.execPath, args: [join(folder, 'writer.cjs'), effects] };
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: { writer } }));
  return folder;
}

/** The replies of each agent, by a word of its instruction. */
type Scripts = Readonly<Record<'MAIN' | 'HELPER', readonly ScriptedReply[]>>;

function replyOf(scripts: Scripts, system: string, prompt: string, replies: number): ScriptedReply {
  const isHelper = system.startsWith('HELPER');
  const reply = scripts[isHelper ? 'HELPER' : 'MAIN'][replies] ?? { text: 'Done.' };
  const { calls } = reply;
  // The helper is called several times, and ids that repeat would be numbered in the order of its calls.
  const number = /\d+/.exec(prompt)?.[0] ?? '';
  return isHelper && calls ? { calls: calls.map((call) => ({ ...call, id: `${call.id}-${number}` })) } : reply;
}

/** True for runs whose agent has the tool of the MCP server instead of those of its skill. */
function usesServer(kind: ForkKind): boolean {
  return kind === 'mcp' || kind === 'sub-agents';
}

/** Makes up the replies of a run: every call has its own id and its own argument. */
function scriptsOf(kind: ForkKind, chance: Random): Scripts {
  let next = 0;
  const effect = usesServer(kind) ? 'write' : 'add';
  const call = (tool: string, args: object = { n: next }) => ({ id: `c${next++}`, tool, args });
  const resource = (path: string) => call('load_skill_resource', { skill_name: 'demo', file_path: path });
  const some = (): ReturnType<typeof call> =>
    chance.pick([
      () => call(effect),
      () => resource('references/a.md'),
      () => call('list_skills', {}),
      () => call('fail'),
    ])();
  const step = (...calls: readonly ReturnType<typeof call>[]): ScriptedReply => ({ calls });
  const steps = (count: number): readonly ScriptedReply[] =>
    Array.from({ length: count }, () => step(...Array.from({ length: 1 + chance.int(3) }, some)));
  const load = step(call('load_skill', { skill_name: 'demo' }));
  const helper = (): ReturnType<typeof call> => call('helper', { request: `Help ${next}.` });
  const own: Readonly<Record<ForkKind, () => readonly ScriptedReply[]>> = {
    sound: () => steps(2),
    guarded: () =>
      Array.from({ length: 8 }, () =>
        chance.oneIn(2) ? step(call('fail'), some(), call('fail')) : step(resource('references/none.md')),
      ),
    paused: () => [step(call('pay'), some()), ...steps(1), step(call('pay'), call(effect))],
    'sub-agents': () => [step(helper(), call(effect)), step(helper(), helper())],
    mcp: () => [step(call(effect), call(effect)), step(call(effect))],
    cancelled: () => [...steps(1), step(call('stop')), ...steps(1)],
  };
  return {
    MAIN: [load, ...steps(1), ...own[kind](), ...steps(1)],
    HELPER: [step(call('load_skill', { skill_name: 'demo' })), step(resource('references/a.md'), resource('none.md'))],
  };
}

/** A recorded run and the effects that its tools had. */
interface Recorded {
  readonly run: string;
  readonly events: readonly RunEvent[];
  readonly effects: readonly string[];
  /** True if the user approved in a second process. */
  readonly approved: boolean;
}

class World {
  private readonly folder: string;
  private readonly kind: ForkKind;
  private readonly server: ForkModelServer;
  private controller = new AbortController();

  constructor(folder: string, kind: ForkKind, server: ForkModelServer) {
    this.folder = folder;
    this.kind = kind;
    this.server = server;
  }

  /** Records the run; a run that waits is resumed in another process if `approves` is true. */
  async record(approves: boolean): Promise<Recorded> {
    const spec = await this.spec();
    const isPaused = this.kind === 'paused';
    const run = await this.play(spec, isPaused ? HEADLESS : APPROVES);
    for (let processes = 0; isPaused && approves && processes < 5; processes++) {
      const replies = pendingPauses(this.eventsOf(run)).map(({ id }) => ({ id, reply: 'approve' }));
      if (replies.length === 0) break;
      await this.play({ ...(await this.spec()), resumes: { run, replies } }, HEADLESS);
    }
    return { run, events: this.eventsOf(run), effects: this.takeEffects(), approved: !isPaused || approves };
  }

  /** Forks the run at a step and compares it with the record. Returns the number of effects that the fork had. */
  async checkFork(recorded: Recorded, at: number, problems: string[]): Promise<number> {
    const before = this.server.requests;
    const place = { runs: this.runs, run: recorded.run, at };
    const point = readForkPoint(place);
    if (typeof point === 'string') {
      problems.push(`${at}: ${point}`);
      return 0;
    }
    const spec = await this.spec();
    const run = await this.play(
      { ...spec, fork: forkSpec(place, point, spec) },
      recorded.approved ? APPROVES : HEADLESS,
    );
    const events = this.eventsOf(run);
    const report = (problem: string): void => void problems.push(`forked at ${at}: ${problem}`);
    for (const fault of eventFaults(events)) report(fault);
    const requests = this.server.requests - before;
    const due = modelCalls(recorded.events) - modelCalls(point.events);
    if (requests !== due) report(`${requests} requests, recorded ${due}`);
    const [now, then] = [essence(events), essence(recorded.events)];
    if (JSON.stringify(now) !== JSON.stringify(then))
      report(
        `ended otherwise: ${now.filter((one) => !then.includes(one)).join(' ')} for ${then.filter((one) => !now.includes(one)).join(' ')}`,
      );
    const effects = this.takeEffects();
    const copied = copiedCalls(point);
    const expected = recorded.effects.filter((effect) => !copied.has(effect.slice(effect.indexOf(' ') + 1)));
    if (JSON.stringify(effects.toSorted()) !== JSON.stringify(expected.toSorted()))
      report(`effects ${effects.join(', ')}, expected ${expected.join(', ')}`);
    if (new Set(effects).size !== effects.length) report(`an effect occurred twice: ${effects.join(', ')}`);
    return effects.length;
  }

  private get runs(): string {
    return join(this.folder, 'runs');
  }

  private eventsOf(run: string): readonly RunEvent[] {
    return readJournal(join(this.runs, run, 'journal.jsonl')).events;
  }

  private takeEffects(): readonly string[] {
    const file = join(this.folder, 'effects.txt');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    rmSync(file, { force: true });
    return lines;
  }

  private async spec(): Promise<RunSpec> {
    const read = await readAgent(usesServer(this.kind) ? 'main' : 'plain', this.folder);
    if (read.kind === 'failed') throw new Error(read.message);
    const skills = skillsOfRun(read.agent, []);
    if (skills.kind === 'failed') throw new Error(skills.message);
    const model = await openModel({
      name: 'openai-compatible/m',
      baseUrl: this.server.url,
      paced: false,
      keys: createKeys({}),
    });
    if (model.kind === 'failed') throw new Error(model.message);
    return {
      prompt: 'Go.',
      skills: skills.skills,
      agent: read.agent,
      team: read.team,
      model,
      trusted: true,
      guards: 'default',
      maxLlmCalls: 60,
      runs: this.runs,
      secrets: [],
      pool: this.tools(),
    };
  }

  private tools(): readonly Tool[] {
    const effect = (name: string, args: object): void =>
      appendFileSync(join(this.folder, 'effects.txt'), `${name} ${JSON.stringify(args)}\n`);
    const tool = (name: string, own: Partial<Tool> = {}): Tool => ({
      name,
      description: '',
      inputSchema: { type: 'object' },
      execute: (args) => {
        effect(name, args);
        return { kind: 'result', value: `${name} done` };
      },
      ...own,
    });
    return [
      tool('add'),
      tool('pay', { needsApproval: true }),
      tool('fail', { execute: () => ({ kind: 'result', value: { error: 'no' }, errorCode: 'NO' }) }),
      tool('stop', {
        execute: (args) => {
          effect('stop', args);
          this.controller.abort();
          return new Promise<never>(() => undefined);
        },
      }),
    ];
  }

  private async play(spec: RunSpec, host: Host): Promise<string> {
    this.controller = new AbortController();
    const started = startRun(spec, { host, signal: this.controller.signal, onEvent: () => undefined });
    if (started.kind === 'failed') throw new Error(started.message);
    await started.finished;
    return started.run;
  }
}

const APPROVES: Host = { ...HEADLESS, preapproves: (kind) => kind === 'confirmation' };

function modelCalls(events: readonly RunEvent[]): number {
  return events.filter((event) => event.type === 'llm_request').length;
}

/** Returns the arguments of the calls that a fork copies, which identify them. */
function copiedCalls({ events }: ForkPoint): ReadonlySet<string> {
  return new Set(events.flatMap((event) => (event.type === 'tool_call' ? [JSON.stringify(event.args)] : [])));
}

/** Returns what two runs that do the same have in common, in one process or in several. */
function essence(events: readonly RunEvent[]): readonly string[] {
  return events
    .flatMap((event): readonly object[] => {
      if (event.type === 'llm_response') return [{ text: event.text, calls: event.toolCalls, finish: event.finish }];
      if (event.type === 'tool_result') return [{ id: event.id, result: event.result, code: event.error_code }];
      if (event.type === 'guard') return [{ rule: event.rule, verdict: event.verdict, count: event.count }];
      if (event.type !== 'run_finished') return [];
      return event === events.at(-1) ? [{ reason: event.reason, llmCalls: event.llmCalls, text: event.text }] : [];
    })
    .map((one) => JSON.stringify(one))
    .toSorted();
}
