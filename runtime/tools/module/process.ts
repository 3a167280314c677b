import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../errors.ts';
import { startWatched, type WatchedProcess } from '../../scripts/watched-process.ts';
import { cleanEnvironment } from '../environment.ts';
import type { FromHost, ToHost } from './protocol.ts';
import { readMessage } from './read-message.ts';

export interface HostWatcher {
  onMessage(message: FromHost): void;
  /** What the module printed, a line or several. */
  onPrinted(text: string): void;
  /** Once, when the process is gone, however it came to that. */
  onGone(why: string): void;
}

export interface HostProcess {
  /** False where the process is gone. */
  send(message: ToHost): boolean;
  /** Ends it at once, whatever it does, and what it started. */
  kill(): void;
}

/** Characters that are kept of what is printed at once. */
const PRINTED = 1000;

/**
 * Forks the process that holds a module. Its folder is the module's, its standard output and error never reach ours. It
 * ends with our own process, also where that is killed and the module never looks up.
 */
export function startHost(file: string, watcher: HostWatcher): HostProcess {
  let gone = false;
  const end = (why: string): void => {
    if (gone) return;
    gone = true;
    watcher.onGone(why);
  };
  let started: WatchedProcess;
  try {
    started = startWatched(
      {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // VS Code's own executable is node only with this set.
        environment: cleanEnvironment(process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
      },
      ({ stdio, env, detached }) =>
        fork(hostFile(), [], {
          cwd: dirname(file),
          env,
          stdio: [...stdio],
          detached,
          execArgv: [],
          serialization: 'json',
        }),
    );
  } catch (error) {
    const why = messageOf(error);
    setImmediate(() => end(why));
    return { send: () => false, kill: () => undefined };
  }
  const { child, kill } = started;
  child.on('message', (message) => {
    const read = readMessage(message);
    if (!gone && read !== undefined) watcher.onMessage(read);
  });
  const printed = [child.stdout, child.stderr].map((stream) => wholeLines(stream, watcher.onPrinted));
  child.on('error', (error) => end(messageOf(error)));
  // `exit`, not `close`: a process that the module started may hold the pipes for ever.
  child.on('exit', (code, signal) => {
    setImmediate(() => {
      for (const flush of printed) flush();
      child.stdout?.destroy();
      child.stderr?.destroy();
      end(signal === null ? `it exited with code ${code}` : `it was ended by ${signal}`);
    });
  });
  return {
    send(message) {
      if (gone || !child.connected) return false;
      child.send(message, () => undefined);
      return true;
    },
    kill,
  };
}

/**
 * Tells what comes on a stream by whole lines: a pipe cuts anywhere, and half of a secret is not known for one. The function
 * tells the rest.
 */
function wholeLines(stream: Readable | null, tell: (text: string) => void): () => void {
  let rest = '';
  const told = (text: string): void => {
    if (text.trim() !== '') tell(text.trim().slice(0, PRINTED));
  };
  stream?.setEncoding('utf8').on('data', (text: string) => {
    rest += text;
    const end = rest.length > PRINTED ? rest.length : rest.lastIndexOf('\n') + 1;
    told(rest.slice(0, end));
    rest = rest.slice(end);
  });
  return () => {
    told(rest);
    rest = '';
  };
}

/** Beside this file in the sources; in `dist/` above the folder that this was bundled into. */
function hostFile(): string {
  const url = import.meta.url;
  return fileURLToPath(new URL(url.endsWith('.ts') ? './host.ts' : '../tool-host.mjs', url));
}
