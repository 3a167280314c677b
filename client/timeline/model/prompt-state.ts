/** Decides whether a run takes a further prompt. */
import type { RunHeader } from '../row.ts';

/** The box for a further prompt, or the reason why there is none. */
export type PromptState =
  | { readonly kind: 'open'; readonly hint: string }
  /** The user can write, but not send. */
  | { readonly kind: 'busy'; readonly hint: string }
  /** There is no box; `why` is empty if that needs no explanation. */
  | { readonly kind: 'none'; readonly why: string };

const ABANDONS = 'A prompt continues without an answer to the open question: its call does not run.';

/** Returns whether a run takes a further prompt. A live run can be answered only by its own window, once it has ended. */
export function promptState(head: RunHeader): PromptState {
  const { imported, state, live, owned, problem, pausedAt } = head;
  if (imported !== undefined)
    return {
      kind: 'none',
      why: `A session of ${imported.client} cannot be continued here, without its tools and their state. Continue it in ${imported.client}, or start a run with one of its prompts.`,
    };
  if (state === 'empty' || state === 'reading' || state === 'unread') return { kind: 'none', why: '' };
  if (problem !== undefined)
    return {
      kind: 'none',
      why: 'This run cannot be continued: its journal is damaged, so it is unknown what was done.',
    };
  if (!live) {
    if (state === 'waiting' || state === 'paused') return { kind: 'open', hint: ABANDONS };
    if (state === 'interrupted')
      return { kind: 'open', hint: 'A prompt continues without the interrupted step; Resume finishes it first.' };
    return { kind: 'open', hint: '' };
  }
  if (!owned) return { kind: 'busy', hint: 'Another process works on this run. Send when it has ended.' };
  if (state === 'waiting') return { kind: 'busy', hint: 'Answer the question of the run first, or stop the run.' };
  if (pausedAt !== undefined) return { kind: 'busy', hint: 'The run is paused. Continue or stop it first.' };
  return { kind: 'busy', hint: 'The agent is working. Send when it has ended, or stop it.' };
}
