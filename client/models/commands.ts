import * as vscode from 'vscode';
import { PROVIDER_PLACES } from '../../runtime/protocol/providers.ts';
import { trusted } from '../commands/trusted.ts';
import { addressProblem, type Place, placeAt } from './address.ts';
import { askAddress, chooseModel } from './choose.ts';
import type { ModelParts } from './parts.ts';
import { setKey } from './set-key.ts';
import { modelSettings } from './settings.ts';
import { plain } from './words.ts';

const UNTRUSTED = 'Models are asked only in a workspace that you trust.';

/** Command "Skillwright: Select Model": the one that the next run of this workspace offers first. */
export async function selectModel(parts: ModelParts): Promise<void> {
  if (!(await trusted(UNTRUSTED))) return;
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
  if (!(await trusted(UNTRUSTED))) return;
  const keyed = await parts.keys.places();
  const places = [
    ...PROVIDER_PLACES.filter(({ needsKey }) => needsKey).map(({ id }) => placeAt(id)),
    ...Object.values(modelSettings().endpoints).map((address) => placeAt('openai-compatible', address)),
    ...keyed.map(({ provider, baseUrl }) => placeAt(provider, baseUrl)),
    ...parts.memory.models().map(({ baseUrl }) => baseUrl && placeAt('openai-compatible', baseUrl)),
  ].filter((place): place is Place => typeof place === 'object');
  const each = new Map(places.reverse().map((place) => [place.origin, place]));
  const items = [...each.values()].reverse().map((place): PlaceItem => {
    const isSet = keyed.some(({ origin }) => origin === place.origin);
    return {
      label: place.own ? place.provider.title : place.origin,
      ...(place.own ? { description: place.origin } : {}),
      ...(isSet ? { detail: '$(check) A key is set: a new one takes its place' } : {}),
      place,
    };
  });
  const another: PlaceItem = {
    label: '$(globe) Another endpoint…',
    detail: 'Any that speaks OpenAI’s chat completions, by its address',
    place: 'another',
  };
  const chosen = await vscode.window.showQuickPick([...items, another], {
    title: 'Set API Key',
    placeHolder: 'Whose key? It is sent to that address alone',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  const address = chosen.place === 'another' ? await askAddress() : undefined;
  const place =
    chosen.place !== 'another'
      ? chosen.place
      : address === undefined || addressProblem(address) !== undefined
        ? undefined
        : placeAt('openai-compatible', address);
  if (place !== undefined) await setKey(parts, place);
}

/** Command "Skillwright: Remove API Key". */
export async function removeApiKey(parts: ModelParts): Promise<void> {
  const keyed = await parts.keys.places();
  if (keyed.length === 0) {
    void vscode.window.showInformationMessage('No API key is set in VS Code.');
    return;
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
