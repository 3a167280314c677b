import * as vscode from 'vscode';
import type { GuardPreset, RunStarted } from '../../runtime/protocol/events.ts';
import type { GuardSettings, GuardThresholds } from '../../runtime/protocol/guards.ts';

/** What a run takes from the user's settings. */
export interface RunSettings {
  readonly guards: GuardPreset;
  /** Model calls after which a run ends; 0 means no cap. */
  readonly maxLlmCalls: number;
  /** Tokens in and out, and US dollars, that a run may spend; 0: no limit. */
  readonly maxTokens: number;
  readonly maxCost: number;
  /** Absent where nothing is set beside the preset. */
  readonly guardSettings?: GuardSettings;
  /** Seconds that a script may run. */
  readonly scriptTimeout: number;
  /** A script for which there is no sandbox is refused. */
  readonly requireSandbox: boolean;
  /** Seconds that a model may say nothing. */
  readonly modelTimeout: number;
  /** How much the model is to think; absent: as its provider has it. */
  readonly reasoning?: NonNullable<RunStarted['reasoning']>;
}

/** The settings of section `skillwright` that concern runs, for the folder that `scope` lies in. Defaults stand in package.json. */
export function runSettings(scope: vscode.Uri | undefined): RunSettings {
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
    scriptTimeout: section.get<number>('run.scriptTimeoutSeconds', 300),
  };
}

/** The user's own setting: no folder has a say in it. */
export function requiresSandbox(): boolean {
  return vscode.workspace.getConfiguration('skillwright').get<boolean>('scripts.requireSandbox', false);
}
