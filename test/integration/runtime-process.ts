/** The process that VS Code forks for a run, as the extension communicates with it. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { RunEvents } from '../../runtime/protocol/rpc.ts';

/** The path of its bundle. */
export const RUNTIME = join(import.meta.dirname, '../../dist/runtime.cjs');

export interface RuntimeProcess {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  /** All events received so far. */
  readonly events: RunEvent[];
  /** The exit code. */
  readonly exited: Promise<number | null>;
  /** Resolves to the first event of this type. */
  until(type: RunEvent['type']): Promise<RunEvent>;
}

export interface RuntimeOptions {
  /** Additions to and overrides of the test environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Names to remove from the test environment. */
  readonly without?: readonly string[];
  /** Discards standard error. */
  readonly quiet?: boolean;
  readonly onEvent?: (event: RunEvent, connection: MessageConnection) => void;
}

/** Starts the process for one test and stops it afterwards. A simulated model replies immediately. */
export function startRuntimeProcess({ env, without = [], quiet, onEvent }: RuntimeOptions = {}): RuntimeProcess {
  const inherited = { ...process.env };
  for (const name of without) delete inherited[name];
  const child = fork(RUNTIME, [], {
    stdio: ['ignore', 'inherit', quiet === true ? 'pipe' : 'inherit', 'ipc'],
    env: { ...inherited, SKILLWRIGHT_SIMULATED_DELAY: '0', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.onClose(() => connection.dispose());
  const events: RunEvent[] = [];
  const waiting: (() => void)[] = [];
  connection.onNotification(RunEvents, (batch) => {
    events.push(...batch);
    for (const event of batch) onEvent?.(event, connection);
    for (const wake of waiting.splice(0)) wake();
  });
  connection.listen();
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  const until = async (type: RunEvent['type']): Promise<RunEvent> => {
    for (;;) {
      const event = events.find((one) => one.type === type);
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return { child, connection, events, exited, until };
}
