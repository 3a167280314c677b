/** The workspace of examples as tests see it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type Diagnostic, extensions, languages, Uri, workspace } from 'vscode';
import type { SkillwrightApi } from '../../../client/extension.ts';
import { until } from './until.ts';

/** Absolute path of a file of the workspace's first folder. */
export function inWorkspace(...path: readonly string[]): string {
  const folder = workspace.workspaceFolders?.[0];
  assert.ok(folder, 'a folder is open');
  return join(folder.uri.fsPath, ...path);
}

/** What the extension exports, once it is active. */
export async function skillwright(): Promise<SkillwrightApi> {
  const extension = extensions.getExtension<SkillwrightApi>('skillwright.skillwright');
  assert.ok(extension, 'the extension is installed');
  return extension.activate();
}

/** Code of a diagnostic, however it is given. */
export function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

/** Our diagnostics of a file; VS Code has some of its own for SKILL.md. */
export function found(file: string): readonly Diagnostic[] {
  return languages.getDiagnostics(Uri.file(file)).filter((diagnostic) => diagnostic.source === 'skillwright');
}

/** Waits until the codes of a file's diagnostics are these, in any order. */
export async function untilCodes(file: string, codes: readonly string[]): Promise<readonly Diagnostic[]> {
  const wanted = [...codes].sort().join(', ');
  let seen = '';
  try {
    return await until(`diagnostics "${wanted}"`, () => {
      const now = found(file);
      seen = now.map(codeOf).sort().join(', ');
      return seen === wanted && now;
    });
  } catch (error) {
    throw new Error(`${String(error)}; there were "${seen}"`);
  }
}
