import { join } from 'node:path';
import { defined } from '../../skill/index.ts';
import { newestRunHint } from '../journal/newest-run.ts';
import { damageMessage } from '../journal/reader.ts';
import { isRunId } from '../journal/run-id.ts';
import { readRunJournal } from '../journal/run-journal.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import { fullAddress } from '../models/endpoint/address.ts';
import type { RunStarted } from '../protocol/events.ts';
import type { RunOrigin } from '../protocol/origin.ts';
import { isOptionValue, RUN_OPTION_LIST, runOptionsIn } from '../protocol/run-options.ts';
import { inlineText } from '../text/inline-text.ts';
import { prepareRun, type Refusal, type RunRequest } from './prepare.ts';
import { withPayloads } from './restore.ts';
import { type PauseReply, planResume } from './resume.ts';
import { originOf } from './run-origin.ts';
import type { RunSpec } from './run-spec.ts';

/** The part of a request that the journal of a run does not determine. */
export interface RecordedRequest
  extends Pick<
    RunRequest,
    'runs' | 'apiKey' | 'keys' | 'environment' | 'editor' | 'trusted' | 'named' | 'paced' | 'requireSandbox'
  > {
  /** Id of the run. */
  readonly run: string;
}

/** A request to resume a run. */
export interface ResumeRequest extends RecordedRequest {
  readonly replies: readonly PauseReply[];
  /**
   * True, or `shown` of the run's origin, if the caller knows where the run connects; with the latter a journal that
   * changes in the meantime is rejected. Otherwise only a run that this machine started is resumed.
   */
  readonly trust?: true | string;
  /** True if a user is present to answer the questions that `replies` leaves open. */
  readonly present: boolean;
}

/**
 * Returns the parameters of a run's last prompt from its journal, or an error message.
 * @param at `seq` of an event whose prompt is meant instead
 */
export function lastStart(runs: string, run: string, at = Number.POSITIVE_INFINITY): RunStarted | string {
  if (!isRunId(run)) return `Not a run id: ${run}`;
  const path = join(runs, run, JOURNAL_FILE);
  const { events, unread, damage } = readRunJournal(runs, run);
  if (damage !== undefined) return damageMessage(path, damage);
  const lastEvent = events.findLast((event) => event.type === 'run_started' && event.seq <= at);
  const started = lastEvent === undefined ? undefined : (withPayloads(lastEvent, join(runs, run)) as RunStarted);
  if (started !== undefined)
    return isValidStart(started) ? started : `The journal of run ${run} is damaged: ${JOURNAL_FILE}.`;
  if (unread?.kind === 'failed') return unread.message;
  return unread === undefined
    ? `The journal of run ${run} contains no run.`
    : `There is no run ${run} in ${runs}${newestRunHint(runs)}`;
}

/** Prepares to resume a run: reads the agent, skills and model that its journal names. */
export async function prepareResume(request: ResumeRequest): Promise<RunSpec | Refusal> {
  const started = lastStart(request.runs, request.run);
  if (typeof started === 'string') return { refused: started };
  // Checked again under the lock; checking here avoids opening a model for a run that has ended.
  const folder = join(request.runs, request.run);
  const events = readRunJournal(request.runs, request.run).events.map((event) =>
    event.type === 'pause' ? withPayloads(event, folder) : event,
  );
  const plan = planResume(events, request.replies, request.present);
  if (plan.kind === 'failed') return { refused: plan.message };
  const origin = originOf(request, started);
  if (origin.kind !== 'here' && request.trust !== true && request.trust !== origin.shown)
    return { refused: untrustedMessage(started, origin) };
  const spec = await prepareRun({ ...recordedRequest(request, started), mayReuseCopy: true });
  if ('refused' in spec) return spec;
  const requiredSandbox = started.requireSandbox === true;
  const { instruction } = started;
  return {
    ...(instruction === undefined ? spec : withInstruction(spec, inlineText(instruction))),
    resumes: { run: request.run, replies: request.replies, requiredSandbox },
  };
}

/** Returns the request that repeats a run as its journal describes it. */
export function recordedRequest<T extends RecordedRequest>(request: T, started: RunStarted): T & RunRequest {
  const { agentFile, baseUrl, maxTokens = 0, maxCost = 0 } = started;
  const recorded: Omit<RunRequest, Exclude<keyof RecordedRequest, 'requireSandbox'>> = {
    ...runOptionsIn(started),
    // A limit that was not recorded did not apply, whatever the agent's file says now.
    maxTokens,
    maxCost,
    // Both the current and the original requirement apply: a journal can only make it stricter.
    requireSandbox: request.requireSandbox === true || started.requireSandbox === true,
    ...defined<Pick<RunRequest, 'agent' | 'baseUrl'>>({
      agent: agentFile,
      baseUrl: baseUrl === undefined ? undefined : (fullAddress(request, baseUrl) ?? baseUrl),
    }),
    ...clientOf(started),
    prompt: inlineText(started.prompt),
    skills: started.skills.map((skill) => skill.root),
    folder: started.folder ?? process.cwd(),
    model: started.model,
  };
  return { ...request, ...recorded };
}

/** Returns the run with an instruction that replaces its agent's own. */
export function withInstruction(spec: RunSpec, instruction: string): RunSpec {
  return { ...spec, instruction, agent: { ...spec.agent, instruction } };
}

/** Returns the client that a run was started with, even if its agent's file now names another one. */
function clientOf({ client, workspace, install, skills }: RunStarted): Partial<RunRequest> {
  if (client === undefined) return { client: 'adk' };
  return defined<Partial<RunRequest>>({
    client,
    workspace: workspace ?? null,
    install,
    with: skills.map(({ root }) => root),
  });
}

/** The message about a run that is not trusted, for the command line. */
export function untrustedMessage(
  { run, model, baseUrl, agentFile }: RunStarted,
  origin: Exclude<RunOrigin, { kind: 'here' }>,
  verb: 'resume' | 'fork' | 'continue' = 'resume',
): string {
  const why =
    origin.kind === 'elsewhere'
      ? 'it was not started on this machine'
      : `its journal has changed since it was started here (${origin.changed.join(', ')})`;
  const address = baseUrl === undefined ? '' : ` at ${baseUrl.slice(0, 300)}`;
  const agent = agentFile === undefined ? '' : `, and start the tools of the agent ${agentFile.slice(0, 200)}`;
  return `Add --trust to ${verb} run ${run.slice(0, 128)}: ${why}.\nIt would send its conversation to ${model.slice(0, 100)}${address}${agent}.`;
}

/** True if every field that is used has its type. Journals are untrusted. */
export function isValidStart(started: RunStarted): boolean {
  const fields: Readonly<Partial<Record<keyof RunStarted, unknown>>> = started;
  const { model, prompt, skills, baseUrl, agentFile, folder, client, workspace, install, instruction } = fields;
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  return (
    typeof model === 'string' &&
    typeof prompt === 'string' &&
    Array.isArray(skills) &&
    skills.every((skill: unknown) => typeof (skill as { root?: unknown } | null)?.root === 'string') &&
    RUN_OPTION_LIST.every(([name, option]) =>
      fields[name] === undefined ? option.isAlwaysRecorded !== true : isOptionValue(option, fields[name]),
    ) &&
    [baseUrl, agentFile, folder, client, workspace, instruction].every(isText) &&
    [undefined, 'user', 'project'].some((place) => place === install)
  );
}
