import type * as vscode from 'vscode';
import { forkRuntime, type RunProcess } from './process.ts';

/** Sends one request to a temporary runtime process without a run, then ends it. `module` is the path of `dist/runtime.cjs`. */
export async function queryRuntime<T>(
  module: string,
  log: vscode.LogOutputChannel,
  query: (process: RunProcess) => Promise<T>,
): Promise<T> {
  const process = forkRuntime(module, {
    onEvents: () => undefined,
    onExit: (detail) => {
      if (detail !== undefined) log.error(detail);
    },
    onLog: (line, level) => log[level](line),
  });
  try {
    return await query(process);
  } finally {
    process.leave();
  }
}
