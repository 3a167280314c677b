import { defined } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import type { ParsedCall } from '../history/parsed-call.ts';
import { type CallBoundary, type EditedResult, waitAt } from '../interfaces/controller.ts';
import type { ScriptDebugger } from '../interfaces/script-debugger.ts';
import type { ResultOutcome } from '../interfaces/tools.ts';
import type { CallOptions } from './call-options.ts';

/** The stops of a run that is debugged before and after one call, and the changes that the user made there. */
export class CallStops {
  /** The arguments that the model requested, if the user changed them. */
  requested: Json | undefined;
  /** The result that the user wrote instead of running the tool. */
  madeUp: EditedResult | undefined;
  /** Debugs the script that the call runs. */
  scriptDebugger: ScriptDebugger | undefined;
  private readonly options: CallOptions;

  constructor(options: CallOptions) {
    this.options = options;
  }

  /** True if the run has a controller that stops it at its calls. */
  get isActive(): boolean {
    return this.options.controller?.isActive === true;
  }

  /**
   * Lets the controller stop the run before a call. Returns the call with the arguments that the user gave it, or `aborted` if
   * the run is cancelled first.
   */
  async before(call: ParsedCall): Promise<ParsedCall | 'aborted'> {
    const { controller, signal, parent } = this.options;
    if (controller === undefined || call.past !== undefined) return call;
    const edit = await waitAt(() => controller.beforeTool(this.boundary(call, parent)), signal);
    if (edit === 'aborted') return 'aborted';
    this.madeUp = edit?.result;
    this.scriptDebugger = edit?.scriptDebugger;
    if (edit?.args === undefined) return call;
    this.requested = call.args.kind === 'object' ? call.args.value : call.args.raw;
    return { ...call, args: { kind: 'object', value: edit.args } };
  }

  /**
   * Lets the controller stop the run after a call. Returns the result that the model gets, or undefined if the user did not
   * change it.
   * @param seq that of the `tool_call`
   */
  async after(call: ParsedCall, seq: number, outcome: ResultOutcome): Promise<ResultOutcome | undefined> {
    const { controller, signal } = this.options;
    if (controller === undefined || this.madeUp !== undefined) return undefined;
    const edit = await waitAt(() => controller.afterTool({ ...this.boundary(call, seq), outcome }), signal);
    if (edit === undefined || edit === 'aborted') return undefined;
    const { value, errorCode } = edit;
    const { changes, message } = outcome;
    return defined({
      kind: 'result',
      value,
      message,
      changes,
      errorCode,
    });
  }

  private boundary({ id, tool, args }: ParsedCall, parent: number): CallBoundary {
    const { scope, state } = this.options;
    return defined({
      scope,
      parent,
      state,
      id,
      tool,
      args: args.kind === 'object' ? args.value : {},
      broken: args.kind === 'broken' ? args.raw : undefined,
    });
  }
}
