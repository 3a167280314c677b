import * as vscode from 'vscode';
import { isPrivate, type Place } from './address.ts';
import { checkedBox, type Outcome } from './checked-box.ts';
import { keyProblem } from './keys.ts';
import type { ModelParts } from './parts.ts';
import { plain } from './words.ts';

/**
 * Asks for the key of this place, checks it by listing the models there, and keeps it for the place's origin alone. A key
 * that does not work, or cannot be checked, stays in the box: it can be corrected, checked again or saved all the same.
 * @param why a sentence that says what needs it, where that does not go without saying
 * @returns whether a key was saved; a failure has been told
 */
export async function setKey(parts: ModelParts, place: Place, why?: string): Promise<boolean> {
  const title = place.own ? place.provider.title : place.origin;
  const asking = parts.newAsker();
  const save = async (key: string): Promise<Outcome<true>> => {
    const kept = await parts.keys.set(place, key);
    parts.answers.clear();
    return kept.kind === 'kept'
      ? { kind: 'done', value: true }
      : { kind: 'failed', message: `The key could not be saved: ${plain(kept.message)}` };
  };
  const saved = await checkedBox({
    title: `API key for ${title}`,
    placeholder: `Key for ${place.origin}`,
    hint: [
      ...(why === undefined ? [] : [why]),
      `It is checked by listing the models there, kept in VS Code's secret storage, and sent to ${place.origin} alone.`,
      ...(isPrivate(place.origin) ? [] : ['The way there is not encrypted: others on it can read the key.']),
    ].join(' '),
    password: true,
    problem: keyProblem,
    asking: () => `Asking ${place.origin} for its models…`,
    async check(key) {
      const address = place.own ? {} : { baseUrl: place.baseUrl };
      const listed = await asking.list({ provider: place.provider.id, ...address, apiKey: key });
      if (listed.kind === 'models') return save(key);
      const what = listed.refused ? plain(listed.message) : `The key could not be checked: ${plain(listed.message)}`;
      const message = `${what} — Correct it and press Enter, or Enter alone to try again. The button above (Shift+Tab) saves it anyway, Escape leaves.`;
      return { kind: 'failed', message };
    },
    stop: () => asking.stop(),
    anyway: { icon: 'save', tooltip: 'Save Anyway, without a check that it works', take: save },
  });
  if (saved === true) vscode.window.setStatusBarMessage(`$(key) The key for ${title} is saved.`, 5000);
  return saved === true;
}
