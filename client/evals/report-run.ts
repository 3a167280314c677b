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
  else {
    const failures = checkFailures(one);
    // A message looks like a failure, so that only an invalid run has one for what is not judged.
    const shown = failures.filter(({ isJudged }) => isJudged || state === 'invalid');
    const messages = shown.map((failure) => messageOf(root, one, failure));
    for (const failure of failures.filter((other) => !shown.includes(other)))
      run.appendOutput(`${oneLine(outputOf(failure))}\r\n`, locationOf(one, failure), item);
    if (state === 'failed') run.failed(item, messages, meanTime(one));
    else if (state === 'invalid') run.errored(item, messages, meanTime(one));
    else run.skipped(item);
  }
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** Returns in how many trials an assertion did not pass, and why. */
function reasonOf({ evidence, isJudged, failedIn, trials }: CheckFailure): string {
  return `${isJudged ? 'Failed' : NOT_JUDGED} in ${failedIn} of ${formatCount(trials, 'trial')}: ${evidence}`;
}

/** Returns the assertion, if it is one, with the reason. */
function outputOf(failure: CheckFailure): string {
  return failure.text === NOT_JUDGED ? reasonOf(failure) : `${failure.text} ${reasonOf(failure)}`;
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
  // The assertion alone could be taken for what has happened.
  words.appendText(`${failure.isJudged ? 'Failed: ' : ''}${failure.text}\n`);
  words.appendText(`${reasonOf(failure)}\n`);
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
