import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** Milliseconds that the server has to end by itself once the client is gone. */
const PATIENCE_MS = 2_000;

/** The first server: begun while the rest of the extension is still being loaded, taken by the language client when it is there. */
let early: ChildProcess | undefined = launch();

/**
 * The process of the language server, with a channel for messages: the one begun when this module was loaded, the first
 * time, another one after that.
 */
export function serverProcess(): ChildProcess {
  const first = early;
  early = undefined;
  return first !== undefined && first.exitCode === null && first.signalCode === null && first.connected
    ? first
    : launch();
}

/** Ends a process that has not ended by itself some time after its client has. */
export function endLater(child: ChildProcess): void {
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  child.once('exit', () => clearTimeout(late));
}

function launch(): ChildProcess {
  // What is new is cleared away in small portions: 60 MB less among ten thousand skills, and no slower.
  const execArgv = ['--max-semi-space-size=8'];
  // Where extensions are debugged. `--inspect-port`, which VS Code may set for any of them, is no debugging.
  if (process.execArgv.some((argument) => /^--inspect(?:-brk)?(?:=|$)/.test(argument)))
    execArgv.push('--nolazy', '--inspect=6009');
  const child = fork(join(__dirname, 'server.cjs'), ['--node-ipc', `--clientProcessId=${process.pid}`], {
    execArgv,
    // VS Code's executable is a Node only where it is told so.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' },
    silent: true,
  });
  // A process that could not be started says so when the client comes for it; an error that nobody hears would end all extensions.
  child.on('error', () => {});
  return child;
}
