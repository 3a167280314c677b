import type * as vscode from 'vscode';

/** A setting of this extension that differs from its default, and the scope it was set in. */
export interface ChangedSetting {
  readonly key: string;
  readonly scope: 'user' | 'workspace' | 'folder';
  /** The part of the value that may be shown in a report. */
  readonly displayValue: string;
}

/** The result of `WorkspaceConfiguration.inspect`. */
type Inspected = ReturnType<vscode.WorkspaceConfiguration['inspect']>;
/** The parts of a setting's declaration in package.json that are used here. */
export interface DeclaredSetting {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
}

/**
 * Returns the settings that differ from their defaults. The values of numbers, booleans and enums are shown. Strings,
 * lists and objects can contain an address or a name, so for these the report only shows that they are set.
 */
export function changedSettings(
  declared: Readonly<Record<string, DeclaredSetting>>,
  inspect: (key: string) => Inspected,
): readonly ChangedSetting[] {
  return Object.entries(declared).flatMap(([key, declaration]) => {
    const { globalValue, workspaceValue, workspaceFolderValue } = inspect(key) ?? {};
    const scopes = [
      ['user', globalValue],
      ['workspace', workspaceValue],
      ['folder', workspaceFolderValue],
    ] as const;
    return scopes.flatMap(([scope, value]) =>
      value === undefined ? [] : [{ key, scope, displayValue: formatValue(value, declaration) }],
    );
  });
}

function formatValue(value: unknown, { enum: choices }: DeclaredSetting): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && choices?.includes(value)) return value;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object of ${Object.keys(value).length}`;
  return 'set';
}
