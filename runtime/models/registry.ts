import type { LanguageModelV4 } from '@ai-sdk/provider';
import { messageOf } from '../errors.ts';
import { openAiCompatibleModel } from './openai-compatible.ts';
import { SIMULATED_MODES, simulatedModel } from './simulated.ts';

export const DEFAULT_MODEL = 'simulated/weak';

export interface ModelRequest {
  /** `PROVIDER/ID`; an id may hold further slashes. */
  readonly name: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Let simulated models take their time, so that a person can watch. */
  readonly paced: boolean;
}

export type ModelResult =
  | { readonly kind: 'model'; readonly model: LanguageModelV4; readonly name: string; readonly simulated: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** Opens a model by its name. What is wrong with the name, the endpoint or the provider is a message. */
export async function openModel(request: ModelRequest): Promise<ModelResult> {
  const { name, baseUrl, apiKey } = request;
  const slash = name.indexOf('/');
  const provider = slash < 0 ? name : name.slice(0, slash);
  const modelId = slash < 0 ? '' : name.slice(slash + 1);
  switch (provider) {
    case 'simulated': {
      const mode = SIMULATED_MODES.find((one) => one === (modelId === '' ? 'weak' : modelId));
      if (mode === undefined)
        return failed(`There is no model ${name}. Simulated models: ${SIMULATED_MODES.join(', ')}.`);
      return {
        kind: 'model',
        model: simulatedModel({ mode, delayMs: delay(request.paced) }),
        name: `simulated/${mode}`,
        simulated: true,
      };
    }
    case 'openai-compatible': {
      if (modelId === '') return failed('Name the model: openai-compatible/ID.');
      if (baseUrl === undefined) return failed(`${name} needs the address of its endpoint: --base-url URL.`);
      if (holdsPassword(baseUrl))
        return failed(
          'The address of an endpoint must not hold a name or a password: give the key apart, --api-key-env.',
        );
      if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
        return failed(`Not an http(s) address: ${baseUrl}`);
      try {
        const model = await openAiCompatibleModel({ modelId, baseUrl, ...(apiKey === undefined ? {} : { apiKey }) });
        return { kind: 'model', model, name, simulated: false };
      } catch (error) {
        return failed(`The provider cannot be loaded: ${messageOf(error)}`);
      }
    }
    default:
      return failed(`Unknown provider '${provider}'. Known: simulated, openai-compatible.`);
  }
}

/** No request can be made to such an address, and every message about it would show the password. */
function holdsPassword(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}

/** `SKILLWRIGHT_SIMULATED_DELAY` in milliseconds overrules, 0 for batches and tests. */
function delay(paced: boolean): readonly [number, number] {
  const set = process.env.SKILLWRIGHT_SIMULATED_DELAY;
  const fixed = set === undefined || set.trim() === '' ? Number.NaN : Number(set);
  if (Number.isFinite(fixed) && fixed >= 0) return [fixed, fixed];
  return paced ? [150, 400] : [0, 0];
}

function failed(message: string): ModelResult {
  return { kind: 'failed', message };
}
