import type * as vscode from 'vscode';
import { PROVIDER_PLACES } from '../../runtime/protocol/providers.ts';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';
import type { ModelChoice } from '../dialogues/memory.ts';
import { type Place, placeAt, placeOf } from './address.ts';

/** Where a key was entered: the origin that it is bound to, and how models are asked for there. */
export interface KeyedPlace {
  readonly provider: string;
  readonly baseUrl: string;
  readonly origin: string;
}

export type Kept = { readonly kind: 'kept' } | { readonly kind: 'failed'; readonly message: string };

type Secrets = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;
export type State = Pick<vscode.Memento, 'get' | 'update'>;

const KNOWN = 'models.keyed';
const secretName = (origin: string): string => `key:${origin}`;

/**
 * The keys of this user on this machine, each in VS Code's secret storage under the origin that it was entered for. Where
 * keys were entered is remembered beside it, the keys are not.
 */
export class KeyStore {
  readonly #secrets: Secrets;
  readonly #state: State;

  constructor(secrets: Secrets, state: State) {
    this.#secrets = secrets;
    this.#state = state;
  }

  /** The key that was entered for this origin; undefined where none was, or the system's store cannot be read. */
  async get(origin: string): Promise<string | undefined> {
    try {
      const key = await this.#secrets.get(secretName(origin));
      return key === '' ? undefined : key;
    } catch {
      return undefined;
    }
  }

  /** Where keys are set: the providers' own addresses first. */
  async places(): Promise<readonly KeyedPlace[]> {
    const own = PROVIDER_PLACES.filter((provider) => provider.needsKey).map((provider) => placeAt(provider.id));
    const known = this.#state
      .get<readonly KeyedPlace[]>(KNOWN, [])
      .map(({ provider, baseUrl }) => placeAt(provider, baseUrl));
    const places = new Map<string, KeyedPlace>();
    for (const place of [...own, ...known]) {
      if (place === undefined || places.has(place.origin)) continue;
      const { provider, baseUrl, origin } = place;
      if ((await this.get(origin)) !== undefined) places.set(origin, { provider: provider.id, baseUrl, origin });
    }
    return [...places.values()];
  }

  /** Keeps the key for the origin of this place; one that was there is replaced. */
  async set({ provider, baseUrl, origin }: Place, key: string): Promise<Kept> {
    try {
      await this.#secrets.store(secretName(origin), key);
      await this.#remember(origin, [{ provider: provider.id, baseUrl, origin }]);
      return { kind: 'kept' };
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  async remove(origin: string): Promise<Kept> {
    try {
      await this.#secrets.delete(secretName(origin));
      await this.#remember(origin, []);
      return { kind: 'kept' };
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Whether this model's provider answers nobody without a key, and none is set. */
  async lacksKey(model: ModelChoice): Promise<Place | undefined> {
    const place = placeOf(model);
    if (place === undefined || !place.own || !place.provider.needsKey) return undefined;
    return (await this.get(place.origin)) === undefined ? place : undefined;
  }

  /**
   * The keys that a run of this model takes along: the one for the model's own endpoint, and where an agent runs those for
   * the providers' own addresses, as agents that it calls can have models of their own.
   */
  async forRun(model: ModelChoice, withAgent: boolean): Promise<Pick<StartRunParams, 'apiKey' | 'keys'>> {
    const place = placeOf(model);
    const apiKey = place === undefined ? undefined : await this.get(place.origin);
    const keys: Record<string, string> = {};
    for (const { id } of withAgent ? PROVIDER_PLACES : []) {
      const own = placeAt(id);
      const key = own === undefined ? undefined : await this.get(own.origin);
      if (own !== undefined && key !== undefined) keys[own.origin] = key;
    }
    return {
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(Object.keys(keys).length === 0 ? {} : { keys }),
    };
  }

  async #remember(origin: string, now: readonly KeyedPlace[]): Promise<void> {
    const others = this.#state.get<readonly KeyedPlace[]>(KNOWN, []).filter((one) => one.origin !== origin);
    await this.#state.update(KNOWN, [...others, ...now]);
  }
}

/** What is wrong with a text as a key; undefined where it may be one. */
export function keyProblem(text: string): string | undefined {
  if (text === '') return 'Enter the key, or press Escape to leave.';
  if (!/^[\x21-\x7e]+$/.test(text)) return 'A key has no spaces and letters of the Latin alphabet only.';
  // Shorter ones cannot be told from ordinary words, so they could not be kept out of journals.
  return text.length < 6 ? 'Too short: it could not be kept out of journals.' : undefined;
}
