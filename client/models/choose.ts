import * as vscode from 'vscode';
import type { MissingKey } from '../../runtime/protocol/models.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import type { StepResult } from '../dialogs/multi-step.ts';
import { promptForEndpointModel } from './custom-endpoint.ts';
import { endpointAt } from './endpoint.ts';
import { type Action, isListed } from './entries.ts';
import { parseModelName } from './model-names.ts';
import { plainText } from './model-text.ts';
import { type PickerOptions, showModelPicker } from './picker.ts';
import type { ModelServices } from './services.ts';
import { setKey } from './set-key.ts';
import { readModelSettings } from './settings.ts';

/**
 * Prompts for a model until a usable one is chosen. Also prompts for a key if its provider needs one and none is set.
 */
export async function chooseModel(services: ModelServices, options: PickerOptions): Promise<StepResult<ModelChoice>> {
  for (;;) {
    const result = await showModelPicker(services, options);
    if (result.kind !== 'value') return result;
    const { value } = result;
    const model = 'model' in value ? value.model : await performAction(value.action, services);
    if (model === 'left') return { kind: 'cancelled' };
    if (model !== undefined && (await ensureKey(services, model))) return { kind: 'value', value: model };
  }
}

/**
 * Ensures that a key is set if the model's provider needs one, prompting for it if necessary. Returns false if cancelled.
 * @param beforePrompt called if there is a prompt
 */
export async function ensureKey(
  services: ModelServices,
  model: ModelChoice,
  beforePrompt: () => void = () => {},
): Promise<boolean> {
  const endpoint = await services.keys.endpointMissingKey(model);
  if (endpoint === undefined) return true;
  beforePrompt();
  return setKey(services, endpoint);
}

/** Prompts for a key that an agent of a run, or one that it calls, needs. Returns false if cancelled. */
export async function setMissingKey(services: ModelServices, { provider, agents }: MissingKey): Promise<boolean> {
  const endpoint = endpointAt(provider);
  if (endpoint === undefined) return false;
  const names = agents.map((name) => `'${plainText(name)}'`).join(', ');
  const reason = agents.length === 1 ? `The agent ${names} needs this key` : `The agents ${names} need this key`;
  return setKey(services, endpoint, agents.length === 0 ? undefined : `${reason} for this run.`);
}

/** Performs an action. Returns a model, undefined to show the list again, or `left` if another view was opened. */
async function performAction(action: Action, services: ModelServices): Promise<ModelChoice | 'left' | undefined> {
  switch (action.do) {
    case 'other':
      return promptForModelName(services, action.text ?? '');
    case 'endpoint':
      return promptForEndpointModel(services);
    case 'set-key': {
      const endpoint = endpointAt(action.provider, action.baseUrl);
      if (endpoint !== undefined) await setKey(services, endpoint);
      return undefined;
    }
    case 'open-setting':
      await vscode.commands.executeCommand('workbench.action.openSettings', action.setting);
      return 'left';
    default:
      return undefined;
  }
}

async function promptForModelName(services: ModelServices, value: string): Promise<ModelChoice | undefined> {
  const { endpoints } = readModelSettings();
  const name = await vscode.window.showInputBox({
    title: 'Other model',
    prompt: 'PROVIDER/ID as used by the provider, or NAME/ID with the name of an endpoint in your settings',
    placeHolder: 'anthropic/claude-sonnet-4-5',
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const model = parseModelName(text, endpoints);
      if (typeof model === 'string') return model;
      if (isListed(model, [...services.cachedAnswers.values()]) !== false) return undefined;
      const message = 'The provider does not list a model with this name. You can use it anyway.';
      return { message, severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
  const model = name === undefined ? undefined : parseModelName(name, endpoints);
  return typeof model === 'object' ? model : undefined;
}
