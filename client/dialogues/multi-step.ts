import * as vscode from 'vscode';
import { inDialogue } from '../editor/attention.ts';
import { chosenOf, firstFound, focusOf, meant } from './several.ts';

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
  /** Its place in a dialogue of several; absent: it stands alone. */
  readonly step?: number;
  readonly totalSteps?: number;
  readonly placeholder: string;
  readonly items: Promise<readonly PickItem<T>[]> | readonly PickItem<T>[];
  /** Label of the item that stands selected at first. */
  readonly active?: string | Promise<string | undefined>;
  /** Makes an item of what the user typed, so that a list of remembered values also takes a new one. */
  readonly typed?: (text: string) => PickItem<T> | undefined;
  /** That item stands below what is listed: it is chosen where nothing listed is found. */
  readonly typedLast?: boolean;
  /** Text in the box at first. */
  readonly value?: string;
  /** Several items can be checked. */
  readonly several?: {
    /** Labels of those that are checked at first. */
    readonly checked: Promise<readonly string[]>;
    /** One answer of the values of those that are chosen, never of none. */
    together(values: readonly T[]): T;
  };
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

/** What a list is filled with once all of it is there. */
type Loaded<T> = readonly [
  items: readonly PickItem<T>[],
  active: string | undefined,
  checked?: readonly string[] | undefined,
];

function ask<T>(options: StepOptions<T>): Promise<StepResult<T>> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<PickItem<T>>();
    let items: readonly PickItem<T>[] = [];
    const show = (): void => {
      const typed = options.typed?.(pick.value);
      const others = items.filter((item) => item.label !== typed?.label);
      const listed = typed === undefined ? items : options.typedLast ? [...others, typed] : [typed, ...others];
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
    if ((options.step ?? 1) > 1) pick.buttons = [vscode.QuickInputButtons.Back];
    let result: StepResult<T> = { kind: 'cancelled' };
    const finish = (value: StepResult<T>): void => {
      result = value;
      pick.hide();
    };
    pick.onDidTriggerButton(() => finish({ kind: 'back' }));
    let preset: readonly PickItem<T>[] = [];
    let first: PickItem<T> | undefined;
    let isLoaded = false;
    let isWaiting = false;
    /** What Enter means, with the focus on the item that VS Code names, or on none where it has not put it on any yet. */
    const accept = (told: PickItem<T> | undefined): void => {
      const { several, typedLast } = options;
      if (several !== undefined && items.length > 0) {
        const active = focusOf(items, told, pick.value);
        const chosen = chosenOf({ active, checked: pick.selectedItems, preset, typed: pick.value });
        if (chosen.length > 0) finish({ kind: 'value', value: several.together(chosen.map(({ value }) => value)) });
        return;
      }
      const chosen = told ?? meant({ items, first, typed: pick.value, own: options.typed?.(pick.value), typedLast });
      if (chosen !== undefined) finish({ kind: 'value', value: chosen.value });
    };
    pick.onDidAccept(() => {
      // What is typed does not depend on the list, unless it stands below.
      const isTyped = !options.typedLast && options.typed?.(pick.value) !== undefined;
      if (isLoaded || isTyped) accept((pick.canSelectMany ? pick.activeItems : pick.selectedItems)[0]);
      else isWaiting = true;
    });
    // Who goes on typing does not mean the Enter before any more.
    pick.onDidChangeValue(() => {
      isWaiting = false;
    });
    if (options.typed !== undefined) pick.onDidChangeValue(show);
    if (options.several !== undefined)
      pick.onDidChangeValue((text) => {
        const found = firstFound(items, text);
        if (found !== undefined) pick.activeItems = [found];
      });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(result);
    });
    const load = ([loaded, wanted, checked]: Loaded<T>): void => {
      items = loaded;
      // Where there is nothing to check, the one thing to do is chosen as ever.
      pick.canSelectMany = options.several !== undefined && items.length > 0;
      show();
      preset = pick.items.filter(({ label }) => checked?.includes(label));
      if (pick.canSelectMany) pick.selectedItems = preset;
      pick.busy = false;
      first = pick.items.find((item) => item.label === wanted);
      // Who has typed by now means what that finds.
      const active = pick.value.trim() === '' ? first : pick.canSelectMany && firstFound(items, pick.value);
      if (active) pick.activeItems = [active];
      first ??= items[0];
      isLoaded = true;
      // Who pressed Enter before the list came means an entry of it, never what is said where it is empty.
      if (isWaiting) accept(pick.canSelectMany ? pick.activeItems[0] : undefined);
    };
    const { items: listed, active, several } = options;
    if (listed instanceof Promise || active instanceof Promise || several !== undefined) {
      pick.busy = true;
      void Promise.all([listed, active, several?.checked]).then(load);
    } else load([listed, active]);
    pick.show();
  });
}
