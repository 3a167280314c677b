import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { CaseKey, EvalFileProblem, EvalReport, EvalResult } from '../../runtime/protocol/evals.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { defined } from '../../runtime/text/objects.ts';
import { nativePath, saveDirtyFiles } from '../commands/run-agent.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { withAttention } from '../editor/attention.ts';
import { openSourceRange } from '../editor/fixes.ts';
import type { BaselineChoice } from './baseline-choice.ts';
import { caseId, type EvalTree } from './eval-tree.ts';
import { hashEvaluated } from './evaluated-texts.ts';
import type { EvalPanels } from './panels.ts';
import { reportCase, reportUnfilled } from './report-run.ts';
import { type EvalRunner, runEval } from './run-eval.ts';

/** The dependencies of an eval that the Test Explorer shows. */
export interface SkillEvalContext {
  readonly runner: EvalRunner;
  readonly tree: EvalTree;
  readonly panels: EvalPanels;
}

/** The cases of one skill to run. */
export interface SkillEval {
  readonly root: string;
  /** The items of these cases. */
  readonly items: readonly vscode.TestItem[];
  /** Absent if they are all cases of the skill. */
  readonly cases?: readonly CaseKey[];
  readonly models: readonly ModelChoice[];
  /** Absent for what the settings say. */
  readonly baseline?: BaselineChoice;
  /** True to open the page with the results. */
  readonly opensPage: boolean;
}

/** Runs an eval with progress that can be cancelled, and reports its cases to a test run. Failures are shown to the user. */
export async function evaluateSkill(
  context: SkillEvalContext,
  run: vscode.TestRun,
  { root, items, cases, models, baseline, opensPage }: SkillEval,
  token: vscode.CancellationToken,
): Promise<void> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const unreported = new Map(byId);
  const name = basename(root);
  for (const item of items) {
    const node = context.tree.node(item);
    if (node?.kind !== 'case' || node.missing === undefined) run.enqueued(item);
    else {
      unreported.delete(item.id);
      reportUnfilled(run, item, node.missing);
    }
  }
  if (unreported.size === 0 && items.length > 0) {
    void showUnfilled(name, items);
    return;
  }
  const fail = (message: string, problems: readonly EvalFileProblem[] = []): void => {
    for (const item of unreported.values()) run.skipped(item);
    run.appendOutput(`${name}: ${message}\r\n`);
    void showFailure(context.runner.log, message, problems);
  };
  if (!(await saveDirtyFiles([root])))
    return fail('Save the changed files and try again. One could not be saved, and an eval reads from disk.');
  const texts = await hashEvaluated(root);
  const compared = baseline === undefined ? {} : { baseline };
  const { value: result, userMovedOn } = await withAttention(() =>
    withProgress(name, token, (onProgress, stop) =>
      runEval(
        context.runner,
        defined({ root, models, ...compared, cases: cases?.filter((key) => unreported.has(caseId(key))) }),
        {
          onProgress,
          onCaseStarted: (key) => {
            const item = byId.get(caseId(key));
            if (item !== undefined) run.started(item);
          },
          onCaseJudged: ({ outcome, ...judged }) => {
            const item = unreported.get(caseId(outcome));
            if (item === undefined) return;
            unreported.delete(item.id);
            reportCase(run, item, outcome, { root, ...judged });
          },
        },
        stop,
      ),
    ),
  );
  if (result === undefined) {
    for (const item of unreported.values()) run.skipped(item);
    return;
  }
  if (typeof result === 'string') return fail(result);
  if (result.kind !== 'done') return fail(messageOf(result), result.kind === 'failed' ? result.problems : []);
  const { report, page, offlinePage, warning } = result;
  const outcomes = new Map(report.cases.map((one) => [caseId(one), one]));
  for (const item of unreported.values()) {
    const outcome = outcomes.get(item.id);
    if (outcome === undefined) run.skipped(item);
    else reportCase(run, item, outcome, { root, ...report });
  }
  run.appendOutput(`${name}: ${report.summary}\r\n`);
  const title = `Eval: ${report.skill || name}`;
  context.panels.set({ root, title, page, offlinePage, skill: report.skill, cases: report.cases, texts, ...compared });
  if (opensPage) context.panels.show(root, userMovedOn);
  if (warning !== undefined) void vscode.window.showWarningMessage(warning);
  await showEnd(report, opensPage);
}

function messageOf(result: Exclude<EvalResult, { kind: 'done' }>): string {
  if (result.kind === 'declined') return 'The eval was declined.';
  const [first] = result.problems;
  const more = result.problems.length > 1 ? ` And ${formatCount(result.problems.length - 1, 'more problem')}.` : '';
  return `${result.message ?? first?.message ?? 'Try again: the eval did not start.'}${more}`;
}

async function showEnd({ skill, summary, isCapped }: EvalReport, opensPage: boolean): Promise<void> {
  if (!isCapped) {
    vscode.window.setStatusBarMessage(`${skill}: ${summary}`, opensPage ? 8_000 : 15_000);
    return;
  }
  const raise = 'Open Setting';
  const message = `Raise skillwright.evals.maxCost to continue the eval of ${skill}: the limit is reached.`;
  if ((await vscode.window.showWarningMessage(message, raise)) === raise)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'skillwright.evals.maxCost');
}

/** Says that none of some cases is filled in, and leads to the first. */
async function showUnfilled(name: string, [item, ...others]: readonly vscode.TestItem[]): Promise<void> {
  const open = 'Open File';
  const cases = others.length === 0 ? `the case ${item?.label}` : formatCount(others.length + 1, 'case');
  const message = `Fill in ${cases} of ${name}, which ${others.length === 0 ? 'was' : 'were'} not run.`;
  if ((await vscode.window.showInformationMessage(message, open)) !== open || item?.uri === undefined) return;
  const { line = 0 } = item.range?.start ?? {};
  await openSourceRange({ file: item.uri.fsPath, line: line + 1, column: 1 });
}

async function showFailure(
  log: vscode.LogOutputChannel,
  message: string,
  [problem]: readonly EvalFileProblem[],
): Promise<void> {
  const [open, settings, showLog] = ['Open File', 'Open Settings', 'Show Log'];
  const actions = problem === undefined ? [settings, showLog] : [open, settings];
  const choice = await vscode.window.showErrorMessage(message, ...actions);
  if (choice === open && problem !== undefined) await openSourceRange({ ...problem, file: nativePath(problem.file) });
  if (choice === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'skillwright.evals');
  if (choice === showLog) log.show();
}

/** Shows progress, and passes a token that fires if it or `token` is cancelled. */
async function withProgress<T>(
  name: string,
  token: vscode.CancellationToken,
  work: (onProgress: (done: number, planned: number) => void, stop: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title: `Eval of ${name}`, cancellable: true };
  return vscode.window.withProgress(options, async (progress, own) => {
    const stop = new vscode.CancellationTokenSource();
    if (token.isCancellationRequested) stop.cancel();
    const listeners = [token, own].map((one) => one.onCancellationRequested(() => stop.cancel()));
    let reported = 0;
    progress.report({ message: 'reading the cases' });
    try {
      return await work((done, planned) => {
        const percent = (100 * done) / Math.max(1, planned);
        progress.report({ message: `${done} of ${formatCount(planned, 'trial')}`, increment: percent - reported });
        reported = percent;
      }, stop.token);
    } finally {
      vscode.Disposable.from(...listeners, stop).dispose();
    }
  });
}
