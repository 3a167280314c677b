import * as vscode from 'vscode';
import type { CaseOutcome } from '../../runtime/protocol/evals.ts';
import { nativePath } from '../commands/run-agent.ts';
import { type CheckFailure, caseState, checkFailures, describeTrials, meanTime } from './describe.ts';
import { TRIAL, trialLink } from './links.ts';

/** Value of `testMessage` in `when` clauses: the message has a run. The run's id follows. */
const CONTEXT = 'skillwright.trial:';
/** Maximum number of links to timelines in a message. */
const MAX_LINKS = 5;

/** Reports the outcome of a case to the Test Explorer. */
export function reportCase(run: vscode.TestRun, item: vscode.TestItem, root: string, one: CaseOutcome): void {
  const state = caseState(one);
  const output = `${one.name}: ${describeTrials(one)}`;
  run.appendOutput(`${output.replaceAll(/[\r\n]+/g, ' ')}\r\n`, undefined, item);
  if (state === 'not_run') run.skipped(item);
  else if (state === 'passed') run.passed(item, meanTime(one));
  else {
    const messages = checkFailures(one).map((failure) => messageOf(root, one, failure));
    if (state === 'failed') run.failed(item, messages, meanTime(one));
    else run.errored(item, messages, meanTime(one));
  }
}

function messageOf(root: string, one: CaseOutcome, failure: CheckFailure): vscode.TestMessage {
  const { text, evidence, isJudged, failedIn, trials, runs, line, column } = failure;
  const words = new vscode.MarkdownString();
  words.isTrusted = { enabledCommands: [TRIAL] };
  const verb = isJudged ? 'Failed' : 'Not judged';
  words.appendText(`${text}\n`);
  words.appendText(`${verb} in ${failedIn} of ${trials} ${trials === 1 ? 'trial' : 'trials'}: ${evidence}\n`);
  const links = runs
    .slice(0, MAX_LINKS)
    .map(({ run, number }) => `[Show the timeline of trial ${number}](${trialLink(root, run)})`);
  words.appendMarkdown(`\n\n${links.join(' · ')}`);
  const message = new vscode.TestMessage(words);
  const position = new vscode.Position(line - 1, column - 1);
  message.location = new vscode.Location(vscode.Uri.file(nativePath(one.file)), position);
  const [first] = runs;
  if (first !== undefined) message.contextValue = `${CONTEXT}${first.run}`;
  return message;
}

/** Returns the id of the run of a message; undefined if it has none. */
export function runOfMessage({ contextValue = '' }: Pick<vscode.TestMessage, 'contextValue'>): string | undefined {
  return contextValue.startsWith(CONTEXT) ? contextValue.slice(CONTEXT.length) : undefined;
}
