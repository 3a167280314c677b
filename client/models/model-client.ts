import type * as vscode from 'vscode';
import { forkRuntime, type RunProcess } from '../runtime-process/process.ts';
import { editorModels } from './editor-models.ts';
import type { KeyStore } from './keys.ts';
import type { ModelQueries } from './sources.ts';

/** Queries for models, sent through a runtime process that is started on demand. */
export interface ModelClient extends ModelQueries {
  /** Ends the process; pending queries resolve as failed. */
  stop(): void;
}

/** Creates a client. `module` is the absolute path of `dist/runtime.cjs`. */
export function createModelClient(module: string, keys: KeyStore, log: vscode.LogOutputChannel): ModelClient {
  let process: RunProcess | undefined;
  let resolveStopped: () => void = () => undefined;
  let stopped = new Promise<void>((resolve) => {
    resolveStopped = resolve;
  });
  const ensureProcess = (): RunProcess => {
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
  /** Resolves to the result of a query, or to `fallback` if it is stopped first. */
  const unlessStopped = <T>(result: Promise<T>, fallback: T): Promise<T> =>
    Promise.race([result, stopped.then(() => fallback)]);
  return {
    editor: () => unlessStopped(editorModels(), []),
    local: () => unlessStopped(ensureProcess().localServers(), 'failed'),
    list: (params) =>
      unlessStopped(ensureProcess().listModels(params), { kind: 'failed', refused: false, message: 'Stopped.' }),
    key: (origin) => keys.get(origin),
    stop() {
      resolveStopped();
      stopped = new Promise((resolve) => {
        resolveStopped = resolve;
      });
      process?.leave();
      process = undefined;
    },
  };
}
