/** The messages between the extension and a runtime process about forks. */
import { RequestType } from 'vscode-jsonrpc';
import type { GuardPreset, Json, JsonObject } from './events.ts';
import type { ResumeRunParams, RunOriginParams, StartRefused, StartRunResult } from './rpc.ts';

/** The changes of a fork at its first step, in the format of the file of `--set`. */
export interface ForkEdits {
  /** Replaces the user's prompt. */
  readonly prompt?: string;
  /** Replaces the agent's own instruction. */
  readonly instruction?: string;
  /** Replaces the arguments of the tool call. */
  readonly args?: JsonObject;
  /** Becomes the result of the tool call, which then does not run. */
  readonly result?: Json;
}

/** A step of a saved run. */
export interface ForkStepParams extends RunOriginParams {
  /** `seq` of an `llm_request` or a `tool_call`. */
  readonly at: number;
}

/** Parameters of a fork that runs in this process, otherwise as configured in the journal of the run. */
export interface ForkRunParams extends ForkStepParams, Omit<ResumeRunParams, 'replies'> {
  readonly edits?: ForkEdits;
  /** Replaces the model. */
  readonly model?: string;
  /** The address of `model`; default: that of the run if the provider is the same. */
  readonly baseUrl?: string;
  /** Replaces the guards. */
  readonly guards?: GuardPreset;
  /** `today`: copied calls that only read skills run again. */
  readonly skills?: 'recorded' | 'today';
}

/** A step from which a run can be forked, with the values that can be edited. */
export interface ForkStep {
  readonly kind: 'step';
  /** The called tool; absent for a model call. */
  readonly tool?: string;
  /** The number of the model call, or of the one that requested the tool call. */
  readonly call: number;
  readonly prompt: string;
  /** Absent if the step belongs to another agent than the run's own. */
  readonly instruction?: string;
  readonly args?: Json;
  /** Absent if the call has none. */
  readonly result?: Json;
  /** A sentence about effects of the steps before that a fork does not undo. */
  readonly lost?: string;
}

/** The step, or why the run cannot be forked there. */
export type ForkStepResult = ForkStep | { readonly kind: 'failed'; readonly message: string };

/** Starts a fork. */
export const ForkRun = new RequestType<ForkRunParams, StartRunResult, StartRefused>('run/fork');
/** Describes a step to fork a run at. Sent to a process without a run. */
export const DescribeForkStep = new RequestType<ForkStepParams, ForkStepResult, void>('run/forkStep');
