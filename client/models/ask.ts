import type * as vscode from 'vscode';
import { forkRuntime, type RunProcess } from '../runtime-process/process.ts';
import { editorModels } from './editor-models.ts';
import type { KeyStore } from './keys.ts';
import type { Asking } from './sources.ts';

/** Asks through a process of the runtime, which is started with the first question. */
export interface Asker extends Asking {
  /** Ends the process; what is being asked is answered as failed. */
  stop(): void;
}

/** `module` is the absolute path of `dist/runtime.cjs`. */
export function asker(module: string, keys: KeyStore, log: vscode.LogOutputChannel): Asker {
  let process: RunProcess | undefined;
  let stopped: () => void = () => undefined;
  let stop = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const running = (): RunProcess => {
    if (process !== undefined) return process;
    const started = forkRuntime(module, {
      onEvents: () => undefined,
      onExit: (detail) => {
        if (process === started) process = undefined;
        if (detail !== undefined) log.error(detail);
      },
      onLog: (line, level) => log[level](line),
    });
    process = started;
    return started;
  };
  /** What is asked for, or `otherwise` where it is stopped before. */
  const unlessStopped = <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
    Promise.race([asked, stop.then(() => otherwise)]);
  return {
    editor: () => unlessStopped(editorModels(), []),
    local: () => unlessStopped(running().localServers(), 'failed'),
    list: (params) =>
      unlessStopped(running().listModels(params), { kind: 'failed', refused: false, message: 'Stopped.' }),
    key: (origin) => keys.get(origin),
    stop() {
      stopped();
      stop = new Promise((resolve) => {
        stopped = resolve;
      });
      process?.leave();
      process = undefined;
    },
  };
}
