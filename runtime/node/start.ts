import { dirname } from 'node:path';
import { thresholdProblem } from '../guards/settings.ts';
import type { EditorLink } from '../models/vscode.ts';
import { prepareRun } from '../prepare.ts';
import { prepareResume } from '../prepare-resume.ts';
import type { AnswerParams, ResumeRunParams, StartRunParams } from '../protocol/rpc.ts';
import { type RunSpec, type RunWatcher, type StartResult, startRun } from '../run.ts';

/** Starts the run that the extension asks for. The workspace is the folder that `.skillwright/runs` stands in. */
export async function startFromEditor(
  params: StartRunParams,
  watcher: RunWatcher,
  editor: EditorLink,
): Promise<StartResult> {
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
): Promise<StartResult> {
  const replies = (params.replies ?? []).map((given) => ({ id: given.id, reply: replyOf(given) }));
  return begin(await prepareResume({ ...params, replies, editor, present: true, paced: true }), watcher);
}

/** What was said, as `readReply` takes it. */
export function replyOf({ answer, credential }: AnswerParams): unknown {
  return credential === undefined ? answer : { credential };
}

function begin(spec: RunSpec | string, watcher: RunWatcher): StartResult {
  if (typeof spec === 'string') return { kind: 'failed', message: spec };
  // Whoever picked an agent in the editor has not seen what its servers run.
  return startRun({ ...spec, asksForServers: true }, watcher);
}
