/** A run in a folder with all places that it could write to, and its results. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface World {
  /** Contains home, cache, temporary folder and working directory. */
  readonly folder: string;
  /** The working directory, with the skill `demo`. */
  readonly project: string;
  /** Files in which a secret was planted. */
  readonly planted: Set<string>;
  readonly outputs: Record<string, string>;
  write(path: string, text: string, planted?: boolean): string;
  cli(args: readonly string[], env?: Readonly<Record<string, string>>, input?: string): Promise<Ended>;
  /** The process that the extension starts, and its messages. */
  runtime(env?: Readonly<Record<string, string>>): {
    connection: MessageConnection;
    ended: Promise<void>;
    child: ChildProcess;
  };
  remove(): void;
}

/** Compiled code, shared by all runs, which would otherwise compile megabytes each. Searched at the end. */
export const COMPILED = join(tmpdir(), `sw-canary-compiled-${process.pid}`);
process.once('exit', () => rmSync(COMPILED, { recursive: true, force: true }));

/** Milliseconds after which a process is killed as hanging. */
const LIMIT = 60_000;

/** `dist` is the folder of the bundles. */
export function newWorld(dist: string): World {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'sw-canary-'));
  const project = join(folder, 'project');
  const planted = new Set<string>();
  const outputs: Record<string, string> = {};
  let processes = 0;
  const environment = (env: Readonly<Record<string, string>>): Record<string, string> => ({
    PATH: process.env.PATH ?? '',
    HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    NODE_COMPILE_CACHE: COMPILED,
    SKILLWRIGHT_SIMULATED_DELAY: '0',
    ...env,
  });
  for (const name of ['home', 'tmp', 'cache', 'project/.git']) mkdirSync(join(folder, name), { recursive: true });
  const gather = (child: ChildProcess, name: string): { stdout: string; stderr: string } => {
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream]?.setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text;
        outputs[`${name} ${stream}`] = said[stream];
      });
    return said;
  };
  const world: World = {
    folder,
    project,
    planted,
    outputs,
    write(path, text, isPlanted = false) {
      const file = join(project, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      if (isPlanted) planted.add(file);
      return file;
    },
    cli(args, env = {}, input = '') {
      const name = `process ${++processes}`;
      const child = spawn(process.execPath, [join(dist, 'cli.mjs'), ...args], { cwd: project, env: environment(env) });
      const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT);
      child.stdin.on('error', () => undefined).end(input);
      const said = gather(child, name);
      return new Promise((resolve) =>
        child.on('close', (code) => {
          clearTimeout(timer);
          resolve({ code, ...said });
        }),
      );
    },
    runtime(env = {}) {
      const name = `runtime ${++processes}`;
      const child = fork(join(dist, 'runtime.cjs'), [], {
        cwd: project,
        env: environment(env),
        execArgv: [],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT);
      gather(child, name);
      outputs[`${name} messages`] = '';
      child.on('message', (message) => {
        outputs[`${name} messages`] += `${JSON.stringify(message)}\n`;
      });
      const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
      connection.listen();
      const ended = new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          connection.dispose();
          resolve();
        };
        child.on('close', end);
        // A channel that we closed ourselves is not reported.
        child.on('exit', () => setTimeout(end, 300));
      });
      return { connection, ended, child };
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
  world.write(
    'demo/SKILL.md',
    '---\nname: demo\ndescription: Shows what a model does.\n---\n\nRead `references/guide.md`, then run `scripts/show.sh`.\n',
  );
  world.write('demo/references/guide.md', 'The guide.\n');
  world.write('demo/scripts/show.sh', 'env\ncat /proc/$PPID/environ /proc/1/environ 2>/dev/null\ntrue\n');
  return world;
}

/** A copy of the bundles, so that builds can run meanwhile. */
export function copyOfBundles(dist: string, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(dist, to, { recursive: true, filter: (path) => !path.endsWith('.map') });
  return to;
}
