import * as vscode from 'vscode';
import { PROVIDER_PLACES } from '../../runtime/protocol/providers.ts';
import { offerCommand } from '../dialogues/offer-command.ts';
import { requireTrust } from '../dialogues/workspace-trust.ts';
import { type Place, placeAt } from './address.ts';
import { chooseModel } from './choose.ts';
import { askAddress } from './own-endpoint.ts';
import type { ModelParts } from './parts.ts';
import { setKey } from './set-key.ts';
import { modelSettings } from './settings.ts';
import { plain } from './words.ts';

const UNTRUSTED = 'Models are asked only in a workspace that you trust.';

/** Command "Skillwright: Select Model": the one that the next run of this workspace offers first. */
export async function selectModel(parts: ModelParts): Promise<void> {
  if (!(await requireTrust(UNTRUSTED))) return;
  const result = await chooseModel(parts, { title: 'Select Model' });
  if (result.kind !== 'value') return;
  await parts.memory.choose(result.value);
  vscode.window.setStatusBarMessage(`$(check) Model of this workspace: ${plain(result.value.id)}`, 5000);
}

interface PlaceItem extends vscode.QuickPickItem {
  readonly place: Place | 'another';
}

/** Command "Skillwright: Set API Key". */
export async function setApiKey(parts: ModelParts): Promise<void> {
  if (!(await requireTrust(UNTRUSTED))) return;
  const keyed = await parts.keys.places();
  const places = [
    ...PROVIDER_PLACES.filter(({ needsKey }) => needsKey).map(({ id, title }) => ({
      place: placeAt(id),
      label: title,
    })),
    ...Object.entries(modelSettings().endpoints).map(([label, address]) => ({ place: compatible(address), label })),
    ...keyed.map(({ provider, baseUrl, origin }) => ({ place: placeAt(provider, baseUrl), label: origin })),
    ...parts.memory.models().map(({ baseUrl }) => ({ place: compatible(baseUrl), label: '' })),
  ];
  const items = new Map<string, PlaceItem>();
  for (const { place, label } of places) {
    if (place === undefined || items.has(place.origin)) continue;
    const { origin } = place;
    const isSet = keyed.some((one) => one.origin === origin);
    items.set(origin, {
      label: label === '' ? origin : label,
      ...(label === '' || label === origin ? {} : { description: origin }),
      ...(isSet ? { detail: '$(check) A key is set: a new one takes its place' } : {}),
      place,
    });
  }
  const another: PlaceItem = {
    label: '$(globe) Another endpoint…',
    detail: 'Any that speaks OpenAI’s chat completions, by its address',
    place: 'another',
  };
  const chosen = await vscode.window.showQuickPick([...items.values(), another], {
    title: 'Set API Key',
    placeHolder: 'Whose key? It is sent to that address alone',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  const place = chosen.place === 'another' ? compatible(await askAddress()) : chosen.place;
  if (place !== undefined) await setKey(parts, place);
}

function compatible(address: string | undefined): Place | undefined {
  return address === undefined ? undefined : placeAt('openai-compatible', address);
}

/** Command "Skillwright: Remove API Key". */
export async function removeApiKey(parts: ModelParts): Promise<void> {
  const keyed = await parts.keys.places();
  if (keyed.length === 0) {
    return offerCommand('No API key is set in VS Code.', 'Set API Key', 'skillwright.setApiKey');
  }
  const items = keyed.map(({ provider, baseUrl, origin }) => {
    const place = placeAt(provider, baseUrl);
    return { label: place?.own === true ? place.provider.title : origin, description: origin, origin };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Remove API Key',
    placeHolder: 'Which key? Runs that go on keep the one that they have',
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  const removed = await parts.keys.remove(chosen.origin);
  parts.answers.clear();
  if (removed.kind === 'kept')
    vscode.window.setStatusBarMessage(`$(key) The key for ${chosen.label} is removed.`, 5000);
  else void vscode.window.showErrorMessage(`The key could not be removed: ${plain(removed.message)}`);
}
