/** What the bench asks of its driver inside the extension host. Types only, and the clock that both share. */
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';

export type Command =
  /** Opens the editor of a journal. Answers when it began to. */
  | { readonly do: 'open'; readonly journal: string }
  /** Shows the timeline of a run again, or in a panel of its own. Answers when it began to. */
  | { readonly do: 'show'; readonly journal: string }
  /** A webview with nothing in it but a word: what VS Code takes for any. Answers when it began to. */
  | { readonly do: 'empty' }
  /** A page that shows nothing but how many rows a journal has: what VS Code takes for the way to any page. */
  | { readonly do: 'count'; readonly journal: string }
  /** A text in front of all else. */
  | { readonly do: 'hide' }
  | { readonly do: 'close all' }
  /** Begins to watch the extension host. */
  | { readonly do: 'watch' }
  | { readonly do: 'watched' }
  /** Starts a run of this window; answers its journal. */
  | { readonly do: 'run'; readonly params: StartRunParams }
  | { readonly do: 'end' };

/** What the extension host came to since `watch`. */
export interface Watched {
  /** Milliseconds that its event loop was late: p99 and most. */
  readonly p99: number;
  readonly most: number;
  /** MB in use after a collection, before it, and most of what was seen between. */
  readonly heap: number;
  readonly heapMost: number;
  /** Processor time as a share of the time. */
  readonly busy: number;
}

/** Microseconds by the machine's steady clock, the same in all of its processes: Chromium's traces count by it, too. */
export function steady(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
