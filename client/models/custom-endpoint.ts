/** The dialog of "OpenAI-compatible endpoint…": prompts for an address and checks it, then for a name and a model. */
import * as vscode from 'vscode';
import type { KnownModel } from '../../runtime/protocol/models.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { type PickItem, pickStep } from '../dialogs/multi-step.ts';
import { addressProblem, type Endpoint, endpointAt } from './endpoint.ts';
import { endpointNameOf, endpointNameProblem, suggestName } from './endpoint-name.ts';
import { formatLimits, plainText } from './model-text.ts';
import type { ModelServices } from './services.ts';
import { setKey } from './set-key.ts';
import { readModelSettings } from './settings.ts';
import { type CheckResult, showValidatedInput } from './validated-input.ts';

const TITLE = 'OpenAI-compatible endpoint';
const PROVIDER = 'openai-compatible';
const EXAMPLE = 'http://127.0.0.1:1234/v1';

/** An endpoint and the result of its check. Without models if it lists none or was not checked. */
interface CheckedEndpoint {
  readonly endpoint: Endpoint;
  readonly models: readonly KnownModel[];
  /** Set if the endpoint requires a key (`no-key`) or rejects the stored one (`key`). */
  readonly refused?: 'no-key' | 'key';
}

/** Prompts for an endpoint and one of its models. Returns undefined if cancelled. */
export async function promptForEndpointModel(services: ModelServices): Promise<ModelChoice | undefined> {
  const entered = await promptForEndpoint(services);
  const checked = entered?.refused === undefined ? entered : await listWithKey(services, entered, entered.refused);
  if (checked === undefined) return undefined;
  if (!(await saveEndpointName(checked.endpoint.baseUrl))) return undefined;
  const id = await promptForModel(checked);
  return id === undefined ? undefined : { id: `${PROVIDER}/${id}`, baseUrl: checked.endpoint.baseUrl };
}

/** Prompts for the address of an endpoint without contacting it. Returns undefined if cancelled. */
export function promptForAddress(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: TITLE,
    prompt: 'Base URL of the endpoint, including the version',
    value: EXAMPLE,
    ignoreFocusOut: true,
    validateInput: addressProblem,
  });
}

function promptForEndpoint(services: ModelServices): Promise<CheckedEndpoint | undefined> {
  const client = services.newClient();
  const unchecked = (address: string): CheckResult<CheckedEndpoint> => {
    const endpoint = endpointAt(PROVIDER, address);
    return endpoint === undefined
      ? { kind: 'failed', message: 'Enter the address of an endpoint.' }
      : { kind: 'done', value: { endpoint, models: [] } };
  };
  return showValidatedInput<CheckedEndpoint>({
    title: TITLE,
    hint: 'Base URL of the endpoint, including the version. It is checked by listing its models.',
    value: EXAMPLE,
    validate: addressProblem,
    progressMessage: (address) => `Loading the models of ${new URL(address).origin}…`,
    async check(address): Promise<CheckResult<CheckedEndpoint>> {
      const outcome = unchecked(address);
      if (outcome.kind === 'failed') return outcome;
      const { endpoint } = outcome.value;
      // The key was entered for this origin.
      const apiKey = await services.keys.get(endpoint.origin);
      const key = apiKey === undefined ? {} : { apiKey };
      const result = await client.list({ provider: PROVIDER, baseUrl: endpoint.baseUrl, ...key });
      if (result.kind === 'models') return { kind: 'done', value: { endpoint, models: result.models } };
      if (result.refused) {
        return { kind: 'done', value: { endpoint, models: [], refused: apiKey === undefined ? 'no-key' : 'key' } };
      }
      const version = new URL(endpoint.baseUrl).pathname === '/' ? '. Most addresses end in /v1' : '';
      const message = `Start the server or correct the address, then press Enter: ${plainText(result.message)}${version} — Use the button above (Shift+Tab) to use it anyway, Escape to cancel.`;
      return { kind: 'failed', message };
    },
    stop: () => client.stop(),
    override: {
      icon: 'check',
      tooltip: 'Use Anyway and Enter the Model by Name',
      accept: async (address) => unchecked(address),
    },
  });
}

/** Prompts for the key of the endpoint and lists its models with it. Returns undefined if cancelled. */
async function listWithKey(
  services: ModelServices,
  { endpoint }: CheckedEndpoint,
  refused: NonNullable<CheckedEndpoint['refused']>,
): Promise<CheckedEndpoint | undefined> {
  const reason = refused === 'key' ? 'The endpoint rejected the current key.' : 'The endpoint requires a key.';
  if (!(await setKey(services, endpoint, reason))) return undefined;
  const apiKey = await services.keys.get(endpoint.origin);
  const client = services.newClient();
  try {
    const key = apiKey === undefined ? {} : { apiKey };
    const result = await client.list({ provider: PROVIDER, baseUrl: endpoint.baseUrl, ...key });
    return { endpoint, models: result.kind === 'models' ? result.models : [] };
  } finally {
    client.stop();
  }
}

/** Saves the endpoint under a name in the user's settings unless it has one. Returns false if cancelled. */
async function saveEndpointName(address: string): Promise<boolean> {
  const { endpoints } = readModelSettings();
  if (endpointNameOf(address, endpoints) !== undefined) return true;
  const entered = await vscode.window.showInputBox({
    title: TITLE,
    prompt:
      'Name under which to save this endpoint; its models are listed as NAME/ID. Leave empty to use it only once.',
    value: suggestName(address, endpoints),
    ignoreFocusOut: true,
    validateInput: (text) => endpointNameProblem(text.trim(), address, endpoints),
  });
  const name = entered?.trim();
  if (name === undefined) return false;
  if (name === '') return true;
  try {
    await vscode.workspace
      .getConfiguration('skillwright')
      .update('endpoints', { ...endpoints, [name]: address }, vscode.ConfigurationTarget.Global);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    void vscode.window.showWarningMessage(
      `The endpoint is used only this time. The setting skillwright.endpoints could not be saved: ${plainText(message)}`,
    );
  }
  return true;
}

/** Prompts for one of the models, or for a name if the endpoint lists none. */
async function promptForModel({ endpoint, models }: CheckedEndpoint): Promise<string | undefined> {
  if (models.length === 0) {
    const id = await vscode.window.showInputBox({
      title: TITLE,
      prompt: `Name of the model: ${endpoint.origin} lists none`,
      placeHolder: 'qwen3-8b',
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === '' ? 'Enter the name of the model as used by the endpoint' : undefined),
    });
    return id?.trim();
  }
  const items = models.map(({ name, ...details }): PickItem<string> => {
    const id = name.slice(PROVIDER.length + 1);
    const detail = formatLimits(details);
    const title = details.title === undefined || details.title === id ? {} : { description: plainText(details.title) };
    return defined({ label: plainText(id), ...title, detail: detail || undefined, value: id });
  });
  const picked = await pickStep({
    title: TITLE,
    placeholder: `Which model of ${endpoint.origin}? Type the name of one that is not listed`,
    items,
    itemFromInput: (text): PickItem<string> | undefined => {
      const id = text.trim();
      const isListed = models.some(({ name }) => name === `${PROVIDER}/${id}`);
      return id === '' || isListed ? undefined : { label: `Use ${plainText(id)}`, value: id, alwaysShow: true };
    },
    inputItemLast: true,
  });
  return picked.kind === 'value' ? picked.value : undefined;
}
