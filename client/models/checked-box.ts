import * as vscode from 'vscode';
import { trackDialogue } from '../editor/attention.ts';

/** What became of a text that was checked or kept. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** Said below the box, which stays open. */
  | { readonly kind: 'failed'; readonly message: string };

export interface CheckedBoxOptions<T> {
  readonly title: string;
  readonly placeholder?: string;
  /** Said below the box while nothing else is. */
  readonly hint: string;
  readonly value?: string;
  readonly password?: boolean;
  /** What is wrong with a text, before anybody is asked; undefined where nothing is. */
  problem(text: string): string | undefined;
  /** Said while the check goes on. */
  asking(text: string): string;
  /** Never rejects. */
  check(text: string): Promise<Outcome<T>>;
  /** Ends what a check asks; called where none goes on, too. */
  stop(): void;
  /** The button that takes a text although it failed its check. */
  readonly anyway: { readonly icon: string; readonly tooltip: string; take(text: string): Promise<Outcome<T>> };
}

const STOP: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('debug-stop'), tooltip: 'Stop the Check' };

/**
 * Asks for a text and checks it when it is entered. The check can be stopped; a text that fails it stays in the box, to be
 * corrected, checked again, or taken all the same. Undefined where the user left.
 */
export function checkedBox<T>(options: CheckedBoxOptions<T>): Promise<T | undefined> {
  const anyway: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon(options.anyway.icon),
    tooltip: options.anyway.tooltip,
  };
  const box = vscode.window.createInputBox();
  box.title = options.title;
  box.placeholder = options.placeholder;
  box.prompt = options.hint;
  box.value = options.value ?? '';
  box.password = options.password ?? false;
  box.ignoreFocusOut = true;
  /** Number of the check that goes on; 0 where none does. */
  let check = 0;
  let checks = 0;
  const idle = (): void => {
    check = 0;
    box.busy = false;
    box.prompt = options.hint;
    box.buttons = [];
  };
  const stop = (): void => {
    if (check === 0) return;
    options.stop();
    idle();
  };
  const answered = new Promise<T | undefined>((resolve) => {
    let result: T | undefined;
    const take = (outcome: Outcome<T>): void => {
      if (outcome.kind === 'done') {
        result = outcome.value;
        box.hide();
        return;
      }
      box.buttons = [anyway];
      box.validationMessage = outcome.message;
    };
    const usable = (): string | undefined => {
      const text = box.value.trim();
      box.validationMessage = options.problem(text);
      return box.validationMessage === undefined ? text : undefined;
    };
    box.onDidAccept(async () => {
      const text = check > 0 ? undefined : usable();
      if (text === undefined) return;
      checks += 1;
      const mine = checks;
      check = mine;
      box.busy = true;
      box.buttons = [STOP];
      box.prompt = options.asking(text);
      const outcome = await options.check(text);
      if (check !== mine) return;
      idle();
      take(outcome);
    });
    box.onDidChangeValue(() => {
      stop();
      box.validationMessage = undefined;
      box.buttons = [];
    });
    box.onDidTriggerButton(async (button) => {
      if (button === STOP) return stop();
      const text = usable();
      if (text !== undefined) take(await options.anyway.take(text));
    });
    box.onDidHide(() => {
      options.stop();
      check = 0;
      box.dispose();
      resolve(result);
    });
    box.show();
  });
  return trackDialogue(answered);
}
