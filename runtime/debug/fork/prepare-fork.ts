import { join } from 'node:path';
import { defined } from '../../../skill/index.ts';
import { splitName } from '../../models/endpoint/endpoint.ts';
import type { GuardPreset, RunStarted } from '../../protocol/events.ts';
import type { ForkEdits } from '../../protocol/fork.ts';
import { prepareRun, type Refusal, type RunRequest } from '../../run/prepare.ts';
import { type RecordedRequest, recordedRequest, untrustedMessage, withInstruction } from '../../run/prepare-resume.ts';
import { originOf } from '../../run/run-origin.ts';
import type { ForkSpec, RunSpec } from '../../run/run-spec.ts';
import { inlineText } from '../../text/inline-text.ts';
import type { ForkPoint } from './fork-point.ts';
import { type ForkPlace, forkSpec, readForkPoint } from './fork-spec.ts';
import { describeLostEffects } from './lost-effects.ts';
import { rereadSkills } from './todays-skills.ts';

/** A request to fork a run: to repeat it up to one of its steps, and to continue from there on its own. */
export interface ForkRequest extends RecordedRequest {
  /** `seq` of the `llm_request` or `tool_call` at which the fork continues. */
  readonly at: number;
  readonly edits?: ForkEdits;
  /** True if the fork stops at its first step, where the user decides again: a made-up result of the call is not copied. */
  readonly reopens?: boolean;
  /** Replaces the model. The address of the run is used if the provider is the same. */
  readonly model?: string;
  readonly baseUrl?: string;
  readonly guards?: GuardPreset;
  /** `today`: copied calls that only read skills run again on today's files. Default: `recorded`. */
  readonly skills?: 'recorded' | 'today';
  /**
   * True, or `shown` of the run's origin, if the caller knows where the run connects. Otherwise only a run that this machine
   * started is forked.
   */
  readonly trust?: true | string;
}

/** A fork that can be started with `startRun`. */
export interface PreparedFork {
  readonly kind: 'prepared';
  readonly spec: RunSpec & { readonly fork: ForkSpec };
  /** The prompt of the run that is continued. */
  readonly started: RunStarted;
  /** A message about effects of the copied calls that remain, to be confirmed by the user if one is present. */
  readonly lost?: string;
}

/** Prepares a fork: finds its point, and reads the agent, the skills and the model that the journal of the run names. */
export async function prepareFork(request: ForkRequest): Promise<PreparedFork | Refusal> {
  const { runs, run: parent, at, edits = {} } = request;
  const point = readForkPoint({ runs, run: parent, at, edits });
  if (typeof point === 'string') return { refused: point };
  const origin = originOf(request, point.started);
  if (origin.kind !== 'here' && request.trust !== true && request.trust !== origin.shown)
    return { refused: untrustedMessage(point.started, origin, 'fork') };
  const prepared = await prepareRun(requestOf(request, point.started));
  if ('refused' in prepared) return prepared;
  const recorded = point.started.instruction;
  const instruction = edits.instruction ?? (recorded === undefined ? undefined : inlineText(recorded));
  const spec = instruction === undefined ? prepared : withInstruction(prepared, instruction);
  const place: ForkPlace = defined({ runs, run: parent, at, edits, reopens: request.reopens || undefined });
  const today = request.skills === 'today' ? await withTodaysSkills(point, spec, join(runs, parent)) : undefined;
  const lost = describeLostEffects(point.events, spec.client !== undefined);
  return defined({
    kind: 'prepared',
    lost,
    spec: { ...spec, fork: forkSpec(place, today?.point ?? point, spec, today?.notes) },
    started: point.started,
  });
}

/** Returns the point with the results that today's skills give, and a note about the differences. */
async function withTodaysSkills(
  point: ForkPoint,
  spec: RunSpec,
  folder: string,
): Promise<{ readonly point: ForkPoint; readonly notes: readonly string[] }> {
  if (spec.client !== undefined)
    return {
      point,
      notes: ["The skills are today's from here on: copied results of the client's tools are the recorded ones."],
    };
  const { events, changed } = await rereadSkills(point, spec, folder);
  const note =
    changed.length === 0
      ? "Today's skills give the recorded results."
      : `Today's skills give other results for ${changed.slice(0, MAX_CHANGED).join(', ')}${changed.length > MAX_CHANGED ? ` and ${changed.length - MAX_CHANGED} more` : ''}.`;
  return { point: { ...point, events }, notes: [note] };
}

/** Maximum number of calls that a note names. */
const MAX_CHANGED = 5;

/** Returns the request of the run, with the changes of the fork. */
function requestOf(request: ForkRequest, started: RunStarted) {
  const { edits = {}, model, baseUrl, guards, skills: _, reopens: __, ...rest } = request;
  const { baseUrl: recordedUrl, ...recorded } = recordedRequest(rest, started);
  const keepsAddress = model === undefined || splitName(model).provider === splitName(started.model).provider;
  const address = baseUrl ?? (keepsAddress ? recordedUrl : undefined);
  return {
    ...recorded,
    ...defined<Partial<RunRequest>>({ baseUrl: address, model, guards, prompt: edits.prompt }),
  };
}
