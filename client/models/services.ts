import type * as vscode from 'vscode';
import type { RunMemory } from '../dialogs/memory.ts';
import type { SourceState } from './entries.ts';
import { Favorites } from './favorites.ts';
import { KeyStore } from './keys.ts';
import { createModelClient, type ModelClient } from './model-client.ts';

/** The shared services of the model picker and the model commands. */
export interface ModelServices {
  readonly keys: KeyStore;
  readonly favorites: Favorites;
  readonly memory: RunMemory;
  /** The answers of providers in this session, by source. Invalidated by age, on request, and when a key changes. */
  readonly cachedAnswers: Map<string, CachedAnswer>;
  newClient(): ModelClient;
}

interface CachedAnswer {
  readonly at: number;
  readonly answer: NonNullable<SourceState['answer']>;
}

/** Creates the services. `module` is the absolute path of `dist/runtime.cjs`. */
export function createModelServices(
  context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>,
  memory: RunMemory,
  module: string,
  log: vscode.LogOutputChannel,
): ModelServices {
  const keys = new KeyStore(context.secrets, context.globalState);
  return {
    keys,
    favorites: new Favorites(context.globalState),
    memory,
    cachedAnswers: new Map(),
    newClient: () => createModelClient(module, keys, log),
  };
}
