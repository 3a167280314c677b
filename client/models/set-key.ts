import * as vscode from 'vscode';
import { type Endpoint, isPrivate } from './endpoint.ts';
import { keyProblem } from './keys.ts';
import { plainText } from './model-text.ts';
import type { ModelServices } from './services.ts';
import { type CheckResult, showValidatedInput } from './validated-input.ts';

/**
 * Prompts for the key of an endpoint, checks it by listing the models there, and stores it for the endpoint's origin only.
 * A key that fails the check stays in the input box, where it can be corrected, checked again or saved anyway.
 * @param reason a sentence that explains why the key is needed, if this is not obvious
 * @returns true if a key was saved; failures are shown to the user
 */
export async function setKey(services: ModelServices, endpoint: Endpoint, reason?: string): Promise<boolean> {
  const title = endpoint.isOfficial ? endpoint.provider.title : endpoint.origin;
  const client = services.newClient();
  const save = async (key: string): Promise<CheckResult<true>> => {
    const stored = await services.keys.set(endpoint, key);
    services.cachedAnswers.clear();
    return stored.kind === 'stored'
      ? { kind: 'done', value: true }
      : { kind: 'failed', message: `Cannot save the key: ${plainText(stored.message)}` };
  };
  const saved = await showValidatedInput({
    title: `API key for ${title}`,
    placeholder: `Key for ${endpoint.origin}`,
    hint: [
      ...(reason === undefined ? [] : [reason]),
      `The key is checked by listing the models, stored in VS Code's secret storage, and sent only to ${endpoint.origin}.`,
      ...(isPrivate(endpoint.origin)
        ? []
        : ['The connection is not encrypted, so others on the network can read the key.']),
    ].join(' '),
    password: true,
    validate: keyProblem,
    progressMessage: () => `Loading the models of ${endpoint.origin}…`,
    async check(key) {
      const address = endpoint.isOfficial ? {} : { baseUrl: endpoint.baseUrl };
      const result = await client.list({ provider: endpoint.provider.id, ...address, apiKey: key });
      if (result.kind === 'models') return save(key);
      const problem = result.refused ? plainText(result.message) : `Cannot check the key: ${plainText(result.message)}`;
      const message = `${problem} — Correct it if needed and press Enter to try again. Use the button above (Shift+Tab) to save it anyway, Escape to cancel.`;
      return { kind: 'failed', message };
    },
    stop: () => client.stop(),
    override: { icon: 'save', tooltip: 'Save Without Checking', accept: save },
  });
  if (saved === true) vscode.window.setStatusBarMessage(`$(key) The key for ${title} was saved.`, 5000);
  return saved === true;
}
