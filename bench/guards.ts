/**
 * Models that ignore errors: `npm run bench:guards`. Each scenario is one scripted model behind an HTTP endpoint; the
 * command line runs it with every guard preset, and an agent of @google/adk with its own SkillToolset runs it in the
 * same benchmark. Calls are the requests that the endpoint received, tokens an estimate of these requests and their
 * answers. `-- --only WORDS` runs the scenarios with these words in their name, `-- --honest` only the valid agents.
 * Then 200 valid agents search, edit and rerun the same tests, and 200 more with the tools of real clients. `-- --sessions DIR`
 * replays real sessions instead, in one folder per client. Exits with 1 if Skillwright makes more calls than the scenario's target, or
 * a guard trips on a valid agent or a session.
 */
import './own-folders.ts';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { estimateTokens } from '../skill/index.ts';
import { type ModelRequest, startModelServer } from '../test/integration/run-server.ts';
import { replaySessions, runCodingAgents, runHonestAgents } from './guards/honest.ts';
import { SCENARIOS, type Scenario } from './guards/scenarios.ts';
import { installLoops } from './peers/install.ts';

const ROOT = join(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist/cli.mjs');
const LIMIT_MS = 300_000;
const ADK = '@google/adk 2.0.0';

type Command = (url: string, scenario: Scenario) => readonly string[];

interface Cost {
  readonly calls: number;
  readonly tokens: number;
}

/** Runs one program with a model that plays the scenario as long as it is offered tools. */
async function play(scenario: Scenario, command: Command, cwd: string): Promise<Cost> {
  let tokens = 0;
  const server = await startModelServer((request: ModelRequest, n) => {
    const { messages, tools } = request.body;
    const names = (tools ?? []).map((tool) => tool.function.name);
    const call = scenario.call(n, names);
    tokens +=
      estimateTokens(JSON.stringify(messages) + JSON.stringify(tools ?? [])) + estimateTokens(JSON.stringify(call));
    return tools?.length ? { calls: [call] } : { text: 'I could not do it.' };
  });
  try {
    const errors = await runProgram(command(server.url, scenario), cwd);
    if (server.requests.length === 0) throw new Error(`${scenario.name}: no model was called. ${errors}`);
    return { calls: server.requests.length, tokens };
  } finally {
    server.close();
  }
}

/** Runs a program to its end. Returns its output on standard error. */
function runProgram(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      errors += data;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('close', (_, signal) => {
      clearTimeout(timer);
      if (signal === null) resolve(errors);
      else reject(new Error(`${args.join(' ')} was ended by ${signal}: ${errors}`));
    });
  });
}

function createSkill(folder: string): string {
  const files = {
    'SKILL.md':
      '---\nname: demo\ndescription: Shows what a model does.\n---\n\nSee the user guide, then run the setup script.\n',
    'references/guide.md': 'The guide.\n',
    'assets/form.txt': 'A form.\n',
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'demo', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return join(folder, 'demo');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      honest: { type: 'boolean', default: false },
      sessions: { type: 'string' },
    },
  });
  const { sessions } = values;
  const trips =
    sessions === undefined
      ? values.only === '' && (await runHonestAgents()) + (await runCodingAgents())
      : await replaySessions(sessions);
  if (trips) process.exitCode = 1;
  if (values.honest || sessions !== undefined) return;
  if (!existsSync(CLI)) throw new Error('dist/cli.mjs is missing: run npm run build first.');
  const peers = installLoops(join(ROOT, '.cache'));
  const work = mkdtempSync(join(tmpdir(), 'skillwright-guards-'));
  try {
    const skill = createSkill(work);
    const agents = { bench: { instruction: 'Use the skill.', tools: ['skills__demo'] } };
    writeFileSync(join(work, '.skillwright.json'), JSON.stringify({ agents }));
    const ours =
      (preset: string): Command =>
      (url, { skillAsTool }) => [
        ...[
          CLI,
          'run',
          'Please use the skill.',
          '--skills',
          skill,
          '--model',
          'openai-compatible/m',
          '--base-url',
          url,
        ],
        ...['--guards', preset, '--runs', join(work, 'runs'), '--yes', '--json'],
        ...(skillAsTool === true ? ['--agent', 'bench'] : []),
      ];
    const adk = join(ROOT, 'bench/peers/adk-agent.mjs');
    const programs: [string, Command][] = [
      ['default', ours('default')],
      ['adk', ours('adk')],
      ['off', ours('off')],
    ];
    if (peers !== undefined) programs.push([ADK, (url) => [adk, peers, url, skill]]);
    console.log(`| a model that ignores errors | aim | ${programs.map(([name]) => name).join(' | ')} |`);
    console.log(`|---|---|${'---|'.repeat(programs.length)}`);
    for (const scenario of SCENARIOS.filter(({ name }) => name.includes(values.only))) {
      const cells: string[] = [];
      for (const [name, command] of programs) {
        if (name === ADK && scenario.skillAsTool === true) {
          cells.push('–');
          continue;
        }
        const { calls, tokens } = await play(scenario, command, work);
        if (name === 'default' && calls > scenario.aim) process.exitCode = 1;
        cells.push(`${calls} (${tokens})`);
      }
      console.log(`| ${scenario.name} | ≤ ${scenario.aim} | ${cells.join(' | ')} |`);
    }
    console.log('\nModel calls, and in brackets about how many tokens they cost in all.');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

await main();
