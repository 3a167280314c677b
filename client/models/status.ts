import * as vscode from 'vscode';
import type { RunMemory } from '../dialogs/memory.ts';
import { endpointOf } from './endpoint.ts';
import { displayName } from './model-names.ts';
import { plainText } from './model-text.ts';
import { readModelSettings } from './settings.ts';

/** Maximum number of characters of a model's name in the status bar. */
const MAX_NAME_LENGTH = 30;

/** Shows the preselected model of the next run in the status bar. A click selects another. */
export function showModelStatus(memory: RunMemory): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('skillwright.model', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Skillwright Model';
  item.command = 'skillwright.selectModel';
  const update = (): void => {
    const { endpoints, model: configured } = readModelSettings();
    const model = memory.model() ?? configured;
    if (model === undefined) {
      item.text = '$(hubot) Select Model';
      item.tooltip = 'Skillwright: Select a model for runs in this workspace';
      item.accessibilityInformation = { label: 'Skillwright: no model selected. Select Model' };
    } else {
      const name = plainText(displayName(model, endpoints));
      const addressText =
        model.baseUrl === undefined ? '' : ` at ${plainText(endpointOf(model)?.origin ?? model.baseUrl)}`;
      item.text = `$(hubot) ${name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name}`;
      item.tooltip = `Skillwright: ${name}${addressText} is the default model for the next run. Select another model`;
      item.accessibilityInformation = { label: `Skillwright: model ${name}${addressText}. Select another model` };
    }
    item.show();
  };
  update();
  return vscode.Disposable.from(
    item,
    memory.onDidChangeModel(update),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('skillwright') && update()),
  );
}
