/** Handles the requests of a page, except those for rows. A request can refer only to what the run contains. */
import type { Cause } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { FixOutcome, PauseAnswer, ToHost, ToWebview } from '../timeline/protocol.ts';
import type { PauseKind } from '../timeline/row.ts';
import type { RunControl, RunRef } from './control.ts';
import type { JournalFile } from './journal-file.ts';
import { payloadOf, textOf } from './payload.ts';
import { promptOf } from './prompt.ts';
import type { TokenEstimates } from './token-estimates.ts';
import type { Trace, TraceSpan } from './trace/span.ts';

const ANSWERS: { readonly [kind in PauseKind]: readonly PauseAnswer[] } = {
  confirmation: ['approve', 'always', 'deny'],
  credential: ['credential', 'deny'],
  guard: ['continue', 'stop', 'ignore'],
};

/** The run that a page shows, and the targets of its requests. */
export interface RequestContext {
  readonly journal: JournalFile;
  readonly trace: Trace;
  readonly ref: RunRef;
  readonly control: RunControl;
  readonly tokens: TokenEstimates;
  readonly post: (message: ToWebview) => void;
}

/** Handles a message from the page. Unknown messages are ignored. */
export async function handleRequest(context: RequestContext, message: ToHost): Promise<void> {
  const { control, trace, journal, ref } = context;
  switch (message?.type) {
    case 'stop':
      return void control.stop(ref);
    case 'stopReading':
      return void control.stopReading?.(ref);
    case 'readAll':
      return void control.readAll?.(ref);
    case 'pause':
      return void control.pause?.(ref);
    case 'continue':
      return void control.continue?.(ref);
    case 'answer':
      return answerPause(context, message.pause, message.answer);
    case 'runAgain':
      return void control.runAgain(ref);
    case 'prompt': {
      if (trace.imported !== undefined || String(message.prompt).trim() === '') return;
      const started = (await control.sendPrompt?.(ref, String(message.prompt))) ?? false;
      return context.post({ type: 'prompted', started });
    }
    case 'resume':
      return void control.resume(ref);
    case 'debugResumed':
      return void control.debugResumed?.(ref);
    case 'setKey':
      return trace.finished?.needsKey === true ? void control.setKey?.(ref) : undefined;
    case 'openSkill': {
      const root = trace.lanes.get(message.skill)?.root ?? '';
      return root === '' ? undefined : void control.openSource({ file: `${root}/SKILL.md` });
    }
    case 'openChanges':
      return trace.changedFiles === undefined ? undefined : void control.openChanges?.(ref);
    case 'showFamily':
      return void control.showFamily?.(ref);
    case 'openJournal':
      return void control.openSource({ file: journal.path });
    case 'copy':
      return void control.copy(String(message.text));
    case 'runAgent':
      return void control.runAgent?.(typeof message.skill === 'string' ? message.skill : undefined);
    case 'openRun':
      return void control.openRun?.();
    case 'payload':
    case 'tokens':
    case 'openPayload':
    case 'fixes':
    case 'applyFix':
    case 'undoFix':
    case 'openSource':
    case 'openNaming':
    case 'runPrompt':
    case 'selected':
    case 'runFrom':
    case 'debugFrom': {
      const span = Number.isInteger(message.row) ? trace.spans[message.row] : undefined;
      if (span !== undefined) await handleRowRequest(context, span, message);
    }
  }
}

async function handleRowRequest(
  { control, journal, trace, ref, tokens, post }: RequestContext,
  span: TraceSpan,
  message: ToHost,
): Promise<void> {
  const payload = () =>
    payloadOf(journal, span, { textOf: (file) => control.textOf(file), addedBy: trace.skillByTool, trace });
  if (message.type === 'payload') {
    post({ type: 'payload', payload: await payload() });
  } else if (message.type === 'tokens') {
    post({ type: 'tokens', row: span.id, tokens: await tokens.read(control, ref, trace, span) });
  } else if (message.type === 'openPayload') {
    await control.openText?.(textOf(await payload()));
  } else if (message.type === 'openSource' && span.cause !== undefined) {
    await control.openCause(span.cause);
  } else if (message.type === 'openSource' && span.source !== undefined) {
    await control.openSource(span.source);
  } else if (message.type === 'openNaming' && span.source !== undefined) {
    const root = trace.lanes.get(span.skill ?? '')?.root ?? '';
    if (root === '' || control.openNaming === undefined) await control.openSource(span.source);
    else await control.openNaming(`${root}/SKILL.md`, span.name, span.source);
  } else if (message.type === 'runPrompt' && span.kind === 'agent' && trace.imported !== undefined) {
    const prompt = await promptOf(journal, span);
    const skills = [...new Set(trace.spans.flatMap((one) => one.skill ?? []))];
    if (prompt !== '') await control.runPrompt?.({ prompt, client: trace.imported.id, skills });
  } else if (message.type === 'selected') {
    await control.selectStep?.(ref, span.seq);
  } else if (message.type === 'runFrom') {
    await control.runFrom?.(ref, span.seq);
  } else if (message.type === 'debugFrom') {
    await control.debugFrom?.(ref, span.seq);
  } else if (message.type === 'fixes' && span.cause !== undefined) {
    post(defined({ type: 'fixes', row: span.id, ...(await fixesOf(control, span.cause)) }));
  } else if ((message.type === 'applyFix' || message.type === 'undoFix') && span.cause !== undefined) {
    const { cause } = span;
    const apply = message.type === 'applyFix';
    const done = await (apply ? control.applyFix(cause, message.index) : control.undoFix(cause));
    const outcome = apply ? (done ? 'applied' : 'not-applied') : done ? 'undone' : 'not-undone';
    await postFixes({ control, trace, post }, cause, { row: span.id, outcome });
    post({ type: 'payload', payload: await payload() });
    if (apply && done && message.runAgain === true) await control.runAgain(ref);
  }
}

/**
 * Sends the fixes for these words to every row that can show them.
 * @param request the row on which a fix was applied or undone, and the outcome
 */
export async function postFixes(
  { control, trace, post }: Pick<RequestContext, 'control' | 'trace' | 'post'>,
  cause: Cause,
  request?: { readonly row: number; readonly outcome: FixOutcome },
): Promise<void> {
  const fixes = await fixesOf(control, cause);
  for (const row of rowsWithCause(trace, cause))
    post(defined({ type: 'fixes', row, ...fixes, outcome: row === request?.row ? request.outcome : undefined }));
}

async function fixesOf(control: RunControl, cause: Cause) {
  const fixes = await control.fixesFor(cause);
  const applied = await control.appliedFix(cause);
  return { fixes, applied };
}

/** Returns the rows with the same cause. */
function rowsWithCause({ spans }: Trace, { file, line, column }: Cause): readonly number[] {
  return spans
    .filter(({ cause }) => cause?.file === file && cause.line === line && cause.column === column)
    .map((span) => span.id);
}

/** Answers a pause if it is pending and the answer fits its kind. */
function answerPause({ trace, control, ref }: RequestContext, pause: string, reply: PauseAnswer): void {
  const { pauseKind } = trace.pauses.get(pause) ?? {};
  if (pauseKind === undefined || !trace.pending.has(pause) || !ANSWERS[pauseKind].includes(reply)) return;
  void control.answer(ref, pause, reply);
}
