import type { RunProcess, RunProcessListener } from '../runtime-process/process.ts';

/**
 * A runtime process that is started ahead, while the dialog of a run is still open, because starting a process takes longer
 * than the first steps of a run.
 */
export class SpareProcess {
  readonly #fork: (listener: RunProcessListener) => RunProcess;
  #spare: { readonly process: RunProcess; listener: RunProcessListener | undefined } | undefined;

  constructor(fork: (listener: RunProcessListener) => RunProcess) {
    this.#fork = fork;
  }

  /** Starts a process unless there is one. */
  prepare(): void {
    if (this.#spare !== undefined) return;
    const holder: { listener: RunProcessListener | undefined } = { listener: undefined };
    const process = this.#fork({
      onEvents: (events) => holder.listener?.onEvents(events),
      onExit: (detail) => {
        if (holder.listener !== undefined) holder.listener.onExit(detail);
        else if (this.#spare === spare) this.#spare = undefined;
      },
      onLog: (line, level) => holder.listener?.onLog(line, level),
      onStopped: (stopped) => holder.listener?.onStopped?.(stopped),
      onDebugMessage: (message) => holder.listener?.onDebugMessage?.(message),
      askModel: (request, onParts, signal) =>
        holder.listener?.askModel?.(request, onParts, signal) ??
        Promise.resolve({ kind: 'failed', why: 'missing', message: '' }),
    });
    const spare = Object.assign(holder, { process });
    this.#spare = spare;
  }

  /** Returns the prepared process, or starts a new one. */
  take(listener: RunProcessListener): RunProcess {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare === undefined) return this.#fork(listener);
    spare.listener = listener;
    return spare.process;
  }

  /** Ends the prepared process, which is no longer needed. */
  discard(): void {
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.process.cancel();
  }
}
