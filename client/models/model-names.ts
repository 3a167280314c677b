/** Model names as users write them. Independent of `vscode`. */

import { PROVIDER_ENDPOINTS } from '../../runtime/protocol/providers.ts';
import { own } from '../../runtime/text/objects.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { addressProblem } from './endpoint.ts';
import { type EndpointUrls, endpointNameOf } from './endpoint-name.ts';

const SIMULATED_MODES = ['weak', 'stubborn', 'heeding'];
const MAX_ID_LENGTH = 200;

/**
 * Parses the name of a model: `PROVIDER/ID`, or `NAME/ID` with the name of an endpoint in the settings.
 * Returns an error message if it is invalid.
 */
export function parseModelName(text: string, endpoints: EndpointUrls): ModelChoice | string {
  const name = text.trim();
  const slash = name.indexOf('/');
  const provider = slash < 0 ? name : name.slice(0, slash);
  const id = slash < 0 ? '' : name.slice(slash + 1).trim();
  const known = PROVIDER_ENDPOINTS.find((one) => one.id === provider);
  if (provider === 'simulated' && SIMULATED_MODES.includes(id)) return { id: name };
  if (provider === 'simulated')
    return `Use one of the simulated models: ${SIMULATED_MODES.map((mode) => `simulated/${mode}`).join(', ')}.`;
  if (provider === 'seeded')
    return /^\d{1,9}$/.test(id) ? { id: name } : 'Use a number as the seed, for example seeded/1.';
  // A provider's name always refers to the provider, even if an endpoint has the same name.
  const address = known === undefined ? own(endpoints, provider) : undefined;
  if (known === undefined && provider !== 'vscode' && address === undefined)
    return unknownProvider(provider, endpoints);
  if (id === '') return `Add the name of the model: ${provider}/ID.`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur in a name
  if (id.length > MAX_ID_LENGTH || /[\u0000-\u001f\u007f]/.test(id)) return 'Enter a valid name of a model.';
  if (address !== undefined) {
    const problem = addressProblem(address);
    return problem === undefined
      ? { id: `openai-compatible/${id}`, baseUrl: address }
      : `The address of '${provider}' in the setting skillwright.endpoints is invalid. ${problem}.`;
  }
  if (known?.id === 'openai-compatible')
    return 'Choose "OpenAI-compatible endpoint…" or add one to the setting skillwright.endpoints. The model needs an address.';
  return { id: `${provider}/${id}` };
}

function unknownProvider(provider: string, endpoints: EndpointUrls): string {
  const known = [
    ...PROVIDER_ENDPOINTS.map((one) => one.id),
    'vscode',
    'simulated',
    'seeded',
    ...Object.keys(endpoints),
  ];
  const problem = provider === '' ? 'Enter PROVIDER/ID.' : `Unknown provider '${provider.slice(0, 40)}'.`;
  return `${problem} Providers: ${known.filter((id) => id !== 'openai-compatible').join(', ')}.`;
}

/**
 * Returns the one name that a model has everywhere: `PROVIDER/ID`, as journals and the command line write it, with the name of
 * its endpoint in the settings instead of `openai-compatible` if it has one.
 */
export function displayName({ id, baseUrl }: ModelChoice, endpoints: EndpointUrls): string {
  const modelId = id.replace(/^openai-compatible\//, '');
  const endpoint = baseUrl === undefined || modelId === id ? undefined : endpointNameOf(baseUrl, endpoints);
  return endpoint === undefined ? id : `${endpoint}/${modelId}`;
}

/** Returns true if both are the same model at the same address. */
export function sameModel(a: ModelChoice, b: ModelChoice): boolean {
  return modelKey(a) === modelKey(b);
}

/** Returns a key that identifies a model and its address. */
export function modelKey({ id, baseUrl }: ModelChoice): string {
  return `${id}\n${baseUrl ?? ''}`;
}
