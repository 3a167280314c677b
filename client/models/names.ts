/** Names of models as people write them. Knows no `vscode`. */
import { PROVIDER_PLACES } from '../../runtime/protocol/providers.ts';
import type { ModelChoice } from '../dialogues/memory.ts';
import { addressProblem } from './address.ts';
import { type Endpoints, endpointNameOf } from './endpoint-name.ts';

const MODES = ['weak', 'stubborn', 'heeding'];
const LONGEST = 200;

/**
 * The model that a text names: `PROVIDER/ID`, or `NAME/ID` with the name of an endpoint of the settings.
 * A sentence that says what is wrong where it names none.
 */
export function readModel(text: string, endpoints: Endpoints): ModelChoice | string {
  const name = text.trim();
  const slash = name.indexOf('/');
  const provider = slash < 0 ? name : name.slice(0, slash);
  const id = slash < 0 ? '' : name.slice(slash + 1).trim();
  const place = PROVIDER_PLACES.find((one) => one.id === provider);
  if (provider === 'simulated' && MODES.includes(id)) return { id: name };
  if (provider === 'simulated') return `Simulated models: ${MODES.map((mode) => `simulated/${mode}`).join(', ')}.`;
  if (provider === 'seeded') return /^\d{1,9}$/.test(id) ? { id: name } : 'A seed is a number: seeded/1.';
  // A provider's name means the provider, whatever an endpoint is called.
  const address = place === undefined && Object.hasOwn(endpoints, provider) ? endpoints[provider] : undefined;
  if (place === undefined && provider !== 'vscode' && address === undefined) return unknown(provider, endpoints);
  if (id === '') return `Name the model, too: ${provider}/ID.`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not have
  if (id.length > LONGEST || /[\u0000-\u001f\u007f]/.test(id)) return 'This is no name of a model.';
  if (address !== undefined) {
    const problem = addressProblem(address);
    return problem === undefined
      ? { id: `openai-compatible/${id}`, baseUrl: address }
      : `The address of '${provider}' in the setting skillwright.endpoints cannot be used. ${problem}.`;
  }
  if (place?.id === 'openai-compatible')
    return 'It needs an address: choose "OpenAI-compatible endpoint…", or name one in the setting skillwright.endpoints.';
  return { id: `${provider}/${id}` };
}

function unknown(provider: string, endpoints: Endpoints): string {
  const known = [...PROVIDER_PLACES.map((one) => one.id), 'vscode', 'simulated', 'seeded', ...Object.keys(endpoints)];
  const said = provider === '' ? 'Write PROVIDER/ID.' : `There is no provider '${provider.slice(0, 40)}'.`;
  return `${said} Providers: ${known.filter((id) => id !== 'openai-compatible').join(', ')}.`;
}

/** How a model is called: with the name of its endpoint where the settings have one, as `readModel` reads it. */
export function nameOf({ id, baseUrl }: ModelChoice, endpoints: Endpoints): string {
  if (baseUrl === undefined) return id;
  const modelId = id.replace(/^openai-compatible\//, '');
  const endpoint = modelId === id ? undefined : endpointNameOf(baseUrl, endpoints);
  return endpoint === undefined ? modelId : `${endpoint}/${modelId}`;
}

/** Whether both are the same model at the same address. */
export function sameModel(a: ModelChoice, b: ModelChoice): boolean {
  return modelKey(a) === modelKey(b);
}

/** What tells a model from others, its address included. */
export function modelKey({ id, baseUrl }: ModelChoice): string {
  return `${id}\n${baseUrl ?? ''}`;
}
