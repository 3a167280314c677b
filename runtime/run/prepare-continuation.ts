/** Prepares a further prompt of a run, with everything else as its journal describes it. */
import { inlineText } from '../text/inline-text.ts';
import { prepareRun, type Refusal } from './prepare.ts';
import {
  lastStart,
  type RecordedRequest,
  recordedRequest,
  untrustedMessage,
  withInstruction,
} from './prepare-resume.ts';
import { originOf } from './run-origin.ts';
import type { RunSpec } from './run-spec.ts';

/** A request for a further prompt of a run. */
export interface ContinuationRequest extends RecordedRequest {
  readonly prompt: string;
  /**
   * True, or `shown` of the run's origin, if the caller knows where the run connects. Otherwise only a run that this machine
   * started is continued.
   */
  readonly trust?: true | string;
}

/**
 * Prepares to continue the conversation of a run with the same agent, skills, model, client and limits as its last prompt.
 * Questions that are still open are abandoned: their calls do not run.
 */
export async function prepareContinuation(request: ContinuationRequest): Promise<RunSpec | Refusal> {
  const { prompt, run } = request;
  if (prompt.trim() === '') return { refused: 'Write a prompt: it is empty.' };
  const started = lastStart(request.runs, run);
  if (typeof started === 'string') return { refused: started };
  const origin = originOf(request, started);
  if (origin.kind !== 'here' && request.trust !== true && request.trust !== origin.shown)
    return { refused: untrustedMessage(started, origin, 'continue') };
  const spec = await prepareRun({ ...recordedRequest(request, started), prompt });
  if ('refused' in spec) return spec;
  const { instruction } = started;
  return { ...(instruction === undefined ? spec : withInstruction(spec, inlineText(instruction))), continues: run };
}
