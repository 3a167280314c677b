import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** Time for the server to exit after its client has stopped, in milliseconds. */
const EXIT_TIMEOUT_MS = 2_000;

/** The first server process, started while the rest of the extension is loading and later used by the language client. */
let preforked: ChildProcess | undefined = forkServer();

/**
 * Returns a process of the language server with an IPC channel. The first call returns the process that was started when
 * this module was loaded, unless it has exited; later calls start a new one.
 */
export function serverProcess(): ChildProcess {
  const first = preforked;
  preforked = undefined;
  return first !== undefined && first.exitCode === null && first.signalCode === null && first.connected
    ? first
    : forkServer();
}

/** Kills a process if it does not exit within `EXIT_TIMEOUT_MS`. */
export function killUnlessExited(child: ChildProcess): void {
  const timeout = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
  child.once('exit', () => clearTimeout(timeout));
}

function forkServer(): ChildProcess {
  // A small young generation saves 60 MB with ten thousand skills, and is no slower.
  const execArgv = ['--max-semi-space-size=8'];
  // Debug the server when the extension host is debugged. `--inspect-port`, which VS Code may always set, does not count.
  if (process.execArgv.some((argument) => /^--inspect(?:-brk)?(?:=|$)/.test(argument)))
    execArgv.push('--nolazy', '--inspect=6009');
  const child = fork(join(__dirname, 'server.cjs'), ['--node-ipc', `--clientProcessId=${process.pid}`], {
    execArgv,
    // VS Code's executable runs as Node only with this variable.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' },
    silent: true,
  });
  // The client reports a process that could not be started. Without a listener, the error would end the extension host.
  child.on('error', () => {});
  return child;
}
