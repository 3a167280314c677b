import type { CallBoundary, EndBoundary, ModelBoundary, ResultBoundary } from '../loop/interfaces/controller.ts';

/** A position at which a run can be stopped. */
export type Position =
  | { readonly at: 'model_call'; readonly boundary: ModelBoundary }
  | { readonly at: 'tool_call'; readonly boundary: CallBoundary }
  | { readonly at: 'tool_result'; readonly boundary: ResultBoundary }
  /** Before a question about a call is shown. `boundary.parent` is the `seq` of the call's `tool_call`. */
  | { readonly at: 'question'; readonly boundary: CallBoundary; readonly hint: string }
  /** Before the run ends because of an error or a limit. */
  | { readonly at: 'end'; readonly boundary: EndBoundary };

/** Why a run stopped, as in the `stopped` event of the Debug Adapter Protocol. */
export type StopReason =
  | 'entry'
  | 'step'
  | 'restart'
  | 'pause'
  | 'breakpoint'
  | 'function breakpoint'
  | 'data breakpoint'
  | 'exception';

/** A decision to stop. */
export interface StopCause {
  readonly reason: StopReason;
  /** A sentence for display. */
  readonly description: string;
  /** Ids of the breakpoints that were hit. */
  readonly breakpoints?: readonly number[];
  /** Id of the exception filter. */
  readonly filter?: string;
}

/** A description of a position, for display. */
export function describePosition({ at, boundary }: Position): string {
  switch (at) {
    case 'model_call':
      return boundary.closing ? 'Before the closing round' : `Before model call ${boundary.call}`;
    case 'tool_call':
      return `Before ${boundary.tool}`;
    case 'tool_result':
      return `After ${boundary.tool}`;
    case 'question':
      return `Before the question about ${boundary.tool}`;
    case 'end':
      return 'Before the end of the run';
  }
}
