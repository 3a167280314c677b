import * as vscode from 'vscode';
import { inDialogue } from '../editor/attention.ts';

/** What a step of a quick-pick dialogue answers. */
export type StepResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'cancelled' };

export interface PickItem<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface StepOptions<T> {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly placeholder: string;
  readonly items: Promise<readonly PickItem<T>[]> | readonly PickItem<T>[];
  /** Label of the item that stands selected at first. */
  readonly active?: string | Promise<string | undefined>;
  /** Makes an item of what the user typed, so that a list of remembered values also takes a new one. */
  readonly typed?: (text: string) => PickItem<T> | undefined;
  /** Text in the box at first. */
  readonly value?: string;
  /** Said where the list is empty, with what to do. */
  readonly empty?: PickItem<T>;
}

/**
 * One step of a dialogue: a quick pick with a Back button from the second step on. It stays open when the window loses
 * the focus, so that a look at another window does not throw the answers away.
 */
export function pickStep<T>(options: StepOptions<T>): Promise<StepResult<T>> {
  return inDialogue(ask(options));
}

function ask<T>(options: StepOptions<T>): Promise<StepResult<T>> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<PickItem<T>>();
    let items: readonly PickItem<T>[] = [];
    const show = (): void => {
      const typed = options.typed?.(pick.value);
      const listed = typed === undefined ? items : [typed, ...items.filter((item) => item.label !== typed.label)];
      pick.items = listed.length > 0 || options.empty === undefined ? listed : [options.empty];
    };
    pick.title = options.title;
    pick.step = options.step;
    pick.totalSteps = options.totalSteps;
    pick.placeholder = options.placeholder;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.ignoreFocusOut = true;
    pick.value = options.value ?? '';
    if (options.step > 1) pick.buttons = [vscode.QuickInputButtons.Back];
    let result: StepResult<T> = { kind: 'cancelled' };
    const finish = (value: StepResult<T>): void => {
      result = value;
      pick.hide();
    };
    pick.onDidTriggerButton(() => finish({ kind: 'back' }));
    pick.onDidAccept(() => {
      // Enter right behind the last key may come before the list with what was typed.
      const chosen = pick.selectedItems[0] ?? options.typed?.(pick.value);
      if (chosen !== undefined) finish({ kind: 'value', value: chosen.value });
    });
    if (options.typed !== undefined) pick.onDidChangeValue(show);
    pick.onDidHide(() => {
      pick.dispose();
      resolve(result);
    });
    pick.busy = true;
    pick.show();
    void Promise.all([options.items, options.active]).then(([loaded, wanted]) => {
      items = loaded;
      show();
      pick.busy = false;
      const active = pick.items.find((item) => item.label === wanted);
      if (active !== undefined) pick.activeItems = [active];
    });
  });
}
