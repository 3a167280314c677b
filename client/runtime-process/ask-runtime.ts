import type * as vscode from 'vscode';
import { forkRuntime, type RunProcess } from './process.ts';

/** Puts one question to a process of the runtime that runs nothing, and ends it. `module` is `dist/runtime.cjs`. */
export async function askRuntime<T>(
  module: string,
  log: vscode.LogOutputChannel,
  ask: (process: RunProcess) => Promise<T>,
): Promise<T> {
  const process = forkRuntime(module, {
    onEvents: () => undefined,
    onExit: (detail) => {
      if (detail !== undefined) log.error(detail);
    },
    onLog: (line, level) => log[level](line),
  });
  try {
    return await ask(process);
  } finally {
    process.leave();
  }
}
