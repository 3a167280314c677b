import type * as vscode from 'vscode';
import type { RunMemory } from '../dialogues/memory.ts';
import { type Asker, asker } from './ask.ts';
import type { SourceState } from './entries.ts';
import { Favourites } from './favourites.ts';
import { KeyStore } from './keys.ts';

/** What the picker and the commands about models work with. */
export interface ModelParts {
  readonly keys: KeyStore;
  readonly favourites: Favourites;
  readonly memory: RunMemory;
  /** What providers answered in this session, by source: asked again when it is old, on request, and after a key changed. */
  readonly answers: Map<string, Answer>;
  newAsker(): Asker;
}

interface Answer {
  readonly at: number;
  readonly answer: NonNullable<SourceState['answer']>;
}

/** `module` is the absolute path of `dist/runtime.cjs`. */
export function modelParts(
  context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>,
  memory: RunMemory,
  module: string,
  log: vscode.LogOutputChannel,
): ModelParts {
  const keys = new KeyStore(context.secrets, context.globalState);
  return {
    keys,
    favourites: new Favourites(context.globalState),
    memory,
    answers: new Map(),
    newAsker: () => asker(module, keys, log),
  };
}
