import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import type { Entry } from './entries.ts';
import { modelKey, sameModel } from './model-names.ts';
import { matchesFilter, type PickerChoice, TYPED_KEY } from './picker-filter.ts';

export interface ModelItem extends vscode.QuickPickItem {
  /** Absent for a group heading. */
  readonly chosen?: PickerChoice;
  /** Identifies the item across changes of the list. */
  readonly key: string;
}

const ADD_FAVORITE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('star-empty'),
  tooltip: 'Add to Favorites',
};
const REMOVE_FAVORITE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('star-full'),
  tooltip: 'Remove from Favorites',
};

/** Converts an entry to a quick pick item. */
export function toQuickPickItem(entry: Entry): ModelItem {
  if (entry.kind === 'group')
    return { label: entry.title, kind: vscode.QuickPickItemKind.Separator, key: `group ${entry.title}` };
  const { label, detail } = entry;
  if (entry.kind === 'action')
    return defined({
      label,
      detail,
      iconPath: new vscode.ThemeIcon(entry.icon),
      // Always shown, because it accepts a model that is not listed.
      alwaysShow: entry.action.do === 'other',
      chosen: { action: entry.action },
      key: `action ${JSON.stringify(entry.action)}`,
    });
  return defined({
    label,
    description: entry.description,
    detail,
    buttons: [entry.favorite ? REMOVE_FAVORITE : ADD_FAVORITE],
    chosen: { model: entry.choice },
    key: `model ${modelKey(entry.choice)}`,
  });
}

/** Creates an item for a model whose name was typed. Empty if a listed item matches. */
export function typedItem(text: string, model: ModelChoice, items: readonly ModelItem[]): readonly ModelItem[] {
  const isListed = (item: ModelItem): boolean =>
    item.chosen !== undefined &&
    'model' in item.chosen &&
    sameModel(item.chosen.model, model) &&
    matchesFilter(item, text);
  if (items.some(isListed)) return [];
  const item: ModelItem = defined({
    label: `Use ${text.trim()}`,
    description: model.baseUrl === undefined ? undefined : `at ${model.baseUrl}`,
    alwaysShow: true,
    chosen: { model },
    key: TYPED_KEY,
  });
  return [item];
}
