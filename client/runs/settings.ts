import * as vscode from 'vscode';
import type { GuardPreset, RunStarted } from '../../runtime/protocol/events.ts';
import type { GuardSettings, GuardThresholds } from '../../runtime/protocol/guards.ts';

/** The settings of a run. */
export interface RunSettings {
  readonly guards: GuardPreset;
  /** Maximum number of model calls; 0 means no limit. */
  readonly maxLlmCalls: number;
  /** Maximum number of tokens, input and output, and maximum cost in US dollars; 0 means no limit. */
  readonly maxTokens: number;
  readonly maxCost: number;
  /** Absent if only the preset is set. */
  readonly guardSettings?: GuardSettings;
  /** Timeout of a script, in seconds. */
  readonly scriptTimeout: number;
  /** True if scripts are refused when there is no sandbox. */
  readonly requireSandbox: boolean;
  /** Maximum time without any output from a model, in seconds. */
  readonly modelTimeout: number;
  /** The reasoning effort; absent for the provider's default. */
  readonly reasoning?: NonNullable<RunStarted['reasoning']>;
  /** Address of the OTLP endpoint that runs are sent to; absent if there is none. */
  readonly otlp?: string;
}

/** Reads the settings for runs (section `skillwright`) in the folder of `scope`. Their defaults are declared in package.json. */
export function readRunSettings(scope: vscode.Uri | undefined): RunSettings {
  const section = vscode.workspace.getConfiguration('skillwright', scope ?? null);
  const exempt = section.get<readonly string[]>('run.exemptTools', []);
  const thresholds = section.get<Partial<GuardThresholds>>('run.guardThresholds', {});
  const reasoning = section.get<NonNullable<RunStarted['reasoning']> | 'default'>('run.reasoning', 'default');
  return {
    guards: section.get<GuardPreset>('run.guards', 'default'),
    maxLlmCalls: section.get<number>('run.maxLlmCalls', 500),
    maxTokens: section.get<number>('run.maxTokens', 0),
    maxCost: section.get<number>('run.maxCost', 0),
    ...(exempt.length + Object.keys(thresholds).length > 0 && { guardSettings: { exempt, thresholds } }),
    modelTimeout: section.get<number>('run.modelTimeoutSeconds', 120),
    ...(reasoning !== 'default' && { reasoning }),
    requireSandbox: requiresSandbox(),
    ...otlpTarget(),
    scriptTimeout: section.get<number>('run.scriptTimeoutSeconds', 300),
  };
}

/** Reads the OTLP endpoint, a machine-scoped setting: a folder cannot send runs anywhere. */
export function otlpTarget(): Pick<RunSettings, 'otlp'> {
  const otlp = vscode.workspace.getConfiguration('skillwright').get<string>('otlp.endpoint', '').trim();
  return otlp === '' ? {} : { otlp };
}

/** Reads the machine-scoped setting, which a folder cannot override. */
export function requiresSandbox(): boolean {
  return vscode.workspace.getConfiguration('skillwright').get<boolean>('scripts.requireSandbox', false);
}
