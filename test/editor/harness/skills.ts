/** Access to the workspace of examples. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type Diagnostic, extensions, languages, Uri, workspace } from 'vscode';
import type { SkillwrightApi } from '../../../client/extension.ts';
import { until } from './until.ts';

/** Returns the absolute path of a file in the first workspace folder. */
export function inWorkspace(...path: readonly string[]): string {
  const folder = workspace.workspaceFolders?.[0];
  assert.ok(folder, 'a folder is open');
  return join(folder.uri.fsPath, ...path);
}

/** Activates the extension and returns its exports. */
export async function skillwright(): Promise<SkillwrightApi> {
  const extension = extensions.getExtension<SkillwrightApi>('skillwright.skillwright');
  assert.ok(extension, 'the extension is installed');
  return extension.activate();
}

/** Returns the code of a diagnostic in any of its forms. */
export function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

/** Returns this extension's diagnostics of a file, without VS Code's own for SKILL.md. */
export function diagnosticsOf(file: string): readonly Diagnostic[] {
  return languages.getDiagnostics(Uri.file(file)).filter((diagnostic) => diagnostic.source === 'skillwright');
}

/** Waits until a file's diagnostics have these codes, in any order. */
export async function untilCodes(file: string, codes: readonly string[]): Promise<readonly Diagnostic[]> {
  const expected = [...codes].sort().join(', ');
  let seen = '';
  try {
    return await until(`diagnostics "${expected}"`, () => {
      const now = diagnosticsOf(file);
      seen = now.map(codeOf).sort().join(', ');
      return seen === expected && now;
    });
  } catch (error) {
    throw new Error(`${String(error)}; there were "${seen}"`);
  }
}
