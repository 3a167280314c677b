/** The interface of the driver inside the extension host: types, and the shared clock. */
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';

export type Command =
  /** Opens the editor of a journal. Returns the start time. */
  | { readonly do: 'open'; readonly journal: string }
  /** Opens the session of another agent. Returns the start time. */
  | { readonly do: 'open session'; readonly file: string }
  /** Shows the timeline of a run again, or in its own panel. Returns the start time. */
  | { readonly do: 'show'; readonly journal: string }
  /** Opens a webview with a single word: the minimum for any webview. Returns the start time. */
  | { readonly do: 'empty' }
  /** Opens a page that shows only the number of a journal's rows: VS Code's share of the latency. */
  | { readonly do: 'count'; readonly journal: string }
  /** Opens a text in front of everything else. */
  | { readonly do: 'hide' }
  | { readonly do: 'close all' }
  /** Starts to watch the extension host. */
  | { readonly do: 'watch' }
  | { readonly do: 'watched' }
  /** Starts a run of this window; returns its journal. */
  | { readonly do: 'run'; readonly params: StartRunParams }
  | { readonly do: 'end' };

/** Measurements of the extension host since `watch`. */
export interface Watched {
  /** Delay of its event loop in milliseconds: p99 and maximum. */
  readonly p99: number;
  readonly maxDelay: number;
  /** MB in use after a collection, before it, and the maximum in between. */
  readonly heap: number;
  readonly maxHeap: number;
  /** Processor time as a share of the elapsed time. */
  readonly busy: number;
}

/** Microseconds of the machine's monotonic clock, the same in all processes and in Chromium's traces. */
export function steady(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
