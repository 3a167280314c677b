import * as vscode from 'vscode';
import type { CaseOutcome, EvalReport } from '../../runtime/protocol/evals.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { nativePath } from '../commands/run-agent.ts';
import {
  type CheckFailure,
  caseState,
  checkFailures,
  describeTrials,
  meanTime,
  NOT_JUDGED,
  trialName,
} from './describe.ts';
import { TRIAL, trialLink } from './links.ts';

/** Value of `testMessage` in `when` clauses: the message has a run. The run's id follows. */
const CONTEXT = 'skillwright.trial:';
/** Maximum number of links to timelines in a message. */
const MAX_LINKS = 5;

/** Reports a case that is not run, because a part of it is not filled in. */
export function reportUnfilled(run: vscode.TestRun, item: vscode.TestItem, missing: string): void {
  run.appendOutput(`${oneLine(item.label)}: not filled in, so not run: ${oneLine(missing)}\r\n`, undefined, item);
  run.skipped(item);
}

/** Reports the outcome of a case to the Test Explorer. */
export function reportCase(
  run: vscode.TestRun,
  item: vscode.TestItem,
  one: CaseOutcome,
  { root, baseline }: { readonly root: string } & Pick<EvalReport, 'baseline'>,
): void {
  if (one.missing !== undefined) {
    reportUnfilled(run, item, one.missing);
    return;
  }
  const state = caseState(one);
  const output = `${one.name}: ${describeTrials(one, baseline)}`;
  run.appendOutput(`${oneLine(output)}\r\n`, undefined, item);
  if (state === 'not_run') run.skipped(item);
  else if (state === 'passed') run.passed(item, meanTime(one));
  else {
    const failures = checkFailures(one);
    // A message looks like a failure, so that only an invalid run has one for what is not judged.
    const shown = failures.filter(({ isJudged }) => isJudged || state === 'invalid');
    const messages = shown.map((failure) => messageOf(root, one, failure));
    for (const failure of failures.filter((other) => !shown.includes(other)))
      run.appendOutput(`${oneLine(linesOf(failure).join(' '))}\r\n`, locationOf(one, failure), item);
    if (state === 'failed') run.failed(item, messages, meanTime(one));
    else if (state === 'invalid') run.errored(item, messages, meanTime(one));
    else run.skipped(item);
  }
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** Returns what happened, in how many trials, and the assertion, if there is one. */
function linesOf({ text, evidence, isJudged, failedIn, trials }: CheckFailure): readonly string[] {
  const count = `in ${failedIn} of ${formatCount(trials, 'trial')}`;
  if (isJudged) return [`${evidence} Failed ${count}.`, `Expected: ${text}`];
  return [`${NOT_JUDGED} ${count}: ${evidence}`, ...(text === NOT_JUDGED ? [] : [`Assertion: ${text}`])];
}

function locationOf({ file }: CaseOutcome, { line, column }: CheckFailure): vscode.Location {
  return new vscode.Location(vscode.Uri.file(nativePath(file)), new vscode.Position(line - 1, column - 1));
}

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_{}[\]()<>#|!~&]/g, '\\$&');

function messageOf(root: string, one: CaseOutcome, failure: CheckFailure): vscode.TestMessage {
  const { runs } = failure;
  const configured = one.trials.filter(({ side }) => side === 'with');
  const words = new vscode.MarkdownString();
  words.isTrusted = { enabledCommands: [TRIAL] };
  for (const line of linesOf(failure)) words.appendText(`${line}\n`);
  const links = runs
    .slice(0, MAX_LINKS)
    .map(
      (own) =>
        `[Show the timeline of trial ${escapeMarkdown(trialName(own, configured))}](${trialLink(root, own.run)})`,
    );
  words.appendMarkdown(`\n\n${links.join(' · ')}`);
  const message = new vscode.TestMessage(words);
  message.location = locationOf(one, failure);
  const [first] = runs;
  if (first !== undefined) message.contextValue = `${CONTEXT}${first.run}`;
  return message;
}

/** Returns the id of the run of a message; undefined if it has none. */
export function runOfMessage({ contextValue = '' }: Pick<vscode.TestMessage, 'contextValue'>): string | undefined {
  return contextValue.startsWith(CONTEXT) ? contextValue.slice(CONTEXT.length) : undefined;
}
