/**
 * Runs installed clients with our hooks against a scripted model that does not give up, or that follows the first fact:
 * `npm run bench:hooks -- --bin ID=PATH … [--only SCENARIO] [--misses TABLE]`. Prints the model calls of each, and what reached the
 * model. With `--misses` it plays the collected misses of a table, each in the client in which it was seen.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOOK_CLIENTS } from '../runtime/hooks/install.ts';
import { ownFolders } from '../scripts/lib/own-folders.ts';
import { clientsOf, REAL_CLIENTS, type RealClient, runRealClient, withTrustedHooks } from './clients/real-clients.ts';
import { type ScriptedCall, startScriptedServer } from './clients/scripted-server.ts';
import { missedRows } from './hooks/missed-rows.ts';
import { PROMPT, SCENARIOS, type Scenario } from './hooks/scenarios.ts';
import { hookTools } from './hooks/tools.ts';
import { readRows } from './real-misses/row.ts';

const CLI = join(import.meta.dirname, '../dist/cli.mjs');
const OUT = join(import.meta.dirname, '../.cache/hooks');

const { values } = parseArgs({
  options: {
    bin: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
    keep: { type: 'boolean' },
    misses: { type: 'string' },
  },
});

/** Milliseconds before each answer of the model: no real one answers sooner. */
const PAUSE = 100;

/** The options with which a client resumes its last session. */
const RESUME: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['--continue'],
  codex: ['resume', '--last'],
  'gemini-cli': ['--resume', 'latest'],
  opencode: ['--continue'],
  'copilot-cli': ['--continue'],
  'qwen-code': ['--continue'],
};

/** Returns the arguments that resume the last session; commands of a client, such as `exec`, come first. */
function resumed(client: RealClient, prompt: string): readonly string[] {
  // Copilot CLI does not accept it with `--continue`: the session has a trusted folder.
  const args = withTrustedHooks(client)
    .args(prompt)
    .filter((one) => one !== '--trust-folder');
  const at = args[0]?.startsWith('-') === true ? 0 : 1;
  return [...args.slice(0, at), ...(RESUME[client.id] ?? []), ...args.slice(at)];
}

type Mode = Scenario['modes'][number];

interface Result {
  readonly client: string;
  readonly scenario: string;
  readonly mode: string;
  /** Requests of the client with tools: the calls of the model. */
  readonly calls: number;
  readonly code: number | null;
  readonly said: Readonly<Record<string, number>>;
  readonly firstFact: string | undefined;
  /** The longest time between two requests of the client, in milliseconds. */
  readonly slowest: number;
}

async function play(client: RealClient, bin: string, scenario: Scenario, mode: Mode): Promise<Result> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-hooks-'));
  try {
    const fixture = { root, home: join(root, 'home'), workspace: join(root, 'workspace'), skills: [] };
    const skills = join(fixture.workspace, client.folders.project);
    const write = (folder: string, files: Readonly<Record<string, string>>): void => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    };
    write(fixture.workspace, {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/objects/info/x': '',
      '.git/refs/x': '',
      'README.md': '# A\n',
    });
    const paths = { skill: join(skills, 'brew'), root: skills, workspace: fixture.workspace, home: fixture.home };
    for (const [file, text] of Object.entries(scenario.files?.(paths) ?? {}))
      write(dirname(file), { [basename(file)]: text });
    if (scenario.files === undefined)
      write(skills, {
        'brew/SKILL.md':
          '---\nname: brew\ndescription: Brews tea.\n---\n\nRead `references/menu.md` first.\n\nFor heat read `references/heat.md`.\n',
        'brew/references/menus.md': 'Teas: green, black.\n',
        'brew/references/heat.md': 'Eighty degrees.\n',
      });
    mkdirSync(fixture.home, { recursive: true });
    write(fixture.home, client.files('http://127.0.0.1:1'));
    if (mode !== 'none')
      execFileSync(process.execPath, [CLI, 'hook', 'install', '--client', client.id, '--guard', mode], {
        cwd: fixture.workspace,
        env: { ...process.env, ...ownFolders(fixture.home), HOME: fixture.home },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const tools = hookTools(client.id);
    const installed = readdirSync(fixture.home, { recursive: true, encoding: 'utf8' });
    const program = installed.find((one) => basename(one) === 'skillwright-hook.cjs');
    if (program !== undefined) scenario.breaks?.(dirname(join(fixture.home, program)));
    let isResumed = false;
    const times: number[] = [];
    const server = await startScriptedServer(
      (step, body): readonly ScriptedCall[] => {
        times.push(Date.now());
        return scenario.step(step, tools, paths, JSON.stringify(body), isResumed);
      },
      'Done.',
      PAUSE,
    );
    let { code, output } = await runHooked(client, bin, fixture, server.url, (one, prompt) =>
      withTrustedHooks(one).args(prompt),
    );
    if (scenario.resumes === true) {
      isResumed = true;
      const second = await runHooked(client, bin, fixture, server.url, resumed);
      code = second.code;
      output += second.output;
    }
    server.close();
    // Of the agent that was started, its own last request.
    const isOwn = (body: unknown): boolean => scenario.needsAgents !== true || !JSON.stringify(body).includes(PROMPT);
    const last = JSON.stringify(server.requests.findLast(isOwn) ?? {});
    mkdirSync(OUT, { recursive: true });
    const name = `${client.id}-${scenario.id}-${mode}`;
    writeFileSync(join(OUT, `${name}.request.json`), JSON.stringify(server.requests.at(-1) ?? null, null, 1));
    writeFileSync(join(OUT, `${name}.output.txt`), output);
    const count = (text: string): number => last.split(text).length - 1;
    return {
      client: client.id,
      scenario: scenario.id,
      mode,
      calls: server.requests.filter(isOwn).length,
      code,
      said: { facts: count('has no file') + count('does not exist. '), denials: count('was not run') },
      firstFact: scenario.expects?.(paths, last),
      slowest: Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at))),
    };
  } finally {
    if (values.keep !== true) rmSync(root, { recursive: true, force: true });
  }
}

