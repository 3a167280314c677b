import { dirname } from 'node:path';
import { thresholdProblem } from '../guards/settings.ts';
import type { EditorLink } from '../models/vscode.ts';
import type { AnswerParams, ResumeRunParams, StartRefused, StartRunParams } from '../protocol/rpc.ts';
import { rememberBegun } from '../run/begun.ts';
import { prepareRun, type Refusal } from '../run/prepare.ts';
import { prepareResume } from '../run/prepare-resume.ts';
import type { RunSpec, RunWatcher, StartResult } from '../run/spec.ts';
import { startRun } from '../run/start.ts';

/** A run that has begun, or why it has not: with the keys that it lacks, which the extension asks for. */
export type EditorStart =
  | Extract<StartResult, { kind: 'started' }>
  | (Extract<StartResult, { kind: 'failed' }> & Partial<StartRefused>);

/** Starts the run that the extension asks for. The workspace is the folder that `.skillwright/runs` stands in. */
export async function startFromEditor(
  params: StartRunParams,
  watcher: RunWatcher,
  editor: EditorLink,
): Promise<EditorStart> {
  const { guards, guardSettings, maxLlmCalls, maxTokens = 0, maxCost = 0, ...rest } = params;
  for (const [name, value] of Object.entries(guardSettings?.thresholds ?? {})) {
    const problem = thresholdProblem(name, value);
    if (problem !== undefined) return { kind: 'failed', message: problem };
  }
  // Settings hold for every run; what an agent's own file says of it is meant for it.
  const { folder = dirname(dirname(params.runs)) } = params;
  const request = {
    ...rest,
    defaults: { guards, ...(guardSettings === undefined ? {} : { guardSettings }), maxLlmCalls, maxTokens, maxCost },
    folder,
    editor,
    paced: true,
  };
  return begin(await prepareRun(request), watcher);
}

/** Goes on with a run of another window or process. What is not replied to is asked for in this one. */
export async function resumeFromEditor(
  params: ResumeRunParams,
  watcher: RunWatcher,
  editor: EditorLink,
): Promise<EditorStart> {
  const replies = (params.replies ?? []).map((given) => ({ id: given.id, reply: replyOf(given) }));
  return begin(await prepareResume({ ...params, replies, editor, present: true, paced: true }), watcher);
}

/** What was said, as `readReply` takes it. */
export function replyOf({ answer, credential }: AnswerParams): unknown {
  return credential === undefined ? answer : { credential };
}

function begin(spec: RunSpec | Refusal, watcher: RunWatcher): EditorStart {
  if ('refused' in spec) {
    const { refused: message, missingKeys = [] } = spec;
    return { kind: 'failed', message, missingKeys };
  }
  // Whoever picked an agent in the editor has not seen what its modules and servers run.
  const onBegin = (run: string): void => rememberBegun({ runs: spec.runs, run }, spec);
  return startRun({ ...spec, asksForCode: true }, { ...watcher, onBegin });
}
