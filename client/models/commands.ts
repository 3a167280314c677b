/** The commands for the model and the API keys. */
import * as vscode from 'vscode';
import { PROVIDER_ENDPOINTS } from '../../runtime/protocol/providers.ts';
import { defined } from '../../runtime/text/objects.ts';
import { offerCommand } from '../dialogs/offer-command.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { chooseModel } from './choose.ts';
import { promptForAddress } from './custom-endpoint.ts';
import { type Endpoint, endpointAt } from './endpoint.ts';
import { plainText } from './model-text.ts';
import type { ModelServices } from './services.ts';
import { setKey } from './set-key.ts';
import { readModelSettings } from './settings.ts';

const UNTRUSTED = 'Trust this workspace to use models.';

/** Implements "Skillwright: Select Model". The next run in this workspace preselects the model. */
export async function selectModel(services: ModelServices): Promise<void> {
  if (!(await requireTrust(UNTRUSTED))) return;
  const result = await chooseModel(services, { title: 'Select Model' });
  if (result.kind !== 'value') return;
  await services.memory.choose(result.value);
  vscode.window.setStatusBarMessage(`$(check) Model of this workspace: ${plainText(result.value.id)}`, 5000);
}

interface EndpointItem extends vscode.QuickPickItem {
  readonly endpoint: Endpoint | 'another';
}

/** Implements "Skillwright: Set API Key". */
export async function setApiKey(services: ModelServices): Promise<void> {
  if (!(await requireTrust(UNTRUSTED))) return;
  const keyed = await services.keys.keyedEndpoints();
  const endpoints = [
    ...PROVIDER_ENDPOINTS.filter(({ needsKey }) => needsKey).map(({ id, title }) => ({
      endpoint: endpointAt(id),
      label: title,
    })),
    ...Object.entries(readModelSettings().endpoints).map(([label, address]) => ({
      endpoint: compatibleEndpoint(address),
      label,
    })),
    ...keyed.map(({ provider, baseUrl, origin }) => ({ endpoint: endpointAt(provider, baseUrl), label: origin })),
    ...services.memory.models().map(({ baseUrl }) => ({ endpoint: compatibleEndpoint(baseUrl), label: '' })),
  ];
  const items = new Map<string, EndpointItem>();
  for (const { endpoint, label } of endpoints) {
    if (endpoint === undefined || items.has(endpoint.origin)) continue;
    const { origin } = endpoint;
    const isSet = keyed.some((one) => one.origin === origin);
    items.set(
      origin,
      defined({
        label: label === '' ? origin : label,
        description: label === '' || label === origin ? undefined : origin,
        detail: isSet ? '$(check) A key is set. Enter a new one to replace it.' : undefined,
        endpoint,
      }),
    );
  }
  const another: EndpointItem = {
    label: '$(globe) Another endpoint…',
    detail: 'Any server with OpenAI’s chat completions API, by address',
    endpoint: 'another',
  };
  const chosen = await vscode.window.showQuickPick([...items.values(), another], {
    title: 'Set API Key',
    placeHolder: 'Select the provider or endpoint of the key. The key is sent nowhere else.',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  const endpoint = chosen.endpoint === 'another' ? compatibleEndpoint(await promptForAddress()) : chosen.endpoint;
  if (endpoint !== undefined) await setKey(services, endpoint);
}

function compatibleEndpoint(address: string | undefined): Endpoint | undefined {
  return address === undefined ? undefined : endpointAt('openai-compatible', address);
}

/** Implements "Skillwright: Remove API Key". */
export async function removeApiKey(services: ModelServices): Promise<void> {
  const keyed = await services.keys.keyedEndpoints();
  if (keyed.length === 0) {
    return offerCommand('There are no API keys in VS Code.', 'Set API Key', 'skillwright.setApiKey');
  }
  const items = keyed.map(({ provider, baseUrl, origin }) => {
    const endpoint = endpointAt(provider, baseUrl);
    return { label: endpoint?.isOfficial === true ? endpoint.provider.title : origin, description: origin, origin };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Remove API Key',
    placeHolder: 'Select the key to remove. Active runs continue to use it.',
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  const removed = await services.keys.remove(chosen.origin);
  services.cachedAnswers.clear();
  if (removed.kind === 'stored')
    vscode.window.setStatusBarMessage(`$(key) The key for ${chosen.label} was removed.`, 5000);
  else void vscode.window.showErrorMessage(`Cannot remove the key: ${plainText(removed.message)}`);
}
