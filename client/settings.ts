import * as vscode from 'vscode';
import type { GuardPreset } from '../runtime/protocol/events.ts';

/** What a run takes from the user's settings. */
export interface RunSettings {
  readonly guards: GuardPreset;
  /** Model calls after which a run ends; 0 means no cap. */
  readonly maxLlmCalls: number;
}

/** The settings of section `skillwright` that concern runs, for the folder that `scope` lies in. Defaults stand in package.json. */
export function runSettings(scope: vscode.Uri | undefined): RunSettings {
  const section = vscode.workspace.getConfiguration('skillwright', scope ?? null);
  return {
    guards: section.get<GuardPreset>('run.guards', 'default'),
    maxLlmCalls: section.get<number>('run.maxLlmCalls', 500),
  };
}
