/**
 * Installs the plugins in installed clients, each in an empty home: `npm run bench:plugins -- --bin ID=PATH …`. Needs a build.
 * A scripted model requests a missing file and calls a tool. Fails unless the skill is listed, the hook says where the file is,
 * the tool answers, and the home has nothing of the plugin after it is uninstalled.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { writePlugins } from '../scripts/release/plugins.ts';
import { clientsOf, environmentOf, type RealClient, runRealClient, withTrustedHooks } from './clients/real-clients.ts';
import { type RequestBody, type ScriptedCall, startScriptedServer } from './clients/scripted-server.ts';
import { hookTools } from './hooks/tools.ts';
import { callOf } from './mcp-tools.ts';

const OUT = join(import.meta.dirname, '../.cache/plugins');

/** The commands that install and uninstall the plugin of a folder. */
interface Commands {
  readonly install: (folder: string) => readonly (readonly string[])[];
  readonly uninstall: readonly (readonly string[])[];
}

/** Steps after which a tool is given up that is not offered. */
const MAX_STEPS = 10;

const COMMANDS: Readonly<Record<string, Commands>> = {
  'claude-code': {
    install: (folder) => [
      ['plugin', 'marketplace', 'add', folder],
      ['plugin', 'install', 'skillwright@skillwright'],
    ],
    uninstall: [
      ['plugin', 'uninstall', 'skillwright@skillwright'],
      ['plugin', 'marketplace', 'remove', 'skillwright'],
    ],
  },
  codex: {
    install: (folder) => [
      ['plugin', 'marketplace', 'add', folder],
      ['plugin', 'add', 'skillwright@skillwright'],
    ],
    uninstall: [
      ['plugin', 'remove', 'skillwright@skillwright'],
      ['plugin', 'marketplace', 'remove', 'skillwright'],
    ],
  },
  'gemini-cli': {
    install: (folder) => [['extensions', 'install', join(folder, 'skillwright'), '--consent']],
    uninstall: [['extensions', 'uninstall', 'skillwright']],
  },
};

/** Paths below the home. */
const RECORDS: readonly RegExp[] = [
  /^\.local\/share\/skillwright\/hook\/sessions\//,
  /^\.cache\/claude-cli-nodejs\/|^\.claude\/(?:projects|plugins\/cache)\/|^\.claude\.json$/,
  /^\.codex\/(?:sessions\/|thread_history)/,
  /^\.gemini\/(?:tmp\/|extension_integrity\.json$)/,
];

/**
 * True for what nothing reads any more: our records of hooks, which `hook uninstall` keeps, too; and sessions, logs and notes of the
 * client, such as a copy that Claude Code marks as orphaned, and that the plugin was declined.
 */
const isRecord = (path: string): boolean => RECORDS.some((one) => one.test(path));

const { values } = parseArgs({ options: { bin: { type: 'string', multiple: true, default: [] } } });
const plugins = await writePlugins();
mkdirSync(OUT, { recursive: true });
for (const { client, bin } of clientsOf(values.bin)) {
  const commands = COMMANDS[client.id];
  const plugin = plugins[client.id];
  if (commands === undefined || plugin === undefined) {
    console.log(`${client.id} has no plugin`);
    continue;
  }
  const found = await tryPlugin(client, bin, plugin, commands);
  for (const [what, isRight] of Object.entries(found)) {
    console.log(`${client.id.padEnd(12)} ${what}: ${isRight ? 'yes' : 'NO'}`);
    if (!isRight) process.exitCode = 1;
  }
}

async function tryPlugin(client: RealClient, bin: string, plugin: string, { install, uninstall }: Commands) {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'sw-plugins-'));
  const fixture = { root, home: join(root, 'home'), workspace: join(root, 'workspace'), skills: [] };
  const skill = join(fixture.workspace, client.folders.project, 'brew');
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write(join(fixture.workspace, '.git/HEAD'), 'ref: refs/heads/main\n');
  write(join(fixture.workspace, 'README.md'), '# A\n');
  write(join(skill, 'SKILL.md'), '---\nname: brew\ndescription: Brews tea.\n---\n\nRead `references/menu.md` first.\n');
  write(join(skill, 'references/menus.md'), 'Teas: green, black.\n');
  const log: string[] = [];
  const call = (url: string, commands: readonly (readonly string[])[]): void => {
    for (const args of commands) {
      const env = environmentOf(client, fixture.home, url);
      const { stdout, stderr, status } = spawnSync(bin, args, { cwd: fixture.workspace, env, encoding: 'utf8' });
      log.push(`$ ${client.command} ${args.join(' ')}\n${stdout}${stderr}exit ${status}\n`);
    }
  };
  const tools = hookTools(client.id);
  const script = (step: number, body: RequestBody): readonly ScriptedCall[] => {
    if (step === 0) return [tools.load('brew', skill)];
    if (step === 1) return [tools.read(join(skill, 'references/menu.md'))];
    if (step > MAX_STEPS || JSON.stringify(body).includes('reference.missing')) return [];
    // A client does not wait for its servers.
    return [callOf(body, 'check_skills', { path: relative(fixture.workspace, skill) }) ?? tools.run('sleep 1')];
  };
  const server = await startScriptedServer(script);
  try {
    for (const [path, text] of Object.entries(client.files(server.url))) write(join(fixture.home, path), text);
    // A first start, so that what the client writes for itself is not taken for the plugin's.
    const clean = { ...withTrustedHooks(client), files: () => ({}) };
    await runRealClient(clean, bin, fixture, server.url);
    const before = filesBelow(fixture.home);
    const requests = server.requests.length;
    call(server.url, install(plugin));
    const { output } = await runRealClient(clean, bin, fixture, server.url);
    const made = server.requests.slice(requests);
    call(server.url, uninstall);
    const left = [...filesBelow(fixture.home)].filter(
      ([path, content]) =>
        /skillwright/i.test(path) || (content.includes('skillwright') && before.get(path) !== content),
    );
    const seen = server.requests.length;
    const later = await runRealClient(clean, bin, fixture, server.url);
    const [text, laterText] = [JSON.stringify(made.at(-1) ?? {}), JSON.stringify(server.requests.slice(seen))];
    write(join(OUT, `${client.id}.requests.json`), JSON.stringify(made, null, 1));
    write(
      join(OUT, `${client.id}.log`),
      `${log.join('\n')}\n${output}\n${later.output}\nLeft:\n${left.map(([path]) => path).join('\n')}\n`,
    );
    return {
      'the skill is listed': JSON.stringify(made[0] ?? {}).includes('write-agent-skills'),
      'a hook says where the file is': text.includes('references/menus.md`, at'),
      'a tool of the MCP server answers': text.includes('reference.missing'),
      'uninstalled, nothing of it is there':
        !/write-agent-skills|__check_skills|reference\.missing|menus\.md`, at/.test(laterText),
      'uninstalled, no file names it': left.every(([path]) => isRecord(path)),
    };
  } finally {
    server.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the files below a folder with their texts. */
function filesBelow(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(relative(folder, path), readFileSync(path, 'utf8'));
  }
  return files;
}
