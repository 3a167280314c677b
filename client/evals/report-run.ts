import * as vscode from 'vscode';
import { formatCount } from '../../runtime/protocol/count.ts';
import type { CaseOutcome, EvalReport } from '../../runtime/protocol/evals.ts';
import { nativePath } from '../commands/run-agent.ts';
import { type CheckFailure, caseState, checkFailures, describeTrials, meanTime } from './describe.ts';
import { TRIAL, trialLink } from './links.ts';

/** Value of `testMessage` in `when` clauses: the message has a run. The run's id follows. */
const CONTEXT = 'skillwright.trial:';
/** Maximum number of links to timelines in a message. */
const MAX_LINKS = 5;

/** Reports the outcome of a case to the Test Explorer. */
export function reportCase(
  run: vscode.TestRun,
  item: vscode.TestItem,
  one: CaseOutcome,
  { root, baseline }: { readonly root: string } & Pick<EvalReport, 'baseline'>,
): void {
  const state = caseState(one);
  const output = `${one.name}: ${describeTrials(one, baseline)}`;
  run.appendOutput(`${oneLine(output)}\r\n`, undefined, item);
  if (state === 'not_run') run.skipped(item);
  else if (state === 'passed') run.passed(item, meanTime(one));
  else if (state === 'not_judged') {
    run.skipped(item);
    // A skipped test has no messages.
    for (const failure of checkFailures(one))
      run.appendOutput(`${oneLine(reasonOf(failure))}\r\n`, locationOf(one, failure), item);
  } else {
    const messages = checkFailures(one).map((failure) => messageOf(root, one, failure));
    if (state === 'failed') run.failed(item, messages, meanTime(one));
    else run.errored(item, messages, meanTime(one));
  }
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** Returns the assertion, in how many trials it did not pass, and why. */
function reasonOf({ text, evidence, isJudged, failedIn, trials }: CheckFailure): string {
  return `${text}\n${isJudged ? 'Failed' : 'Not judged'} in ${failedIn} of ${formatCount(trials, 'trial')}: ${evidence}`;
}

function locationOf({ file }: CaseOutcome, { line, column }: CheckFailure): vscode.Location {
  return new vscode.Location(vscode.Uri.file(nativePath(file)), new vscode.Position(line - 1, column - 1));
}

function messageOf(root: string, one: CaseOutcome, failure: CheckFailure): vscode.TestMessage {
  const { runs } = failure;
  const words = new vscode.MarkdownString();
  words.isTrusted = { enabledCommands: [TRIAL] };
  words.appendText(`${reasonOf(failure)}\n`);
  const links = runs
    .slice(0, MAX_LINKS)
    .map(({ run, number }) => `[Show the timeline of trial ${number}](${trialLink(root, run)})`);
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
