/** A running code-server, and the URLs that open VS Code on it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cache } from '../lib/paths.mjs';
import { codeServerEntry } from './install.ts';
import { endGroup } from './processes.ts';

export interface ServerOptions {
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** A short path, because the system limits socket paths to about 100 characters. */
  readonly scratch: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Requested in the browser; omit it only in tests. */
  readonly password?: string;
  readonly workspaceTrust: boolean;
  /** For tests: without it a built workbench silently ignores an extension under development and its tests. */
  readonly driver: boolean;
}

export interface CodeServer {
  readonly port: number;
  readonly child: ChildProcess;
  /** Ends the server with the extension host and all their processes. */
  stop(): Promise<void>;
}

const guard = fileURLToPath(new URL('./guard.mjs', import.meta.url));

/** Maximum number of starts. */
const ATTEMPTS = 3;

/**
 * Starts code-server on the loopback interface and waits until it answers.
 * @throws with its output, if it exits before
 */
export async function startCodeServer(options: ServerOptions): Promise<CodeServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(options);
    } catch (error) {
      // It waits 10 s for its second process, which may not be enough on a busy machine.
      if (attempt === ATTEMPTS || !String(error).includes('timed out')) throw error;
    }
  }
}

async function start(options: ServerOptions): Promise<CodeServer> {
  const { userDataDir, extensionsDir, scratch, port, password, workspaceTrust, driver } = options;
  const args = [
    guard,
    codeServerEntry,
    ...['--auth', password === undefined ? 'none' : 'password', '--bind-addr', `127.0.0.1:${port}`],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override', '--ignore-last-opened'],
    ...(workspaceTrust ? [] : ['--disable-workspace-trust']),
    ...(driver ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
    '--disable-proxy',
    ...['--user-data-dir', userDataDir, '--extensions-dir', extensionsDir],
    ...['--config', join(scratch, 'config.yaml'), '--session-socket', join(scratch, 'session.sock')],
  ];
  const env = hostEnvironment();
  // Each test starts processes of the same few programs.
  if (driver) env.NODE_COMPILE_CACHE ??= join(cache, 'node-compile-cache');
  if (password !== undefined) env.PASSWORD = password;
  const child = spawn(process.execPath, args, { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = () => endGroup(child);
  try {
    return { port: await portOf(child), child, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns this process's environment without the variables of another VS Code. */
export function hostEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(
    ([key]) => !/^(VSCODE_|ELECTRON_|CODE_SERVER_|HASHED_PASSWORD$|PASSWORD$)/.test(key),
  );
  return { ...Object.fromEntries(variables), EXTENSIONS_GALLERY: '{}' };
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => reject(new Error(`code-server ${why}:\n${output}`));
    const timer = setTimeout(() => fail('did not start within 60 s'), 60_000);
    const read = (data: Buffer) => {
      output = (output + data).slice(-20_000);
      const match = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output);
      if (!match) return;
      clearTimeout(timer);
      resolve(Number(match[1]));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`ended (${code ?? signal})`);
    });
  });
}

export interface Opening {
  /** Absolute path of a folder or a `.code-workspace`. */
  readonly open?: string;
  readonly extensionDevelopmentPaths: readonly string[];
  readonly extensionTestsPath?: string;
  readonly proposedApi?: true;
}

/** Returns the URL that opens VS Code with an extension under development. */
export function addressOf(
  port: number,
  { open, extensionDevelopmentPaths, extensionTestsPath, proposedApi }: Opening,
): string {
  const remote = (path: string) => `vscode-remote://127.0.0.1:${port}${encodeURI(path)}`;
  const payload = [
    ...extensionDevelopmentPaths.map((path) => ['extensionDevelopmentPath', remote(path)]),
    ...(extensionTestsPath === undefined ? [] : [['extensionTestsPath', remote(extensionTestsPath)]]),
    ...(proposedApi === true ? [['enableProposedApi', '']] : []),
    ['skipWelcome', 'true'],
  ];
  const url = new URL(`http://127.0.0.1:${port}/`);
  if (open === undefined) url.searchParams.set('ew', 'true');
  else url.searchParams.set(open.endsWith('.code-workspace') ? 'workspace' : 'folder', open);
  url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}
