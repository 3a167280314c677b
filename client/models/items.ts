import * as vscode from 'vscode';
import type { ModelChoice } from '../dialogues/memory.ts';
import type { Entry } from './entries.ts';
import { type Chosen, isFound, TYPED } from './found.ts';
import { modelKey, sameModel } from './names.ts';

export interface ModelItem extends vscode.QuickPickItem {
  /** Absent for the head of a group. */
  readonly chosen?: Chosen;
  /** Tells the item from the others, over changes of the list. */
  readonly key: string;
}

const ADD: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('star-empty'), tooltip: 'Add to Favourites' };
const REMOVE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('star-full'),
  tooltip: 'Remove from Favourites',
};

/** An entry as VS Code lists it. */
export function itemOf(entry: Entry): ModelItem {
  if (entry.kind === 'group')
    return { label: entry.title, kind: vscode.QuickPickItemKind.Separator, key: `group ${entry.title}` };
  const { label, detail } = entry;
  if (entry.kind === 'action')
    return {
      label,
      ...(detail === undefined ? {} : { detail }),
      iconPath: new vscode.ThemeIcon(entry.icon),
      // Whatever is typed: a model that is not listed is named there.
      alwaysShow: entry.action.do === 'other',
      chosen: { action: entry.action },
      key: `action ${JSON.stringify(entry.action)}`,
    };
  return {
    label,
    ...(entry.description === undefined ? {} : { description: entry.description }),
    ...(detail === undefined ? {} : { detail }),
    buttons: [entry.favourite ? REMOVE : ADD],
    chosen: { model: entry.choice },
    key: `model ${modelKey(entry.choice)}`,
  };
}

/** The model that was typed into the box by its name; none where an item is found by that. */
export function typedItem(text: string, model: ModelChoice, items: readonly ModelItem[]): readonly ModelItem[] {
  const isListed = (item: ModelItem): boolean =>
    item.chosen !== undefined && 'model' in item.chosen && sameModel(item.chosen.model, model) && isFound(item, text);
  if (items.some(isListed)) return [];
  const item = {
    label: `Use ${text.trim()}`,
    ...(model.baseUrl === undefined ? {} : { description: `at ${model.baseUrl}` }),
    alwaysShow: true,
    chosen: { model },
    key: TYPED,
  };
  return [item];
}
