import { defined } from '../../../skill/index.ts';
import { EVAL_FILES } from '../../protocol/eval-files.ts';
import type { WaitingCall } from '../../protocol/eval-scripts.ts';
import type { PauseEvent } from '../../protocol/events.ts';
import type { EvalCase } from '../cases/eval-case.ts';
import { type JudgeContext, judgeCheck, unexpected, wholeRun } from './judge-check.ts';
import { isProven, notProven } from './outcome.ts';
import type { RunFacts } from './run-facts.ts';
import { combine, NO_ASSERTIONS, type TrialVerdict } from './verdict.ts';

export interface TrialContext extends JudgeContext {
  /** True if the skill must be absent, as in a baseline. */
  readonly isAbsent: boolean;
}

/**
 * Judges a trial from its journal. A run without an end, one that failed for a reason outside the model, and one that does not
 * prove what it claims are not judged.
 */
export function judgeTrial(one: EvalCase, facts: RunFacts, context: TrialContext): TrialVerdict {
  const named = facts.loaded.filter(({ skill }) => skill === context.skill);
  const hits = named.filter(isProven);
  const triggered = hits.length > 0;
  const problem =
    invalidReason(facts, context) ?? (triggered && one.kind === 'trigger' ? undefined : unfinishedReason(facts));
  if (problem !== undefined) {
    const waiting = facts.waiting.map(waitingCall);
    const unjudged: TrialVerdict = { verdict: 'not_judged', triggered, checks: [], reason: problem };
    return waiting.length === 0 ? unjudged : { ...unjudged, waiting };
  }
  if (one.kind === 'trigger') {
    const text = `The skill is ${one.shouldTrigger ? '' : 'not '}loaded.`;
    if (!triggered && named.length > 0) {
      const { evidence, ...unproven } = notProven(context.skill, 'loaded', named);
      return { verdict: 'not_judged', triggered, checks: [{ text, evidence, ...unproven }], reason: evidence };
    }
    const passed = triggered === one.shouldTrigger;
    const check = {
      text,
      passed,
      evidence: `${context.skill} was ${triggered ? '' : 'never '}loaded${passed ? '' : unexpected(one.shouldTrigger)}.`,
      events: triggered ? hits.map(({ seq }) => seq) : wholeRun(facts),
    };
    return { verdict: combine([check]), triggered, checks: [check] };
  }
  const checks = one.checks.map((check) => judgeCheck(check, facts, context));
  const reason = checks.length === 0 ? { reason: NO_ASSERTIONS } : {};
  return { verdict: combine(checks), triggered, checks, ...reason };
}

const HOW_TO_APPROVE =
  'allow scripts with --yes, on the page of the results in VS Code, or with the setting skillwright.evals.approveScripts.';

/** Maximum length of a command that waits, in UTF-16 units. */
const MAX_COMMAND = 300;

function waitingCall({ script, hint, approvesFor }: PauseEvent): WaitingCall {
  if (script !== undefined) {
    const { skill, path, command, sandbox, source, notShown, files } = script;
    return defined({ skill, path, command: shorten(command), sandbox, source, notShown, files });
  }
  const text = typeof hint === 'string' ? hint : '';
  // The first line of such a question is about all commands of the run.
  return { command: shorten(approvesFor === 'run' ? text.slice(text.indexOf('\n') + 1) : text) };
}

function shorten(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length <= MAX_COMMAND ? line : `${line.slice(0, MAX_COMMAND)}…`;
}

/** Names the script that a run waits for, if it is one. */
function waitsFor([first]: readonly PauseEvent[]): string {
  return first?.script === undefined ? '' : ` of ${first.script.path}`;
}

/** Returns the reason why the run is not a valid trial. */
function invalidReason(
  { started, loaded, read, ran }: RunFacts,
  { skill, isAbsent }: TrialContext,
): string | undefined {
  if (started === undefined) return 'The journal has no start of the run.';
  const isOffered = started.skills.some(({ name }) => name === skill);
  if (isAbsent && isOffered) return `The baseline offered ${skill}.`;
  if (!isAbsent && !isOffered) return `The run did not offer ${skill}.`;
  const used = [...loaded, ...read, ...ran].find((one) => one.skill === skill);
  if (isAbsent && used !== undefined) return `The baseline used ${skill} (event ${used.seq}).`;
  const own = read.find((one) => one.skill === skill && EVAL_FILES.test(one.path));
  return own === undefined ? undefined : `The agent read the skill's own eval files (event ${own.seq}).`;
}

/** Returns the reason why the run says nothing about the model. Guards and limits except that on costs are ends like any other. */
function unfinishedReason({ started, finished, waiting, isOverBudget, lacksSandbox }: RunFacts): string | undefined {
  if (finished === undefined) return 'The run was interrupted.';
  if (lacksSandbox !== undefined)
    return `Make a sandbox work, see docs/scripts.md: a command of the agent could not run without one (event ${lacksSandbox}).`;
  if (isOverBudget) return 'Raise --max-cost (skillwright.evals.maxCost): the limit ended the run.';
  // That of a real client says what to do.
  if (started?.runner !== undefined && finished.error !== undefined) return finished.error;
  if (finished.reason === 'model_error') return `The model failed: ${finished.error ?? 'the cause is unknown.'}`;
  if (finished.reason === 'paused') return `The run waits for an approval${waitsFor(waiting)}: ${HOW_TO_APPROVE}`;
  if (finished.reason === 'cancelled') return 'The run was cancelled.';
  return undefined;
}
