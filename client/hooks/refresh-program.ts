import type * as vscode from 'vscode';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import type { HooksContext } from './command.ts';

const KEY = 'hooks.refreshedBy';
/** Delay after activation, in milliseconds: it must not slow down startup. */
const DELAY_MS = 15_000;

/** Replaces the installed program of hooks once after each update of the extension; nothing if none is installed. */
export function refreshProgram(
  { module, program, version, log }: HooksContext,
  state: vscode.Memento,
): vscode.Disposable {
  if (state.get<string>(KEY) === version) return { dispose: () => undefined };
  const timer = setTimeout(async () => {
    const isReplaced = await queryRuntime(module, log, (process) => process.refreshHooks({ program, version }));
    if (isReplaced) log.info('The program of the hooks was updated.');
    await state.update(KEY, version);
  }, DELAY_MS);
  return { dispose: () => clearTimeout(timer) };
}
