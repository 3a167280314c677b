import * as vscode from 'vscode';
import type { MissingKey } from '../../runtime/protocol/models.ts';
import type { ModelChoice } from '../dialogues/memory.ts';
import type { StepResult } from '../dialogues/multi-step.ts';
import { placeAt } from './address.ts';
import { type Action, isListed } from './entries.ts';
import { readModel } from './names.ts';
import { endpointModel } from './own-endpoint.ts';
import type { ModelParts } from './parts.ts';
import { type PickerOptions, showModels } from './picker.ts';
import { setKey } from './set-key.ts';
import { modelSettings } from './settings.ts';
import { plain } from './words.ts';

/**
 * Asks for a model until there is one that can be asked: where its provider needs a key and none is set, for that, too.
 */
export async function chooseModel(parts: ModelParts, options: PickerOptions): Promise<StepResult<ModelChoice>> {
  for (;;) {
    const result = await showModels(parts, options);
    if (result.kind !== 'value') return result;
    const { value } = result;
    const model = 'model' in value ? value.model : await modelBy(value.action, parts);
    if (model === 'left') return { kind: 'cancelled' };
    if (model !== undefined && (await hasKey(parts, model))) return { kind: 'value', value: model };
  }
}

/** Whether the model's provider can be asked: offers to set the key where one is needed and there is none. */
export async function hasKey(parts: ModelParts, model: ModelChoice): Promise<boolean> {
  const place = await parts.keys.lacksKey(model);
  return place === undefined || setKey(parts, place);
}

/** Asks for a key that an agent of a run needs, called ones too; false where the user left. */
export async function askForKey(parts: ModelParts, { provider, agents }: MissingKey): Promise<boolean> {
  const place = placeAt(provider);
  if (place === undefined) return false;
  const names = agents.map((name) => `'${plain(name)}'`).join(', ');
  const who = agents.length === 1 ? `The agent ${names} needs it` : `The agents ${names} need it`;
  return setKey(parts, place, agents.length === 0 ? undefined : `${who} in this run.`);
}

/** What an action comes to: a model, nothing (the list is shown again), or another place in VS Code. */
async function modelBy(action: Action, parts: ModelParts): Promise<ModelChoice | 'left' | undefined> {
  switch (action.do) {
    case 'other':
      return otherModel(parts, action.text ?? '');
    case 'endpoint':
      return endpointModel(parts);
    case 'set-key': {
      const place = placeAt(action.provider, action.baseUrl);
      if (place !== undefined) await setKey(parts, place);
      return undefined;
    }
    case 'open-setting':
      await vscode.commands.executeCommand('workbench.action.openSettings', action.setting);
      return 'left';
    default:
      return undefined;
  }
}

async function otherModel(parts: ModelParts, value: string): Promise<ModelChoice | undefined> {
  const { endpoints } = modelSettings();
  const name = await vscode.window.showInputBox({
    title: 'Other model',
    prompt: 'PROVIDER/ID, as the provider calls it; or NAME/ID with an endpoint of your settings',
    placeHolder: 'anthropic/claude-sonnet-4-5',
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const model = readModel(text, endpoints);
      if (typeof model === 'string') return model;
      if (isListed(model, [...parts.answers.values()]) !== false) return undefined;
      const message = 'Its provider does not list a model of this name. It is asked all the same.';
      return { message, severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
  const model = name === undefined ? undefined : readModel(name, endpoints);
  return typeof model === 'object' ? model : undefined;
}
