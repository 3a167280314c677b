/**
 * Runs installed clients with our hooks against a scripted model that does not give up, or that follows the first fact:
 * `npm run bench:hooks -- --bin ID=PATH … [--only SCENARIO]`. Prints the model calls of each, and what reached the model.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOOK_CLIENTS } from '../runtime/hooks/install.ts';
import { ownFolders } from '../scripts/lib/own-folders.ts';
import { REAL_CLIENTS, type RealClient, runRealClient, withTrustedHooks } from './clients/real-clients.ts';
import { type ScriptedCall, startScriptedServer } from './clients/scripted-server.ts';
import { SCENARIOS, type Scenario } from './hooks/scenarios.ts';
import { hookTools } from './hooks/tools.ts';

const CLI = join(import.meta.dirname, '../dist/cli.mjs');
const OUT = join(import.meta.dirname, '../.cache/hooks');

const { values } = parseArgs({
  options: {
    bin: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
    keep: { type: 'boolean' },
  },
});

interface Result {
  readonly client: string;
  readonly scenario: string;
  readonly mode: string;
  /** Requests of the client with tools: the calls of the model. */
  readonly calls: number;
  readonly code: number | null;
  readonly said: Readonly<Record<string, number>>;
  readonly firstFact: string | undefined;
}

async function play(
  client: RealClient,
  bin: string,
  scenario: Scenario,
  mode: 'none' | 'advise' | 'on',
): Promise<Result> {
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
    const paths = { skill: join(skills, 'brew'), root: skills, workspace: fixture.workspace, home: fixture.home };
    const server = await startScriptedServer((step, body): readonly ScriptedCall[] => {
      return scenario.step(step, tools, paths, JSON.stringify(body));
    });
    const { code, output } = await runHooked(client, bin, fixture, server.url);
    server.close();
    const last = JSON.stringify(server.requests.at(-1) ?? {});
    mkdirSync(OUT, { recursive: true });
    const name = `${client.id}-${scenario.id}-${mode}`;
    writeFileSync(join(OUT, `${name}.request.json`), JSON.stringify(server.requests.at(-1) ?? null, null, 1));
    writeFileSync(join(OUT, `${name}.output.txt`), output);
    const count = (text: string): number => last.split(text).length - 1;
    return {
      client: client.id,
      scenario: scenario.id,
      mode,
      calls: server.requests.length,
      code,
      said: { facts: count('has no file') + count('does not exist. '), denials: count('was not run') },
      firstFact: scenario.expects?.(paths, last),
    };
  } finally {
    if (values.keep !== true) rmSync(root, { recursive: true, force: true });
  }
}

/** A client reads its settings from the home that `hook install` has written to, so only missing files are written again. */
async function runHooked(client: RealClient, bin: string, fixture: Parameters<typeof runRealClient>[2], url: string) {
  const files = Object.fromEntries(
    Object.entries(client.files(url)).map(([path, text]) => {
      const file = join(fixture.home, path);
      const before = readFileSync(file, 'utf8');
      // The address of the server is known only now.
      return [path, before.includes('skillwright-hook') ? before.replaceAll('http://127.0.0.1:1', url) : text];
    }),
  );
  return runRealClient({ ...withTrustedHooks(client), files: () => files }, bin, fixture, url);
}

const results: Result[] = [];
for (const entry of values.bin) {
  const at = entry.indexOf('=');
  const client = REAL_CLIENTS.find(({ id }) => id === entry.slice(0, at));
  if (client === undefined || !HOOK_CLIENTS.includes(client.id)) {
    console.log(`${entry.slice(0, at)} has no hooks`);
    continue;
  }
  for (const scenario of SCENARIOS.filter(({ id }) => values.only === undefined || values.only.split(',').includes(id)))
    for (const mode of scenario.modes) {
      const result = await play(client, entry.slice(at + 1), scenario, mode);
      results.push(result);
      console.log(
        `${result.client.padEnd(12)} ${result.scenario.padEnd(16)} ${mode.padEnd(7)} ${String(result.calls).padStart(3)} model calls, exit ${result.code}, facts ${result.said.facts}, denials ${result.said.denials}${result.firstFact === undefined ? '' : `, ${result.firstFact}`}`,
      );
    }
}
writeFileSync(join(OUT, 'results.json'), JSON.stringify(results, null, 1));
