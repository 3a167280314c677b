/**
 * Forks (`npm run bench:fork`): 300 made-up runs of every kind (sound, guarded, paused, with sub-agents, with an MCP server,
 * cancelled), each forked at every step with nothing changed. A fork must end as recorded, send exactly the recorded
 * requests that follow its step, and have each effect of a tool once. Then 100 forks whose process is killed at a random
 * moment and resumed, and the cost of a fork at the last of 2,000 steps. Exits with 1 if a check fails.
 * `-- --runs N` and `--kills N` change the numbers.
 */
import './own-folders.ts';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readJournal } from '../runtime/journal/reader.ts';
import { createChance } from '../runtime/random.ts';
import { startForkModelServer } from '../test/equipment/runtime/fuzz/fork-model-server.ts';
import { type ForkedRun, forkEverywhere } from '../test/equipment/runtime/fuzz/fork-run.ts';

const CLI = join(import.meta.dirname, '../dist/cli.mjs');
const CONCURRENT = 4;
const STEPS = 2000;

async function forkAll(folder: string, runs: number): Promise<readonly string[]> {
  const all: ForkedRun[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < runs) all.push(await forkEverywhere(next++, folder));
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  for (const [kind, group] of Map.groupBy(all, (one) => one.kind)) {
    const sum = (of: (one: ForkedRun) => number): number => group.reduce((total, one) => total + of(one), 0);
    console.log(
      `${kind}: ${group.length} runs, ${sum((one) => one.forks)} forks, ${sum((one) => one.requests)} requests, ${sum((one) => one.effects)} effects, ${sum((one) => one.problems.length)} problems`,
    );
  }
  return all.flatMap(({ seed, problems }) => problems.map((problem) => `seed ${seed}: ${problem}`));
}

/**
 * Runs a command. Resolves to the number of lines that it printed.
 * @param killAt number of lines after which it is killed
 */
function run(args: readonly string[], cwd: string, killAt?: number): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    let lines = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      lines += chunk.toString().split('\n').length - 1;
      if (killAt !== undefined && lines >= killAt) child.kill('SIGKILL');
    });
    child.on('close', () => resolve(lines));
  });
}

/** Forks a run whose process is killed at random moments, and resumes each fork that exists. */
async function killForks(folder: string, kills: number): Promise<readonly string[]> {
  mkdirSync(join(folder, '.git'), { recursive: true });
  const effects = join(folder, 'effects.txt');
  const tool = `async execute(input) { appendFileSync(${JSON.stringify(effects)}, JSON.stringify(input) + '\\n'); await new Promise((resolve) => setTimeout(resolve, 30)); return 'done'; }`;
  writeFileSync(
    join(folder, 'tools.mjs'),
    `import { appendFileSync } from 'node:fs';\nexport default { add: { ${tool} } };`,
  );
  const agents = { main: { instruction: 'MAIN', tools: ['./tools.mjs'] } };
  writeFileSync(join(folder, '.skillwright.json'), JSON.stringify({ agents }));
  const server = await startForkModelServer((_, __, replies) =>
    replies < 8 ? { calls: [{ id: `c${replies}`, tool: 'add', args: { n: replies } }] } : { text: 'Done.' },
  );
  const problems: string[] = [];
  const common = ['--runs', 'runs', '--json'];
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  await run(['run', 'Go.', '--agent', 'main', ...model, ...common], folder);
  const [parent = ''] = readdirSync(join(folder, 'runs')).filter((name) => !name.startsWith('.'));
  const events = readJournal(join(folder, 'runs', parent, 'journal.jsonl')).events;
  const at = String(events.filter((event) => event.type === 'llm_request')[2]?.seq);
  const lines = await run(['fork', parent, '--at', at, ...common], folder);
  const chance = createChance(7);
  let [resumed, none, ended] = [0, 0, 0];
  for (let index = 0; index < kills; index++) {
    rmSync(effects, { force: true });
    const known = new Set(readdirSync(join(folder, 'runs')));
    await run(['fork', parent, '--at', at, ...common], folder, 1 + chance.int(lines - 1));
    const [fork] = readdirSync(join(folder, 'runs')).filter((name) => !known.has(name) && !name.startsWith('.'));
    if (fork === undefined) none++;
    else {
      const journal = join(folder, 'runs', fork, 'journal.jsonl');
      if (readJournal(journal).events.at(-1)?.type === 'run_finished') ended++;
      else {
        resumed++;
        await run(['resume', fork, ...common], folder);
      }
      const now = readJournal(journal).events;
      const last = now.at(-1);
      if (last?.type !== 'run_finished' || last.reason !== 'final')
        problems.push(`kill ${index}: ${JSON.stringify(last)}`);
      const had = existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').filter(Boolean) : [];
      const interrupted = now.filter((event) => event.type === 'tool_result' && event.error_code === 'INTERRUPTED');
      if (new Set(had).size !== had.length) problems.push(`kill ${index}: an effect occurred twice: ${had.join(' ')}`);
      if (had.length < 6 - interrupted.length) problems.push(`kill ${index}: effects are missing: ${had.join(' ')}`);
    }
  }
  server.close();
  console.log(`killed forks: ${kills}, of which ${resumed} resumed, ${ended} had ended, ${none} left no run`);
  return problems;
}

