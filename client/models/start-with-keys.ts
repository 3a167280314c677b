import type { MissingKey } from '../../runtime/protocol/models.ts';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';
import type { StartOutcome } from '../runtime-process/controls.ts';

export interface StartOptions {
  /** Reads the keys to pass to the run. Called for each attempt. */
  readKeys(): Promise<Pick<StartRunParams, 'apiKey' | 'keys'>>;
  /** Starts the run with these keys. */
  start(keys: Pick<StartRunParams, 'apiKey' | 'keys'>): Promise<StartOutcome>;
  /** Prompts the user for a key. Returns false if cancelled. */
  promptForKey(missing: MissingKey): Promise<boolean>;
}

/**
 * Starts a run. If the runtime reports that agents in it need further keys, prompts for each of them and starts again;
 * nothing runs before all keys are set. Returns undefined if cancelled.
 */
export async function startWithKeys({
  readKeys: keys,
  start: begin,
  promptForKey: ask,
}: StartOptions): Promise<StartOutcome | undefined> {
  const prompted = new Set<string>();
  for (;;) {
    const started = await begin(await keys());
    const missing = started.kind === 'failed' ? (started.missingKeys ?? []) : [];
    // A key that is still missing after the prompt could not be stored. This is reported rather than prompted for again.
    const pending = missing.filter(({ origin }) => !prompted.has(origin));
    if (pending.length === 0) return started;
    for (const one of pending) {
      if (!(await ask(one))) return undefined;
      prompted.add(one.origin);
    }
  }
}
