import * as vscode from 'vscode';
import { trackDialog } from '../editor/attention.ts';
import { acceptedItem, acceptedItems, bestMatch, focusedItem } from './accepted-items.ts';

/** The result of one step of a quick-pick dialog. */
export type StepResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'cancelled' };

export interface PickItem<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface StepOptions<T> {
  readonly title: string;
  /** The step number within a dialog; absent if it has only one step. */
  readonly step?: number;
  readonly totalSteps?: number;
  /** Shows the Back button in the first step, too. */
  readonly canGoBack?: boolean;
  readonly placeholder: string;
  readonly items: Promise<readonly PickItem<T>[]> | readonly PickItem<T>[];
  /** The label of the initially selected item. */
  readonly active?: string | Promise<string | undefined>;
  /** Creates an item from the typed text, so that a list of remembered values also accepts a new one. */
  readonly itemFromInput?: (text: string) => PickItem<T> | undefined;
  /** Lists that item last, so that it is chosen only if no other item matches. */
  readonly inputItemLast?: boolean;
  /** The initial text in the input box. */
  readonly value?: string;
  /** Allows several items to be checked. */
  readonly multiSelect?: {
    /** The labels of the initially checked items. */
    readonly checked: Promise<readonly string[]>;
    /** Combines the values of the chosen items; never called with an empty list. */
    combine(values: readonly T[]): T;
  };
  /** The item shown if the list is empty, with what to do about it. */
  readonly emptyItem?: PickItem<T>;
}

/**
 * Shows one step of a dialog: a quick pick with a Back button from the second step on. It stays open when the window
 * loses focus, so that switching windows does not discard the answers.
 */
export function pickStep<T>(options: StepOptions<T>): Promise<StepResult<T>> {
  return trackDialog(showStep(options));
}

/** The contents of a list once they are all loaded. */
type Loaded<T> = readonly [
  items: readonly PickItem<T>[],
  active: string | undefined,
  checked?: readonly string[] | undefined,
];

function showStep<T>(options: StepOptions<T>): Promise<StepResult<T>> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<PickItem<T>>();
    let items: readonly PickItem<T>[] = [];
    const show = (): void => {
      const typed = options.itemFromInput?.(pick.value);
      const others = items.filter((item) => item.label !== typed?.label);
      const listed = typed === undefined ? items : options.inputItemLast ? [...others, typed] : [typed, ...others];
      pick.items = listed.length > 0 || options.emptyItem === undefined ? listed : [options.emptyItem];
    };
    pick.title = options.title;
    pick.step = options.step;
    pick.totalSteps = options.totalSteps;
    pick.placeholder = options.placeholder;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.ignoreFocusOut = true;
    pick.value = options.value ?? '';
    if ((options.step ?? 1) > 1 || options.canGoBack === true) pick.buttons = [vscode.QuickInputButtons.Back];
    let result: StepResult<T> = { kind: 'cancelled' };
    const finish = (value: StepResult<T>): void => {
      result = value;
      pick.hide();
    };
    pick.onDidTriggerButton(() => finish({ kind: 'back' }));
    let preset: readonly PickItem<T>[] = [];
    let initial: PickItem<T> | undefined;
    let isLoaded = false;
    let isWaiting = false;
    /** The item that was unchecked last: a click unchecks an item without a focus, and means this one if no other is checked. */
    let unchecked: PickItem<T> | undefined;
    /** Handles Enter. `reported` is the focused item according to VS Code, or undefined if it has not focused any yet. */
    const accept = (reported: PickItem<T> | undefined): void => {
      const { multiSelect, inputItemLast } = options;
      if (multiSelect !== undefined && items.length > 0) {
        const active = focusedItem(items, reported ?? unchecked, pick.value);
        const chosen = acceptedItems({ active, checked: pick.selectedItems, preset, typed: pick.value });
        if (chosen.length > 0) finish({ kind: 'value', value: multiSelect.combine(chosen.map(({ value }) => value)) });
        return;
      }
      const chosen =
        reported ??
        acceptedItem({
          items,
          first: initial,
          typed: pick.value,
          inputItem: options.itemFromInput?.(pick.value),
          inputItemLast,
        });
      if (chosen !== undefined) finish({ kind: 'value', value: chosen.value });
    };
    pick.onDidAccept(() => {
      // An item created from the typed text does not depend on the list, unless it is listed last.
      const isTyped = !options.inputItemLast && options.itemFromInput?.(pick.value) !== undefined;
      if (isLoaded || isTyped) accept((pick.canSelectMany ? pick.activeItems : pick.selectedItems)[0]);
      else isWaiting = true;
    });
    // Further typing cancels an Enter that is still waiting for the list.
    pick.onDidChangeValue(() => {
      isWaiting = false;
    });
    if (options.itemFromInput !== undefined) pick.onDidChangeValue(show);
    if (options.multiSelect !== undefined) {
      pick.onDidChangeValue((text) => {
        const match = bestMatch(items, text);
        if (match !== undefined) pick.activeItems = [match];
      });
      let checked: readonly PickItem<T>[] = [];
      pick.onDidChangeSelection((now) => {
        unchecked = checked.find((item) => !now.includes(item)) ?? unchecked;
        checked = now;
      });
    }
    pick.onDidHide(() => {
      pick.dispose();
      resolve(result);
    });
    const load = ([loaded, activeLabel, checked]: Loaded<T>): void => {
      items = loaded;
      // An empty list shows `emptyItem`, which is chosen as in a single-select pick.
      pick.canSelectMany = options.multiSelect !== undefined && items.length > 0;
      show();
      preset = pick.items.filter(({ label }) => checked?.includes(label));
      if (pick.canSelectMany) pick.selectedItems = preset;
      pick.busy = false;
      initial = pick.items.find((item) => item.label === activeLabel);
      // Text typed while the list was loading takes precedence over the initial selection.
      const active = pick.value.trim() === '' ? initial : pick.canSelectMany && bestMatch(items, pick.value);
      if (active) pick.activeItems = [active];
      initial ??= items[0];
      isLoaded = true;
      // An Enter pressed before the list was loaded accepts one of its items, never `emptyItem`.
      if (isWaiting) accept(pick.canSelectMany ? pick.activeItems[0] : undefined);
    };
    const { items: listed, active, multiSelect } = options;
    if (listed instanceof Promise || active instanceof Promise || multiSelect !== undefined) {
      pick.busy = true;
      void Promise.all([listed, active, multiSelect?.checked]).then(load);
    } else load([listed, active]);
    pick.show();
  });
}
