import type * as vscode from 'vscode';
import { PROVIDER_ENDPOINTS } from '../../runtime/protocol/providers.ts';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';
import { defined, setOwn } from '../../runtime/text/objects.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { type Endpoint, endpointAt, endpointOf } from './endpoint.ts';

/** An endpoint that a key was entered for. The key is bound to its origin. */
export interface KeyedEndpoint {
  readonly provider: string;
  readonly baseUrl: string;
  readonly origin: string;
}

export type StoreResult = { readonly kind: 'stored' } | { readonly kind: 'failed'; readonly message: string };

type Secrets = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;
export type StateStore = Pick<vscode.Memento, 'get' | 'update'>;

const KEYED_ENDPOINTS = 'models.keyed';
const secretName = (origin: string): string => `key:${origin}`;

/**
 * Stores the API keys of this user on this machine, each in VS Code's secret storage under the origin that it was entered
 * for. The list of endpoints with a key is stored separately, without the keys.
 */
export class KeyStore {
  readonly #secrets: Secrets;
  readonly #state: StateStore;

  constructor(secrets: Secrets, state: StateStore) {
    this.#secrets = secrets;
    this.#state = state;
  }

  /** Returns the key for an origin. Undefined if there is none or the system's store cannot be read. */
  async get(origin: string): Promise<string | undefined> {
    try {
      const key = await this.#secrets.get(secretName(origin));
      return key === '' ? undefined : key;
    } catch {
      return undefined;
    }
  }

  /** Lists the endpoints with a key, the providers' official addresses first. */
  async keyedEndpoints(): Promise<readonly KeyedEndpoint[]> {
    const official = PROVIDER_ENDPOINTS.filter((provider) => provider.needsKey).map((provider) =>
      endpointAt(provider.id),
    );
    const known = this.#state
      .get<readonly KeyedEndpoint[]>(KEYED_ENDPOINTS, [])
      .map(({ provider, baseUrl }) => endpointAt(provider, baseUrl));
    const endpoints = new Map<string, KeyedEndpoint>();
    for (const endpoint of [...official, ...known]) {
      if (endpoint === undefined || endpoints.has(endpoint.origin)) continue;
      const { provider, baseUrl, origin } = endpoint;
      if ((await this.get(origin)) !== undefined) endpoints.set(origin, { provider: provider.id, baseUrl, origin });
    }
    return [...endpoints.values()];
  }

  /** Stores the key for the origin of an endpoint, replacing an existing one. */
  async set({ provider, baseUrl, origin }: Endpoint, key: string): Promise<StoreResult> {
    try {
      await this.#secrets.store(secretName(origin), key);
      await this.#remember(origin, [{ provider: provider.id, baseUrl, origin }]);
      return { kind: 'stored' };
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  async remove(origin: string): Promise<StoreResult> {
    try {
      await this.#secrets.delete(secretName(origin));
      await this.#remember(origin, []);
      return { kind: 'stored' };
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Returns the model's endpoint if its provider needs a key and none is set. */
  async endpointMissingKey(model: ModelChoice): Promise<Endpoint | undefined> {
    const endpoint = endpointOf(model);
    if (endpoint === undefined || !endpoint.isOfficial || !endpoint.provider.needsKey) return undefined;
    return (await this.get(endpoint.origin)) === undefined ? endpoint : undefined;
  }

  /**
   * Returns the keys to pass to a run: the key for the model's endpoint and, if an agent runs, those for the providers' official
   * addresses, because the agents that it calls can use other models.
   */
  async keysForRun(model: ModelChoice, withAgent: boolean): Promise<Pick<StartRunParams, 'apiKey' | 'keys'>> {
    const endpoint = endpointOf(model);
    const apiKey = endpoint === undefined ? undefined : await this.get(endpoint.origin);
    const keys: Record<string, string> = {};
    for (const { id } of withAgent ? PROVIDER_ENDPOINTS : []) {
      const official = endpointAt(id);
      const key = official === undefined ? undefined : await this.get(official.origin);
      if (official !== undefined && key !== undefined) setOwn(keys, official.origin, key);
    }
    return defined({
      apiKey,
      keys: Object.keys(keys).length === 0 ? undefined : keys,
    });
  }

  async #remember(origin: string, entries: readonly KeyedEndpoint[]): Promise<void> {
    const others = this.#state
      .get<readonly KeyedEndpoint[]>(KEYED_ENDPOINTS, [])
      .filter((one) => one.origin !== origin);
    await this.#state.update(KEYED_ENDPOINTS, [...others, ...entries]);
  }
}

/** Validates a key. Returns an error message, or undefined if the text can be a key. */
export function keyProblem(text: string): string | undefined {
  if (text === '') return 'Enter the key, or press Escape to cancel.';
  if (!/^[\x21-\x7e]+$/.test(text)) return 'Remove spaces and non-ASCII characters. A key contains neither.';
  // Shorter keys cannot be distinguished from ordinary words, so they could not be redacted from journals.
  return text.length < 6 ? 'Enter at least 6 characters. A shorter key cannot be redacted from journals.' : undefined;
}
