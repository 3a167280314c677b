import type { MissingKey } from '../../runtime/protocol/models.ts';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';
import type { StartOutcome } from '../runtime-process/process.ts';

export interface BeginOptions {
  /** The keys that go along, read anew each time. */
  keys(): Promise<Pick<StartRunParams, 'apiKey' | 'keys'>>;
  /** Begins the run with them. */
  begin(keys: Pick<StartRunParams, 'apiKey' | 'keys'>): Promise<StartOutcome>;
  /** Asks the user for one; false where they left. */
  ask(missing: MissingKey): Promise<boolean>;
}

/**
 * Begins a run. Where the runtime answers that agents which it may call need further keys, asks for all of them before
 * anything runs, one after the other, and begins again. Undefined where the user left: nothing runs then.
 */
export async function beginWithKeys({ keys, begin, ask }: BeginOptions): Promise<StartOutcome | undefined> {
  const asked = new Set<string>();
  for (;;) {
    const started = await begin(await keys());
    const missing = started.kind === 'failed' ? (started.missingKeys ?? []) : [];
    // A key that was given and is missing all the same could not be kept: that is told, not asked for again.
    const open = missing.filter(({ origin }) => !asked.has(origin));
    if (open.length === 0) return started;
    for (const one of open) {
      if (!(await ask(one))) return undefined;
      asked.add(one.origin);
    }
  }
}
