import type { LanguageModelV4 } from '@ai-sdk/provider';
import { messageOf } from '../errors.ts';
import { wrapped } from './defaults.ts';
import { endpointOf, splitName } from './endpoint.ts';
import { type Keys, keysOf } from './keys.ts';
import { keyTrouble } from './missing-keys.ts';
import { withPrices } from './priced.ts';
import { PROVIDERS } from './providers.ts';
import type { ReasoningLevel } from './reasoning.ts';
import { readSimulatedId, simulatedId, simulatedModel } from './simulated.ts';
import { SIMULATED_MODES } from './simulated-modes.ts';
import type { EditorLink } from './vscode.ts';

export const DEFAULT_MODEL = 'simulated/weak';

export interface ModelRequest {
  /** `PROVIDER/ID`; an id may hold further slashes. */
  readonly name: string;
  readonly baseUrl?: string;
  /** Absent: no key is sent. */
  readonly keys?: Keys;
  readonly reasoning?: ReasoningLevel;
  /** The way to VS Code's models; absent where there is no VS Code. */
  readonly editor?: EditorLink;
  /** Let simulated models take their time, so that a person can watch. */
  readonly paced: boolean;
}

export type ModelResult =
  | { readonly kind: 'model'; readonly model: LanguageModelV4; readonly name: string; readonly simulated: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** Opens a model by its name. What is wrong with the name, the endpoint or the provider is a message. */
export async function openModel(request: ModelRequest): Promise<ModelResult> {
  const { name, baseUrl, reasoning, keys = keysOf({}) } = request;
  const { provider: id, modelId } = splitName(name);
  if (id === 'simulated') {
    const mind = readSimulatedId(modelId);
    if (mind === undefined)
      return failed(
        `There is no model ${name}. Simulated models: ${SIMULATED_MODES.join(', ')}; each also with a seed: weak:7.`,
      );
    const model = simulatedModel({ ...mind, delayMs: delay(request.paced) });
    return { kind: 'model', model, name: `simulated/${simulatedId(mind)}`, simulated: true };
  }
  if (id === 'seeded') {
    if (!/^\d{1,9}$/.test(modelId)) return failed(`There is no model ${name}. A seed is a number: seeded/1.`);
    const { seededModel } = await import('./seeded.ts');
    return { kind: 'model', model: seededModel(Number(modelId)), name, simulated: true };
  }
  if (id === 'vscode') return editorModel(request, modelId);
  const endpoint = endpointOf(name, baseUrl);
  if (typeof endpoint === 'string') return failed(endpoint);
  if (endpoint === undefined)
    return failed(
      `Unknown provider '${id}'. Known: simulated, seeded, vscode, ${PROVIDERS.map((one) => one.id).join(', ')}.`,
    );
  const { provider } = endpoint;
  const trouble = keyTrouble([{ endpoint }], keys);
  if (trouble !== undefined) return failed(trouble.message);
  const apiKey = keys.keyFor(endpoint);
  try {
    const opened = await provider.open({
      modelId,
      baseUrl: endpoint.baseUrl,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(reasoning === undefined ? {} : { reasoning }),
    });
    const asked = reasoning === undefined ? opened : wrapped(opened, (options) => ({ ...options, reasoning }));
    return { kind: 'model', model: withPrices(asked, endpoint), name, simulated: false };
  } catch (error) {
    return failed(`The provider cannot be loaded: ${messageOf(error)}`);
  }
}

/** A model of VS Code. Whether there is one is found out when it is first asked. */
async function editorModel({ name, editor, baseUrl }: ModelRequest, modelId: string): Promise<ModelResult> {
  if (modelId === '') return failed('Name the model: vscode/ID.');
  if (editor === undefined)
    return failed(
      `${name} is a model of VS Code, which only runs in VS Code can ask: run there (Skillwright: Run Agent), or name a model of another provider.`,
    );
  if (baseUrl !== undefined) return failed(`${name} is asked through VS Code: it has no base URL.`);
  const { vscodeModel } = await import('./vscode.ts');
  return { kind: 'model', model: vscodeModel(modelId, editor), name, simulated: false };
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
