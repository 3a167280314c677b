/** "OpenAI-compatible endpoint…": an address, checked where it is entered, a name for the next time, and a model of it. */
import * as vscode from 'vscode';
import type { KnownModel } from '../../runtime/protocol/models.ts';
import type { ModelChoice } from '../dialogues/memory.ts';
import { type PickItem, pickStep } from '../dialogues/multi-step.ts';
import { addressProblem, type Place, placeAt } from './address.ts';
import { checkedBox, type Outcome } from './checked-box.ts';
import { endpointNameOf, endpointNameProblem, suggestedName } from './endpoint-name.ts';
import type { ModelParts } from './parts.ts';
import { setKey } from './set-key.ts';
import { modelSettings } from './settings.ts';
import { limitsOf, plain } from './words.ts';

const TITLE = 'OpenAI-compatible endpoint';
const PROVIDER = 'openai-compatible';
const EXAMPLE = 'http://127.0.0.1:1234/v1';

/** An endpoint and what it answered; without models where it lists none, or was not asked. */
interface Found {
  readonly place: Place;
  readonly models: readonly KnownModel[];
  /** It answers nobody without a key, or not with the one that is set. */
  readonly refused?: 'no-key' | 'key';
}

/** Asks for an endpoint and a model of it; undefined where the user left. */
export async function endpointModel(parts: ModelParts): Promise<ModelChoice | undefined> {
  const entered = await askEndpoint(parts);
  const found = entered?.refused === undefined ? entered : await withKey(parts, entered, entered.refused);
  if (found === undefined) return undefined;
  if (!(await nameEndpoint(found.place.baseUrl))) return undefined;
  const id = await askModel(found);
  return id === undefined ? undefined : { id: `${PROVIDER}/${id}`, baseUrl: found.place.baseUrl };
}

/** Asks for the address of an endpoint, which is not asked anything; undefined where the user left. */
export function askAddress(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: TITLE,
    prompt: 'Base URL of the endpoint, with its version',
    value: EXAMPLE,
    ignoreFocusOut: true,
    validateInput: addressProblem,
  });
}

function askEndpoint(parts: ModelParts): Promise<Found | undefined> {
  const asking = parts.newAsker();
  const unasked = (address: string): Outcome<Found> => {
    const place = placeAt(PROVIDER, address);
    return place === undefined
      ? { kind: 'failed', message: 'This is no address of an endpoint.' }
      : { kind: 'done', value: { place, models: [] } };
  };
  return checkedBox<Found>({
    title: TITLE,
    hint: 'Base URL of the endpoint, with its version. It is checked by listing the models there.',
    value: EXAMPLE,
    problem: addressProblem,
    asking: (address) => `Asking ${new URL(address).origin} for its models…`,
    async check(address) {
      const outcome = unasked(address);
      if (outcome.kind === 'failed') return outcome;
      const { place } = outcome.value;
      // The key was entered for this very origin.
      const apiKey = await parts.keys.get(place.origin);
      const key = apiKey === undefined ? {} : { apiKey };
      const listed = await asking.list({ provider: PROVIDER, baseUrl: place.baseUrl, ...key });
      if (listed.kind === 'models') return { kind: 'done', value: { place, models: listed.models } };
      if (listed.refused) {
        return { kind: 'done', value: { place, models: [], refused: apiKey === undefined ? 'no-key' : 'key' } };
      }
      const version = new URL(place.baseUrl).pathname === '/' ? '. Most addresses end in /v1' : '';
      const message = `Start the server or correct the address, and press Enter: ${plain(listed.message)}${version} — The button above (Shift+Tab) uses it anyway, Escape leaves.`;
      return { kind: 'failed', message };
    },
    stop: () => asking.stop(),
    anyway: {
      icon: 'check',
      tooltip: 'Use Anyway: the model is named by hand',
      take: async (address) => unasked(address),
    },
  });
}

/** Asks for the key that the endpoint wants, and for its models with it; undefined where the user left. */
async function withKey(
  parts: ModelParts,
  { place }: Found,
  refused: NonNullable<Found['refused']>,
): Promise<Found | undefined> {
  const why = refused === 'key' ? 'It refused the key that is set.' : 'It answers nobody without a key.';
  if (!(await setKey(parts, place, why))) return undefined;
  const apiKey = await parts.keys.get(place.origin);
  const asking = parts.newAsker();
  try {
    const key = apiKey === undefined ? {} : { apiKey };
    const listed = await asking.list({ provider: PROVIDER, baseUrl: place.baseUrl, ...key });
    return { place, models: listed.kind === 'models' ? listed.models : [] };
  } finally {
    asking.stop();
  }
}

/** Keeps the endpoint under a name in the user's settings, where it has none; false where the user left. */
async function nameEndpoint(address: string): Promise<boolean> {
  const { endpoints } = modelSettings();
  if (endpointNameOf(address, endpoints) !== undefined) return true;
  const entered = await vscode.window.showInputBox({
    title: TITLE,
    prompt:
      'A name for this endpoint, which is listed from now on with its models as NAME/ID. Empty: for this time alone.',
    value: suggestedName(address, endpoints),
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
      `The endpoint is used this time alone: the setting skillwright.endpoints could not be written. ${plain(message)}`,
    );
  }
  return true;
}

/** Asks for one of the models, or for its name. */
async function askModel({ place, models }: Found): Promise<string | undefined> {
  if (models.length === 0) {
    const id = await vscode.window.showInputBox({
      title: TITLE,
      prompt: `Name of the model: ${place.origin} lists none`,
      placeHolder: 'qwen3-8b',
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === '' ? 'The name that the endpoint knows the model by' : undefined),
    });
    return id?.trim();
  }
  const items = models.map(({ name, ...details }): PickItem<string> => {
    const id = name.slice(PROVIDER.length + 1);
    const detail = limitsOf(details);
    const title = details.title === undefined || details.title === id ? {} : { description: plain(details.title) };
    return { label: plain(id), ...title, ...(detail === '' ? {} : { detail }), value: id };
  });
  const picked = await pickStep({
    title: TITLE,
    placeholder: `Which model of ${place.origin}? Type the name of one that is not listed`,
    items,
    itemFromInput: (text) => {
      const id = text.trim();
      const isListed = models.some(({ name }) => name === `${PROVIDER}/${id}`);
      return id === '' || isListed ? undefined : { label: `Use ${plain(id)}`, value: id, alwaysShow: true };
    },
    inputItemLast: true,
  });
  return picked.kind === 'value' ? picked.value : undefined;
}
