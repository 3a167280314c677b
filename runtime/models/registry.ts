import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defined } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { endpointOf, splitName } from './endpoint/endpoint.ts';
import { createKeys, type Keys } from './keys/keys.ts';
import { findKeyIssue } from './keys/missing-keys.ts';
import { withPrices } from './prices/with-prices.ts';
import { PROVIDERS } from './providers/providers.ts';
import type { ReasoningLevel } from './providers/reasoning.ts';
import type { EditorLink } from './providers/vscode.ts';
import { readSimulatedId, simulatedId, simulatedModel } from './simulated/simulated.ts';
import { SIMULATED_MODES } from './simulated/simulated-modes.ts';
import { withRequest } from './wire/request-transform.ts';

export interface ModelRequest {
  /** `PROVIDER/ID`. The id may contain more slashes. */
  readonly name: string;
  readonly baseUrl?: string;
  /** Absent: no key is sent. */
  readonly keys?: Keys;
  readonly reasoning?: ReasoningLevel;
  /** The link to VS Code's models; absent outside VS Code. */
  readonly editor?: EditorLink;
  /** Delays the answers of simulated models so that a user can follow the run. */
  readonly paced: boolean;
}

export type ModelResult =
  | { readonly kind: 'model'; readonly model: LanguageModelV4; readonly name: string; readonly simulated: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** Opens a model by its name. A problem with the name, the endpoint or the provider is returned as a message. */
export async function openModel(request: ModelRequest): Promise<ModelResult> {
  const { name, baseUrl, reasoning, keys = createKeys({}) } = request;
  const { provider: id, modelId } = splitName(name);
  if (id === 'simulated') {
    const options = readSimulatedId(modelId);
    if (options === undefined)
      return failed(
        `Unknown model ${name}. Simulated models: ${SIMULATED_MODES.join(', ')}; each also with a seed: weak:7.`,
      );
    const model = simulatedModel({ ...options, delayMs: delay(request.paced) });
    return { kind: 'model', model, name: `simulated/${simulatedId(options)}`, simulated: true };
  }
  if (id === 'seeded') {
    if (!/^\d{1,9}$/.test(modelId)) return failed(`Unknown model ${name}. The seed must be a number: seeded/1.`);
    const { seededModel } = await import('./simulated/seeded.ts');
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
  const issue = findKeyIssue([{ endpoint }], keys);
  if (issue !== undefined) return failed(issue.message);
  const apiKey = keys.keyFor(endpoint);
  try {
    const opened = await provider.open(
      defined({
        modelId,
        baseUrl: endpoint.baseUrl,
        apiKey,
        reasoning,
      }),
    );
    const withReasoning = reasoning === undefined ? opened : withRequest(opened, { reasoning });
    return { kind: 'model', model: withPrices(withReasoning, endpoint), name, simulated: false };
  } catch (error) {
    return failed(`The provider '${provider.id}' cannot be loaded: ${messageOf(error)}`);
  }
}

/** Creates a model of VS Code. Its existence is checked on the first request. */
async function editorModel({ name, editor, baseUrl }: ModelRequest, modelId: string): Promise<ModelResult> {
  if (modelId === '') return failed('Name the model: vscode/ID.');
  if (editor === undefined)
    return failed(
      `Run in VS Code (Skillwright: Run Agent), or choose a model of another provider: ${name} is only available in VS Code.`,
    );
  if (baseUrl !== undefined) return failed(`Remove the base URL: ${name} is a model of VS Code.`);
  const { vscodeModel } = await import('./providers/vscode.ts');
  return { kind: 'model', model: vscodeModel(modelId, editor), name, simulated: false };
}

/** Returns the delay range in milliseconds. `SKILLWRIGHT_SIMULATED_DELAY` overrides it, with 0 for batches and tests. */
function delay(paced: boolean): readonly [number, number] {
  const set = process.env.SKILLWRIGHT_SIMULATED_DELAY;
  const fixed = set === undefined || set.trim() === '' ? Number.NaN : Number(set);
  if (Number.isFinite(fixed) && fixed >= 0) return [fixed, fixed];
  return paced ? [150, 400] : [0, 0];
}

function failed(message: string): ModelResult {
  return { kind: 'failed', message };
}
