import * as vscode from 'vscode';
import { inDialogue } from '../editor/attention.ts';
import { isPrivate, type Place } from './address.ts';
import { keyProblem } from './keys.ts';
import type { ModelParts } from './parts.ts';
import { plain } from './words.ts';

const SAVE_ANYWAY: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('save'),
  tooltip: 'Save Anyway, without a check that it works',
};
const STOP: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('debug-stop'), tooltip: 'Stop the Check' };

/**
 * Asks for the key of this place, checks it by listing the models there, and keeps it for the place's origin alone. A key
 * that does not work, or cannot be checked, stays in the box: it can be corrected, checked again or saved all the same.
 * @param why a sentence that says what needs it, where that does not go without saying
 * @returns whether a key was saved; a failure has been told
 */
export function setKey(parts: ModelParts, place: Place, why?: string): Promise<boolean> {
  const title = place.own ? place.provider.title : place.origin;
  const box = vscode.window.createInputBox();
  const asking = parts.newAsker();
  box.title = `API key for ${title}`;
  box.password = true;
  box.ignoreFocusOut = true;
  box.placeholder = `Key for ${place.origin}`;
  const hint = [
    ...(why === undefined ? [] : [why]),
    `It is checked by listing the models there, kept in VS Code's secret storage, and sent to ${place.origin} alone.`,
    ...(isPrivate(place.origin) ? [] : ['The way there is not encrypted: others on it can read the key.']),
  ].join(' ');
  box.prompt = hint;
  /** Number of the check that goes on; 0 where none does. */
  let check = 0;
  let checks = 0;
  const idle = (): void => {
    check = 0;
    box.busy = false;
    box.prompt = hint;
    box.buttons = [];
  };
  const stop = (): void => {
    if (check === 0) return;
    asking.stop();
    idle();
  };
  const answered = new Promise<boolean>((resolve) => {
    let saved = false;
    const save = async (key: string): Promise<void> => {
      const kept = await parts.keys.set(place, key);
      parts.answers.clear();
      if (kept.kind === 'kept') {
        saved = true;
        box.hide();
        return;
      }
      box.buttons = [SAVE_ANYWAY];
      box.validationMessage = `The key could not be saved: ${plain(kept.message)}`;
    };
    const accept = async (): Promise<void> => {
      if (check > 0) return;
      const key = box.value.trim();
      const problem = keyProblem(key);
      box.validationMessage = problem;
      if (problem !== undefined) return;
      checks += 1;
      const mine = checks;
      check = mine;
      box.busy = true;
      box.buttons = [STOP];
      box.prompt = `Asking ${place.origin} for its models…`;
      const address = place.own ? {} : { baseUrl: place.baseUrl };
      const listed = await asking.list({ provider: place.provider.id, ...address, apiKey: key });
      if (check !== mine) return;
      idle();
      if (listed.kind === 'models') return save(key);
      box.buttons = [SAVE_ANYWAY];
      const what = listed.refused ? plain(listed.message) : `The key could not be checked: ${plain(listed.message)}`;
      box.validationMessage = `${what} — Correct it and press Enter, or Enter alone to try again. The button above (Shift+Tab) saves it anyway, Escape leaves.`;
    };
    box.onDidAccept(() => void accept());
    box.onDidChangeValue(() => {
      stop();
      box.validationMessage = undefined;
      box.buttons = [];
    });
    box.onDidTriggerButton((button) => {
      if (button === STOP) stop();
      const problem = keyProblem(box.value.trim());
      if (button === SAVE_ANYWAY && problem === undefined) void save(box.value.trim());
    });
    box.onDidHide(() => {
      asking.stop();
      check = 0;
      box.dispose();
      if (saved) vscode.window.setStatusBarMessage(`$(key) The key for ${title} is saved.`, 5000);
      resolve(saved);
    });
    box.show();
  });
  return inDialogue(answered);
}
