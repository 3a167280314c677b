import { jsonLine } from '../journal/json-line.ts';
import type { SpillFile } from '../journal/spilled-list.ts';
import type { TokenShare } from '../protocol/request-tokens.ts';
import { messageCount, messagesIn } from '../requests/recorded-requests.ts';
import { changesBetween } from '../requests/request-changes.ts';
import { costOf, type RequestAccount, runRequests, sharesSent, sumOf } from '../requests/run-requests.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { sessionRequests } from '../sessions/session-requests.ts';
import { SessionSummary } from '../sessions/session-summary.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { prettyRequest, prettyRequests } from './pretty-requests.ts';
import { prettyMisses } from './pretty-session.ts';
import { type RunRead, readRunOrSession, type SessionRead } from './read-run.ts';
import { terminalColors } from './terminal-colors.ts';
import { withSpillFile } from './with-spill-file.ts';

export interface ShowOptions {
  readonly call?: number;
  readonly runs: string;
  readonly json?: boolean;
}

/** Shows what the model of a run received, and returns the exit code. */
export function show(argument: string, options: ShowOptions, output: Output): Promise<number> {
  return withSpillFile(output, async (spill) => {
    const read = await readRunOrSession(argument, options.runs, spill);
    if (read.kind !== 'failed') return await showRun(read, options, output, spill);
    output.error(read.message);
    return INVALID_USAGE;
  });
}

async function showRun(
  read: RunRead | SessionRead,
  { call, json }: ShowOptions,
  output: Output,
  spill: SpillFile,
): Promise<number> {
  const { run } = read;
  const accounts = await (read.kind === 'run'
    ? runRequests(read.events, read.folder, spill)
    : sessionRequests(read.events, spill));
  if (call === undefined) {
    const sent = sharesSent(accounts);
    if (json === true) await print(listPieces(run, accounts, sent), output);
    else {
      output.line(prettyRequests(run, accounts, sent, terminalColors()));
      for (const line of missLines(read.events)) output.line(line);
    }
    return 0;
  }
  const account = accounts.find(({ request }) => request.event.call === call);
  if (account === undefined) {
    const last = accounts.at(-1)?.request.event.call;
    output.error(`Pass a call from 1 to ${last ?? 0}: run ${run} has no model call ${call}.`);
    return INVALID_USAGE;
  }
  await print(json === true ? jsonPieces(run, account) : prettyRequest(account, terminalColors()), output);
  return 0;
}

/** Formats the misses of a run or session; empty if there are none. */
function missLines(events: Iterable<SessionEvent>): readonly string[] {
  const summary = new SessionSummary();
  for (const event of events) summary.add(event);
  return summary.misses.size === 0 ? [] : ['', ...prettyMisses(summary)];
}

async function print(pieces: Iterable<string>, output: Output): Promise<void> {
  for (const piece of pieces) {
    output.text(piece);
    await output.flushed();
    if (output.isClosed) break;
  }
}

/** Returns one JSON object in pieces: the calls of a long run would need as much memory again. */
function* listPieces(run: string, accounts: readonly RequestAccount[], sent: readonly TokenShare[]): Generator<string> {
  yield `${jsonLine({ version: 1, run }).slice(0, -1)},"calls":[`;
  let separator = '';
  for (const account of accounts) {
    yield `${separator}${jsonLine(summaryOf(account))}`;
    separator = ',';
  }
  yield `],"sent":${jsonLine({ ...tokensOf(sent), ...costIn(accounts) })}}\n`;
}

function tokensOf(shares: readonly TokenShare[]) {
  return { estimated: true, total: sumOf(shares), parts: shares };
}

function costIn(accounts: readonly RequestAccount[]): { readonly costUsd?: number } {
  const costUsd = costOf(accounts);
  return costUsd === undefined ? {} : { costUsd };
}

function summaryOf({ request, shares, usage = {} }: RequestAccount) {
  const { seq, call, agent, messages } = request.event;
  return { call, seq, agent, messages: messages ?? messageCount(request), tokens: tokensOf(shares), usage };
}

/** Returns one JSON object in pieces: the messages of a long run do not fit into one text. */
function* jsonPieces(run: string, account: RequestAccount): Generator<string> {
  const { request, before } = account;
  const { content, problem } = request;
  const summary = jsonLine({ version: 1, run, ...summaryOf(account) });
  yield `${summary.slice(0, -1)},"request":{"tools":${jsonLine(content?.tools ?? [])},"messages":[`;
  let separator = '';
  for (const message of messagesIn(request)) {
    yield `${separator}${jsonLine(message)}`;
    separator = ',';
  }
  const changes = before === undefined ? null : changesBetween(before, request);
  yield `]}${problem === undefined ? '' : `,"problem":${jsonLine(problem)}`},"changes":${jsonLine(changes)}}\n`;
}
