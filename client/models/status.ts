import * as vscode from 'vscode';
import type { RunMemory } from '../dialogues/memory.ts';
import { placeOf } from './address.ts';
import { nameOf } from './names.ts';
import { modelSettings } from './settings.ts';
import { plain } from './words.ts';

/** Characters of a model's name: the status bar is narrow. */
const LONGEST = 30;

/** Shows in the status bar which model the next run offers first; a click chooses another. */
export function showModelStatus(memory: RunMemory): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('skillwright.model', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Skillwright Model';
  item.command = 'skillwright.selectModel';
  const update = (): void => {
    const { endpoints, model: set } = modelSettings();
    const model = memory.model() ?? set;
    if (model === undefined) {
      item.text = '$(hubot) Select Model';
      item.tooltip = 'Skillwright: no model is chosen for runs in this workspace. Select one';
      item.accessibilityInformation = { label: 'Skillwright: no model is chosen. Select Model' };
    } else {
      const name = plain(nameOf(model, endpoints));
      const short = name.replace(/^simulated\//, 'Simulated: ');
      const at = model.baseUrl === undefined ? '' : ` at ${plain(placeOf(model)?.origin ?? model.baseUrl)}`;
      item.text = `$(hubot) ${short.length > LONGEST ? `${short.slice(0, LONGEST - 1)}…` : short}`;
      item.tooltip = `Skillwright: the next run offers ${name}${at} first. Select another model`;
      item.accessibilityInformation = { label: `Skillwright: model ${name}${at}. Select another model` };
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
