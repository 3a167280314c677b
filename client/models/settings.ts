import * as vscode from 'vscode';
import type { ModelChoice } from '../dialogues/memory.ts';
import { isObject } from '../panel/trace/read.ts';
import { addressProblem } from './address.ts';
import type { Endpoints } from './endpoint-name.ts';
import type { Problem } from './entries.ts';
import { readModel } from './names.ts';
import { plain } from './words.ts';

/** What the settings say of models. */
export interface ModelSettings {
  readonly endpoints: Endpoints;
  /** The model that they choose. */
  readonly model?: ModelChoice;
  /** What cannot be used of them. */
  readonly problems: readonly Problem[];
}

/** Endpoints come from the machine's settings alone: what a workspace says of them VS Code ignores. */
export function modelSettings(): ModelSettings {
  const section = vscode.workspace.getConfiguration('skillwright');
  // VS Code underlines a value of another type, and hands it on all the same.
  const written = section.get<unknown>('endpoints');
  const endpoints = Object.fromEntries(
    Object.entries(isObject(written) ? written : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
  const chosen = section.get<unknown>('model');
  const name = typeof chosen === 'string' ? chosen.trim() : '';
  const model = name === '' ? undefined : readModel(name, endpoints);
  const wrong = Object.entries(endpoints).flatMap(([endpoint, address]): readonly Problem[] => {
    const problem = addressProblem(address);
    return problem === undefined
      ? []
      : [
          settingProblem(
            'skillwright.endpoints',
            `The address of the endpoint '${endpoint}' cannot be used. ${problem}`,
          ),
        ];
  });
  return {
    endpoints,
    ...(typeof model === 'object' ? { model } : {}),
    problems: [
      ...(typeof model === 'string' ? [settingProblem('skillwright.model', `'${name}' cannot be used. ${model}`)] : []),
      ...wrong,
    ],
  };
}

function settingProblem(setting: string, label: string): Problem {
  return {
    icon: 'warning',
    label: plain(label),
    detail: `Choose this to open the setting ${setting}`,
    action: { do: 'open-setting', setting },
  };
}
