import * as vscode from 'vscode';
import type { GuardPreset } from '../../runtime/protocol/events.ts';
import type { GuardSettings, GuardThresholds } from '../../runtime/protocol/guards.ts';
import type { OtlpTarget } from '../../runtime/protocol/rpc.ts';
import { RUN_OPTION_LIST, RUN_OPTIONS, type RunOptions } from '../../runtime/protocol/run-options.ts';
import { defined } from '../../runtime/text/objects.ts';

/** The settings of a run. */
export interface RunSettings extends RunOptions, OtlpTarget {
  readonly guards: GuardPreset;
  readonly maxLlmCalls: number;
}

/** Reads the settings for runs (section `skillwright`) in the folder of `scope`. */
export function readRunSettings(scope: vscode.Uri | undefined): RunSettings {
  const section = vscode.workspace.getConfiguration('skillwright', scope ?? null);
  const options: RunOptions = Object.fromEntries(
    RUN_OPTION_LIST.flatMap(([name, { setting }]) => {
      if (setting === undefined) return [];
      // A folder cannot override a machine-scoped setting.
      const from = setting.scope === 'machine' ? vscode.workspace.getConfiguration('skillwright') : section;
      const value = from.get<unknown>(setting.name, setting.default);
      return value === setting.none?.[0] ? [] : [[name, value]];
    }),
  );
  const { guards, maxLlmCalls } = RUN_OPTIONS;
  return {
    guards: guards.setting.default,
    maxLlmCalls: maxLlmCalls.setting.default,
    ...options,
    ...defined<RunOptions>({ guardSettings: guardSettingsIn(section) }),
    ...otlpTarget(),
  };
}

/** Reads the settings of the guards in addition to the preset; undefined if there are none. */
function guardSettingsIn(section: vscode.WorkspaceConfiguration): GuardSettings | undefined {
  const exempt = section.get<readonly string[]>('run.exemptTools', []);
  const thresholds = section.get<Partial<GuardThresholds>>('run.guardThresholds', {});
  return exempt.length + Object.keys(thresholds).length > 0 ? { exempt, thresholds } : undefined;
}

/** Reads the OTLP endpoint, a machine-scoped setting: a folder cannot send runs anywhere. */
export function otlpTarget(): OtlpTarget {
  const otlp = vscode.workspace.getConfiguration('skillwright').get<string>('otlp.endpoint', '').trim();
  return otlp === '' ? {} : { otlp };
}

/** Reads the machine-scoped setting, which a folder cannot override. */
export function requiresSandbox(): boolean {
  const { setting } = RUN_OPTIONS.requireSandbox;
  return vscode.workspace.getConfiguration('skillwright').get<boolean>(setting.name, setting.default);
}