/** Measures a fork at the last step of a long run: processor time of the whole command until its end. */
async function forkLongRun(folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const skill = join(folder, 'demo');
  mkdirSync(join(skill, 'references'), { recursive: true });
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: demo\ndescription: Demo.\n---\nBody.\n');
  writeFileSync(join(skill, 'references/a.md'), 'A.\n'.repeat(100));
  const args = { skill_name: 'demo', file_path: 'references/a.md' };
  const server = await startForkModelServer((_, __, replies) =>
    replies < STEPS - 1
      ? { calls: [{ id: `c${replies}`, tool: 'load_skill_resource', args: { ...args, n: replies } }] }
      : { text: 'Done.' },
  );
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  const off = ['--guards', 'off', '--max-llm-calls', '0'];
  await run(['run', 'Go.', '--skills', 'demo', ...model, ...off, '--runs', 'runs', '--json'], folder);
  const [parent = ''] = readdirSync(join(folder, 'runs')).filter((name) => !name.startsWith('.'));
  const { events } = readJournal(join(folder, 'runs', parent, 'journal.jsonl'));
  const last = events.findLast((event) => event.type === 'llm_request');
  const { prepareFork } = await import('../runtime/debug/fork/prepare-fork.ts');
  const { startRun } = await import('../runtime/run/start.ts');
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const usage = process.cpuUsage();
    const prepared = await prepareFork({
      run: parent,
      runs: join(folder, 'runs'),
      at: last?.seq ?? 0,
      trust: true,
      trusted: true,
      paced: false,
    });
    if ('refused' in prepared) return [`2,000 steps: ${prepared.refused}`];
    const requested = Promise.withResolvers<void>();
    const started = startRun(prepared.spec, {
      host: { isInteractive: false, preapproves: () => false, answer: async () => 'unanswered' },
      signal: new AbortController().signal,
      onEvent: (event) => {
        if (event.type === 'llm_request' && event.seq > (last?.seq ?? 0)) requested.resolve();
      },
    });
    if (started.kind === 'failed') return [`2,000 steps: ${started.message}`];
    await requested.promise;
    const { user, system } = process.cpuUsage(usage);
    times.push((user + system) / 1000);
    await started.finished;
  }
  server.close();
  const best = Math.min(...times);
  console.log(
    `fork at the last of ${last?.type === 'llm_request' ? last.call : 0} model calls (${events.length} events): ${times.map((time) => time.toFixed(0)).join(', ')} ms of processor time to its first request`,
  );
  return best > 1000 ? [`2,000 steps: ${best.toFixed(0)} ms, allowed 1000`] : [];
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '300' }, kills: { type: 'string', default: '100' } },
});
const folder = mkdtempSync(join(tmpdir(), 'skillwright-fork-'));
const problems = [
  ...(await forkAll(join(folder, 'runs'), Number(values.runs))),
  ...(await killForks(join(folder, 'kills'), Number(values.kills))),
  ...(await forkLongRun(join(folder, 'long'))),
];
rmSync(folder, { recursive: true, force: true });
for (const problem of problems) console.log(problem.slice(0, 1500));
console.log(problems.length === 0 ? 'no problems' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
