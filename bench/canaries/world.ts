/** An isolated folder for a run: its home, cache, temporary and working directories, and everything it outputs. */
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
  /** The parent of the home, cache, temporary and working directories. */
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

/** Node's compile cache, shared by all runs so that each does not compile megabytes. Searched for secrets at the end. */
export const COMPILED = join(tmpdir(), `sw-canary-compiled-${process.pid}`);
process.once('exit', () => rmSync(COMPILED, { recursive: true, force: true }));

/** Milliseconds after which a process is killed. */
const TIMEOUT = 60_000;

/** Creates a folder for a run. `dist` is the folder of the bundles. */
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
  const collectOutput = (child: ChildProcess, name: string): { stdout: string; stderr: string } => {
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream]?.setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text;
        outputs[`${name} ${stream}`] = output[stream];
      });
    return output;
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
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
      child.stdin.on('error', () => undefined).end(input);
      const output = collectOutput(child, name);
      return new Promise((resolve) =>
        child.on('close', (code) => {
          clearTimeout(timer);
          resolve({ code, ...output });
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
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
      collectOutput(child, name);
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
        // `close` is not emitted if this process closed the channel.
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

/** Copies the bundles, so that a build can run at the same time. */
export function copyBundles(dist: string, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(dist, to, { recursive: true, filter: (path) => !path.endsWith('.map') });
  return to;
}