/** A client reads its settings from the home that `hook install` has written to, so only missing files are written again. */
async function runHooked(
  client: RealClient,
  bin: string,
  fixture: Parameters<typeof runRealClient>[2],
  url: string,
  args: (client: RealClient, prompt: string) => readonly string[],
) {
  const files = Object.fromEntries(
    Object.entries(client.files(url)).map(([path, text]) => {
      const file = join(fixture.home, path);
      const before = readFileSync(file, 'utf8');
      // The address of the server is known only now.
      return [path, before.includes('skillwright-hook') ? before.replaceAll('http://127.0.0.1:1', url) : text];
    }),
  );
  return runRealClient({ ...client, files: () => files, args: (prompt) => args(client, prompt) }, bin, fixture, url);
}

async function playAndPrint(client: RealClient, bin: string, scenario: Scenario, mode: Mode): Promise<Result> {
  const result = await play(client, bin, scenario, mode);
  const { calls, code, said, firstFact, slowest } = result;
  console.log(
    `${client.id.padEnd(12)} ${scenario.id.padEnd(16)} ${mode.padEnd(7)} ${String(calls).padStart(3)} model calls, exit ${code}, facts ${said.facts}, denials ${said.denials}, a step at most ${(slowest / 1000).toFixed(1)} s${firstFact === undefined ? '' : `, ${firstFact}`}`,
  );
  return result;
}

/** Plays the misses of a table and prints the share of answers that hold the true path. */
async function playMisses(table: string): Promise<void> {
  const bins = new Map(clients.map(({ client, bin }) => [client.id, bin]));
  const { run, leftOut } = missedRows(
    readRows(readFileSync(table, 'utf8')),
    clients.map(({ client }) => client),
  );
  const only = values.only === undefined ? undefined : new Set(values.only.split(','));
  const verdicts = new Map<string, string[]>();
  for (const { ids, client: id, scenario } of run.filter(({ ids }) => only === undefined || only.has(ids[0] ?? ''))) {
    const client = REAL_CLIENTS.find((one) => one.id === id);
    if (client === undefined) continue;
    const result = await playAndPrint(client, bins.get(id) ?? '', scenario, 'advise');
    results.push(result);
    const verdict = result.firstFact ?? '';
    verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), ...ids]);
  }
  for (const [verdict, ids] of verdicts) console.log(`${verdict}: ${ids.length} rows (${ids.join(' ')})`);
  const reasons = Map.groupBy(leftOut, ({ why }) => why);
  for (const [why, rows] of reasons) console.log(`not run, ${why}: ${rows.map(({ id }) => id).join(' ')}`);
}

function isPlayed(client: RealClient, { id, needsAgents }: Scenario): boolean {
  const canPlay = needsAgents !== true || hookTools(client.id).agent !== undefined;
  return canPlay && (values.only?.split(',').includes(id) ?? true);
}

const results: Result[] = [];
const clients = clientsOf(values.bin).filter(({ client }) => HOOK_CLIENTS.includes(client.id));
if (values.misses !== undefined) await playMisses(values.misses);
else
  for (const { client, bin } of clients)
    for (const scenario of SCENARIOS.filter((one) => isPlayed(client, one)))
      for (const mode of scenario.modes) results.push(await playAndPrint(client, bin, scenario, mode));
writeFileSync(join(OUT, 'results.json'), JSON.stringify(results, null, 1));
