import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { DEBUG_TYPE } from '../debug/launch-configuration.ts';

/**
 * Debugs an earlier run, which stops at its first step there.
 * @param journal absolute path of its journal
 * @param fields those of the launch configuration that name the run and what to do with it
 */
export async function debugEarlier(
  journal: string,
  fields: { readonly name: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const runs = dirname(dirname(journal));
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(runs));
  const config = { type: DEBUG_TYPE, request: 'launch', ...fields, runs, stopOnEntry: true };
  await vscode.debug.startDebugging(folder, config);
}
