import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { isObject } from '../panel/trace/read.ts';
import { addressProblem } from './endpoint.ts';
import type { EndpointUrls } from './endpoint-name.ts';
import type { Problem } from './entries.ts';
import { parseModelName } from './model-names.ts';
import { plainText } from './model-text.ts';

/** The model settings. */
export interface ModelSettings {
  readonly endpoints: EndpointUrls;
  /** The configured model. */
  readonly model?: ModelChoice;
  /** Invalid settings. */
  readonly problems: readonly Problem[];
}

/** Reads the model settings. Endpoints are machine-scoped, so VS Code ignores a workspace's values for them. */
export function readModelSettings(): ModelSettings {
  const section = vscode.workspace.getConfiguration('skillwright');
  // VS Code underlines a value of the wrong type but still returns it.
  const configured = section.get<unknown>('endpoints');
  const endpoints = Object.fromEntries(
    Object.entries(isObject(configured) ? configured : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
  const chosen = section.get<unknown>('model');
  const name = typeof chosen === 'string' ? chosen.trim() : '';
  const model = name === '' ? undefined : parseModelName(name, endpoints);
  const invalid = Object.entries(endpoints).flatMap(([endpoint, address]): readonly Problem[] => {
    const problem = addressProblem(address);
    return problem === undefined
      ? []
      : [settingProblem('skillwright.endpoints', `The address of the endpoint '${endpoint}' is invalid. ${problem}`)];
  });
  return defined({
    endpoints,
    model: typeof model === 'object' ? model : undefined,
    problems: [
      ...(typeof model === 'string'
        ? [settingProblem('skillwright.model', `The model '${name}' is invalid. ${model}`)]
        : []),
      ...invalid,
    ],
  });
}

function settingProblem(setting: string, label: string): Problem {
  return {
    icon: 'warning',
    label: plainText(label),
    detail: `Opens the setting ${setting}`,
    action: { do: 'open-setting', setting },
  };
}
