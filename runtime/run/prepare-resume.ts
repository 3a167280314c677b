import { join } from 'node:path';
import { damaged, readJournal } from '../journal/reader.ts';
import { isRunId } from '../journal/run-id.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import { fullAddress } from '../models/address.ts';
import { REASONING_LEVELS } from '../models/reasoning.ts';
import type { RunStarted } from '../protocol/events.ts';
import { inlineText } from '../protocol/inline-text.ts';
import type { RunOrigin } from '../protocol/origin.ts';
import { originOf } from './begun.ts';
import { prepareRun, type Refusal, type RunRequest } from './prepare.ts';
import { withPayloads } from './restore.ts';
import { type PauseReply, pickUp } from './resume.ts';
import type { RunSpec } from './spec.ts';

export interface ResumeRequest
  extends Pick<
    RunRequest,
    'runs' | 'apiKey' | 'keys' | 'environment' | 'editor' | 'trusted' | 'named' | 'paced' | 'requireSandbox'
  > {
  /** Id of the run. */
  readonly run: string;
  readonly replies: readonly PauseReply[];
  /**
   * Who asked knows where the run goes: true, or `shown` of its origin, so that a journal that changes meanwhile is refused.
   * Else only a run that this machine began goes on.
   */
  readonly trust?: true | string;
  /** Somebody is there to be asked what is not replied to. */
  readonly present: boolean;
}

/** What a run was started with, by its journal: the last prompt, where it went on with others. A message where there is none. */
export function lastStart(runs: string, run: string): RunStarted | string {
  if (!isRunId(run)) return `Not the id of a run: ${run}`;
  const path = join(runs, run, JOURNAL_FILE);
  const { events, unread, damage } = readJournal(path);
  if (damage !== undefined) return damaged(path, damage);
  const written = events.filter((event) => event.type === 'run_started').at(-1);
  const started = written === undefined ? undefined : (withPayloads(written, join(runs, run)) as RunStarted);
  if (started !== undefined)
    return isWhole(started) ? started : `The journal of run ${run} is damaged: ${JOURNAL_FILE}.`;
  if (unread?.kind === 'failed') return unread.message;
  return unread === undefined ? `The journal of run ${run} holds no run.` : `There is no run ${run} in ${runs}`;
}

/** Everything that it takes to go on with a run: agent, skills and model are read again, as its journal names them. */
export async function prepareResume(request: ResumeRequest): Promise<RunSpec | Refusal> {
  const started = lastStart(request.runs, request.run);
  if (typeof started === 'string') return { refused: started };
  // Looked at again under the lock; here it spares opening a model for a run that has ended.
  const folder = join(request.runs, request.run);
  const events = readJournal(join(folder, JOURNAL_FILE)).events.map((event) =>
    event.type === 'pause' ? withPayloads(event, folder) : event,
  );
  const picked = pickUp(events, request.replies, request.present);
  if (picked.kind === 'failed') return { refused: picked.message };
  const origin = originOf(request, started);
  if (origin.kind !== 'here' && request.trust !== true && request.trust !== origin.shown)
    return { refused: notOurs(started, origin) };
  const {
    agentFile,
    baseUrl,
    guardSettings,
    reasoning,
    modelTimeout,
    scriptTimeout,
    maxTokens = 0,
    maxCost = 0,
  } = started;
  const spec = await prepareRun({
    ...request,
    prompt: inlineText(started.prompt),
    skills: started.skills.map((skill) => skill.root),
    ...(agentFile === undefined ? {} : { agent: agentFile }),
    folder: started.folder ?? process.cwd(),
    model: started.model,
    ...(baseUrl === undefined ? {} : { baseUrl: fullAddress(request, baseUrl) ?? baseUrl }),
    guards: started.guards,
    ...(guardSettings === undefined ? {} : { guardSettings }),
    maxLlmCalls: started.maxLlmCalls,
    maxTokens,
    maxCost,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(modelTimeout === undefined ? {} : { modelTimeout }),
    ...(scriptTimeout === undefined ? {} : { scriptTimeout }),
    // What is asked for now holds, and what was asked for then: a journal can only ask for more.
    requireSandbox: request.requireSandbox === true || started.requireSandbox === true,
  });
  if ('refused' in spec) return spec;
  const requiredSandbox = started.requireSandbox === true;
  return { ...spec, resumes: { run: request.run, replies: request.replies, requiredSandbox } };
}

/** Why a run does not go on, for a person at a terminal. */
function notOurs({ run, model, baseUrl, agentFile }: RunStarted, origin: Exclude<RunOrigin, { kind: 'here' }>): string {
  const why =
    origin.kind === 'elsewhere'
      ? 'it was not started on this machine'
      : `its journal has changed since it was started here (${origin.changed.join(', ')})`;
  const address = baseUrl === undefined ? '' : ` at ${baseUrl.slice(0, 300)}`;
  const agent = agentFile === undefined ? '' : `, and start the tools of the agent ${agentFile.slice(0, 200)}`;
  return `Add --trust to resume run ${run.slice(0, 128)}: ${why}.\nIt would send its conversation to ${model.slice(0, 100)}${address}${agent}.`;
}

/** Journals may come from anywhere: every field that is used has its type. */
function isWhole(started: RunStarted): boolean {
  const {
    model,
    prompt,
    skills,
    guards,
    maxLlmCalls,
    baseUrl,
    agentFile,
    folder,
    maxTokens = 0,
    maxCost = 0,
    reasoning = 'none',
    modelTimeout = 1,
    scriptTimeout = 1,
  }: Readonly<Record<keyof RunStarted, unknown>> = {
    baseUrl: undefined,
    agentFile: undefined,
    folder: undefined,
    guardSettings: undefined,
    calledSkills: undefined,
    parent: undefined,
    stress: undefined,
    maxTokens: undefined,
    maxCost: undefined,
    reasoning: undefined,
    modelTimeout: undefined,
    scriptTimeout: undefined,
    requireSandbox: undefined,
    ...started,
  };
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  return (
    typeof model === 'string' &&
    typeof prompt === 'string' &&
    Array.isArray(skills) &&
    skills.every((skill: unknown) => typeof (skill as { root?: unknown } | null)?.root === 'string') &&
    ['default', 'adk', 'off'].includes(String(guards)) &&
    Number.isInteger(maxLlmCalls) &&
    [maxTokens, maxCost].every((limit) => typeof limit === 'number' && limit >= 0) &&
    [modelTimeout, scriptTimeout].every((limit) => typeof limit === 'number' && limit > 0) &&
    REASONING_LEVELS.some((level) => level === reasoning) &&
    [baseUrl, agentFile, folder].every(isText)
  );
}
