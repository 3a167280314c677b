import type * as vscode from 'vscode';

/** A setting of ours that is not as it comes, and where it was set. */
export interface ChangedSetting {
  readonly key: string;
  readonly where: 'user' | 'workspace' | 'folder';
  /** What a reader may see of the value. */
  readonly shown: string;
}

/** As `WorkspaceConfiguration.inspect` answers. */
type Inspected = ReturnType<vscode.WorkspaceConfiguration['inspect']>;
/** Of a setting in package.json, what is looked at. */
export interface Declared {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
}

/**
 * The settings that differ from their defaults. Numbers, switches and choices are shown; of texts, lists and objects, which
 * may hold an address or a name, only that they are set.
 */
export function changedSettings(
  declared: Readonly<Record<string, Declared>>,
  inspect: (key: string) => Inspected,
): readonly ChangedSetting[] {
  return Object.entries(declared).flatMap(([key, declaration]) => {
    const { globalValue, workspaceValue, workspaceFolderValue } = inspect(key) ?? {};
    const places = [
      ['user', globalValue],
      ['workspace', workspaceValue],
      ['folder', workspaceFolderValue],
    ] as const;
    return places.flatMap(([where, value]) =>
      value === undefined ? [] : [{ key, where, shown: shownValue(value, declaration) }],
    );
  });
}

function shownValue(value: unknown, { enum: choices }: Declared): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && choices?.includes(value)) return value;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object of ${Object.keys(value).length}`;
  return 'set';
}
