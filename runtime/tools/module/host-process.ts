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
  /** Receives output of the module, one line or more. */
  onOutput(text: string): void;
  /** Called once, when the process has exited for any reason. */
  onExit(why: string): void;
}

export interface HostProcess {
  /** Returns false if the process has exited. */
  send(message: ToHost): boolean;
  /** Kills the process and its descendants immediately. */
  kill(): void;
}

/** Maximum length of one piece of output, in characters. */
const MAX_OUTPUT_CHARACTERS = 1000;

/**
 * Forks the process that runs a module, in the module's folder. Its output never reaches ours. It ends with our own
 * process, even if that is killed and the module blocks the event loop.
 */
export function startHost(file: string, watcher: HostWatcher): HostProcess {
  let hasExited = false;
  const end = (why: string): void => {
    if (hasExited) return;
    hasExited = true;
    watcher.onExit(why);
  };
  let started: WatchedProcess;
  try {
    started = startWatched(
      {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // VS Code's own executable acts as Node only if this is set.
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
    if (!hasExited && read !== undefined) watcher.onMessage(read);
  });
  const flushes = [child.stdout, child.stderr].map((stream) => reportLines(stream, watcher.onOutput));
  child.on('error', (error) => end(messageOf(error)));
  // `exit`, not `close`: a process that the module started may keep the pipes open forever.
  child.on('exit', (code, signal) => {
    setImmediate(() => {
      for (const flush of flushes) flush();
      child.stdout?.destroy();
      child.stderr?.destroy();
      end(signal === null ? `it exited with code ${code}` : `it was terminated by ${signal}`);
    });
  });
  return {
    send(message) {
      if (hasExited || !child.connected) return false;
      child.send(message, () => undefined);
      return true;
    },
    kill,
  };
}

/**
 * Reports a stream's output by complete lines: a chunk may end anywhere, and part of a secret would not be redacted. The
 * returned function reports the rest.
 */
function reportLines(stream: Readable | null, report: (text: string) => void): () => void {
  let rest = '';
  const reportText = (text: string): void => {
    if (text.trim() !== '') report(text.trim().slice(0, MAX_OUTPUT_CHARACTERS));
  };
  stream?.setEncoding('utf8').on('data', (text: string) => {
    rest += text;
    const end = rest.length > MAX_OUTPUT_CHARACTERS ? rest.length : rest.lastIndexOf('\n') + 1;
    reportText(rest.slice(0, end));
    rest = rest.slice(end);
  });
  return () => {
    reportText(rest);
    rest = '';
  };
}

/** Returns the host's path: next to this file in the sources, one level above the bundle's folder in `dist/`. */
function hostFile(): string {
  const url = import.meta.url;
  return fileURLToPath(new URL(url.endsWith('.ts') ? './host.ts' : '../tool-host.mjs', url));
}
