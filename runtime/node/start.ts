/** Starts, resumes and forks runs for the extension. */
import { dirname } from 'node:path';
import { withChangedSkills } from '../debug/changed-skills.ts';
import type { EarlierEvents } from '../debug/dap/adapter-options.ts';
import { readEdits } from '../debug/fork/edits.ts';
import { readEvents } from '../debug/fork/fork-spec.ts';
import { prepareFork } from '../debug/fork/prepare-fork.ts';
import { type PreparedRewind, prepareRewind } from '../debug/fork/prepare-rewind.ts';
import { thresholdProblem } from '../guards/settings.ts';
import type { EditorLink } from '../models/providers/vscode.ts';
import type { ForkRunParams } from '../protocol/fork.ts';
import type { AnswerParams, PromptRunParams, ResumeRunParams, StartRefused, StartRunParams } from '../protocol/rpc.ts';
import { runOptionsIn, withoutRunOptions } from '../protocol/run-options.ts';
import { prepareRun, type Refusal } from '../run/prepare.ts';
import { prepareContinuation } from '../run/prepare-continuation.ts';
import { prepareResume } from '../run/prepare-resume.ts';
import { recordStart } from '../run/run-origin.ts';
import type { RunObserver, RunSpec, StartResult } from '../run/run-spec.ts';
import { startRun } from '../run/start.ts';

/** The started run, or why it cannot start, with the missing keys that the extension asks for. */
export type EditorStart =
  | Extract<StartResult, { kind: 'started' }>
  | (Extract<StartResult, { kind: 'failed' }> & Partial<StartRefused>);

/** Creates the observer of a run that begins with these events. */
export type ObserverOf = (earlier?: EarlierEvents) => RunObserver;

/** Starts a run for the extension. The workspace is the folder that contains `.skillwright/runs`. */
export async function startFromEditor(
  params: StartRunParams,
  observer: RunObserver,
  editor: EditorLink,
): Promise<EditorStart> {
  const defaults = runOptionsIn(params);
  for (const [name, value] of Object.entries(defaults.guardSettings?.thresholds ?? {})) {
    const problem = thresholdProblem(name, value);
    if (problem !== undefined) return { kind: 'failed', message: problem };
  }
  // Settings apply to every run; an agent's own file takes precedence.
  const { folder = dirname(dirname(params.runs)) } = params;
  const request = { ...withoutRunOptions(params), defaults, folder, editor, paced: true };
  return begin(await prepareRun(request), observer);
}

/** Resumes a run of another window or process. Questions without a reply are asked in this one. */
export async function resumeFromEditor(
  params: ResumeRunParams,
  observerOf: ObserverOf,
  editor: EditorLink,
): Promise<EditorStart> {
  const replies = (params.replies ?? []).map((given) => ({ id: given.id, reply: replyOf(given) }));
  const spec = await prepareResume({ ...params, replies, editor, present: true, paced: true });
  // Only a debugger needs the steps of the processes before.
  const past = params.debug === true && !('refused' in spec) ? readEvents(params.runs, params.run) : [];
  if (typeof past === 'string') return { kind: 'failed', message: past };
  return begin(spec, observerOf({ past }));
}

/** Continues the conversation of a run of this or another process with a further prompt. */
export async function promptFromEditor(
  params: PromptRunParams,
  observer: RunObserver,
  editor: EditorLink,
): Promise<EditorStart> {
  const spec = await prepareContinuation({ ...params, editor, paced: true });
  return begin('refused' in spec ? spec : await withChangedSkills(spec), observer);
}

/** Forks a run of another window or process in this one. The user has confirmed what is sent where. */
export async function forkFromEditor(
  params: ForkRunParams,
  observerOf: ObserverOf,
  editor: EditorLink,
): Promise<EditorStart> {
  const edits = readEdits(params.edits ?? {});
  if (typeof edits === 'string') return { kind: 'failed', message: edits };
  const prepared = await prepareFork({ ...params, edits, editor, paced: true });
  if ('refused' in prepared) return begin(prepared, observerOf());
  const { spec } = prepared;
  return begin(spec, observerOf({ prepared: spec.fork.prepared }));
}

/** Prepares a fork that takes the place of a run that is debugged. */
export function rewindFromEditor(
  params: ForkRunParams,
  editor: EditorLink,
  start: (begin: (observer: RunObserver) => StartResult, observer: RunObserver) => Promise<StartResult>,
): Promise<PreparedRewind | string> {
  return prepareRewind(
    { ...params, edits: {}, editor, paced: true },
    async (spec) => (observer) => start((wrapped) => begin(spec, wrapped), observer),
  );
}

/** Converts an answer to the form that `readReply` accepts. */
export function replyOf({ answer, credential }: AnswerParams): unknown {
  return credential === undefined ? answer : { credential };
}

function begin(spec: RunSpec | Refusal, observer: RunObserver): EditorStart {
  if ('refused' in spec) {
    const { refused: message, missingKeys = [] } = spec;
    return { kind: 'failed', message, missingKeys };
  }
  // Selecting an agent in the editor does not show the code that its modules and servers run, so the user is asked.
  const onBegin = (run: string): void => {
    recordStart({ runs: spec.runs, run }, spec);
    observer.onBegin?.(run);
  };
  return startRun({ ...spec, asksForCode: true }, { ...observer, onBegin });
}
