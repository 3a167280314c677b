/** The tools of `skillwright mcp` in installed clients: a scripted model calls each of them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { environmentOf, type RealClient, runRealClient } from './clients/real-clients.ts';
import { type RequestBody, type ScriptedCall, startScriptedServer } from './clients/scripted-server.ts';
import { hookTools } from './hooks/tools.ts';
import { callOf } from './mcp-tools.ts';

const OUT = join(import.meta.dirname, '../.cache/mcp');

/** A call, and what only its answer has, as text or as JSON. */
interface Probe {
  readonly tool: string;
  readonly args: ScriptedCall['args'];
  readonly answer: RegExp;
}

const SKILL = '.claude/skills/brew';
const PROBES: readonly Probe[] = [
  { tool: 'check_skills', args: { path: SKILL }, answer: /reference\.case/ },
  {
    tool: 'explain_path',
    args: { skill: SKILL, path: 'references/Menu.md' },
    answer: /brew: missing\.|answer[\\":]+missing/,
  },
  { tool: 'preview_skill', args: { skill: SKILL, client: 'claude-code' }, answer: /Launching skill: brew/ },
  { tool: 'fix_skills', args: { path: SKILL }, answer: /1 finding fixed|fixes[\\":]+1\b/ },
];

/** Steps after which a tool that does not answer is given up: twice as many as there are, with those that load a schema. */
const MAX_STEPS = 16;

/** The arguments with which a client adds a server to its settings. */
const ADD: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['mcp', 'add', '--scope', 'user', 'skillwright', '--'],
  codex: ['mcp', 'add', 'skillwright', '--'],
  'gemini-cli': ['mcp', 'add', '--scope', 'user', 'skillwright'],
};

/**
 * Runs a client with the server in its settings, as `docs/agents-as-authors.md` has it.
 * @returns the tools whose answer reached the model; undefined if it is not known how to add a server to this client
 */
export async function toolsAnswered(
  client: RealClient,
  bin: string,
  cli: string,
): Promise<readonly string[] | undefined> {
  const add = ADD[client.id];
  if (add === undefined) return undefined;
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'sw-mcp-'));
  const fixture = { root, home: join(root, 'home'), workspace: join(root, 'workspace'), skills: [] };
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const manifest = join(fixture.workspace, SKILL, 'SKILL.md');
  write(join(fixture.workspace, '.git/HEAD'), 'ref: refs/heads/main\n');
  write(join(fixture.workspace, 'README.md'), '# A\n');
  write(manifest, '---\nname: brew\ndescription: Brews tea. Use for tea.\n---\n\nRead `references/Menu.md` first.\n');
  write(join(fixture.workspace, SKILL, 'references/menu.md'), 'Teas: green, black.\n');
  const { run } = hookTools(client.id);
  const server = await startScriptedServer((step, body) => {
    const said = conversationOf(body);
    const next = PROBES.find(({ answer }) => !answer.test(said));
    if (next === undefined || step > MAX_STEPS) return [];
    // A client does not wait for its servers.
    return [callOf(body, next.tool, next.args) ?? run('sleep 2')];
  });
  try {
    for (const [path, text] of Object.entries(client.files(server.url))) write(join(fixture.home, path), text);
    const env = environmentOf(client, fixture.home, server.url);
    const added = spawnSync(bin, [...add, process.execPath, cli, 'mcp'], {
      cwd: fixture.workspace,
      env,
      encoding: 'utf8',
    });
    const { output } = await runRealClient({ ...client, files: () => ({}) }, bin, fixture, server.url);
    const said = conversationOf(server.requests.at(-1) ?? {});
    write(join(OUT, `${client.id}.log`), `${added.stdout}${added.stderr}\n${output}`);
    write(join(OUT, `${client.id}.requests.json`), JSON.stringify(server.requests, null, 1));
    const isFixed = readFileSync(manifest, 'utf8').includes('references/menu.md');
    return PROBES.filter(({ tool, answer }) => answer.test(said) && (tool !== 'fix_skills' || isFixed)).map(
      ({ tool }) => tool,
    );
  } finally {
    server.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns what was said in a request, without the descriptions of tools. */
const conversationOf = (body: RequestBody): string =>
  JSON.stringify(body.messages ?? body.input ?? body.contents ?? []);

/** The tools of the server. */
export const TOOLS: readonly string[] = PROBES.map(({ tool }) => tool);
