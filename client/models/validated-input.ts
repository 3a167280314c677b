import * as vscode from 'vscode';
import { trackDialog } from '../editor/attention.ts';

/** The outcome of checking or saving a text. */
export type CheckResult<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The message shown below the input box, which stays open. */
  | { readonly kind: 'failed'; readonly message: string };

export interface ValidatedInputOptions<T> {
  readonly title: string;
  readonly placeholder?: string;
  /** The default text below the input box. */
  readonly hint: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Validates the text locally, before the check. Returns an error message, or undefined if it is valid. */
  validate(text: string): string | undefined;
  /** The text below the input box during the check. */
  progressMessage(text: string): string;
  /** Checks the text. Never rejects. */
  check(text: string): Promise<CheckResult<T>>;
  /** Cancels the check. Also called if none is running. */
  stop(): void;
  /** The button that accepts a text even though it failed the check. */
  readonly override: { readonly icon: string; readonly tooltip: string; accept(text: string): Promise<CheckResult<T>> };
}

const STOP: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('debug-stop'), tooltip: 'Stop the Check' };

/**
 * Prompts for a text and checks it on Enter. The check can be stopped. A text that fails it stays in the input box, where it
 * can be corrected, checked again, or accepted anyway. Returns undefined if cancelled.
 */
export function showValidatedInput<T>(options: ValidatedInputOptions<T>): Promise<T | undefined> {
  const overrideButton: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon(options.override.icon),
    tooltip: options.override.tooltip,
  };
  const box = vscode.window.createInputBox();
  box.title = options.title;
  box.placeholder = options.placeholder;
  box.prompt = options.hint;
  box.value = options.value ?? '';
  box.password = options.password ?? false;
  box.ignoreFocusOut = true;
  /** The number of the running check; 0 if none is running. */
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
  const answer = new Promise<T | undefined>((resolve) => {
    let result: T | undefined;
    const apply = (outcome: CheckResult<T>): void => {
      if (outcome.kind === 'done') {
        result = outcome.value;
        box.hide();
        return;
      }
      box.buttons = [overrideButton];
      box.validationMessage = outcome.message;
    };
    const validText = (): string | undefined => {
      const text = box.value.trim();
      box.validationMessage = options.validate(text);
      return box.validationMessage === undefined ? text : undefined;
    };
    box.onDidAccept(async () => {
      const text = check > 0 ? undefined : validText();
      if (text === undefined) return;
      checks += 1;
      const mine = checks;
      check = mine;
      box.busy = true;
      box.buttons = [STOP];
      box.prompt = options.progressMessage(text);
      const outcome = await options.check(text);
      if (check !== mine) return;
      idle();
      apply(outcome);
    });
    box.onDidChangeValue(() => {
      stop();
      box.validationMessage = undefined;
      box.buttons = [];
    });
    box.onDidTriggerButton(async (button) => {
      if (button === STOP) return stop();
      const text = validText();
      if (text !== undefined) apply(await options.override.accept(text));
    });
    box.onDidHide(() => {
      options.stop();
      check = 0;
      box.dispose();
      resolve(result);
    });
    box.show();
  });
  return trackDialog(answer);
}
