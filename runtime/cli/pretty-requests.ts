import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type pc from 'picocolors';
import { own } from '../../skill/index.ts';
import type { Json, Usage } from '../protocol/events.ts';
import {
  type SentShare,
  SHARE_KINDS,
  type ShareKind,
  type TextChange,
  type TokenShare,
} from '../protocol/request-tokens.ts';
import { messageCount, messagesIn } from '../requests/recorded-requests.ts';
import { changesBetween, type RequestChanges } from '../requests/request-changes.ts';
import { costOf, type RequestAccount, sumOf } from '../requests/run-requests.ts';
import { textOf } from '../requests/token-shares.ts';
import { formatCount } from '../text/count.ts';
import { escapeCommands, oneLine } from './plain-text.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** The name of each category. */
const NAMES: Readonly<Record<ShareKind, string>> = {
  instructions: 'instructions',
  tools: 'tool descriptions',
  catalogue: 'list of skills',
  skill: 'skill',
  resource: 'resource',
  conversation: 'conversation',
  results: 'results',
};
/** The heading of each column of the table of calls. */
const COLUMNS: Readonly<Record<ShareKind, string>> = {
  ...NAMES,
  tools: 'tools',
  catalogue: 'list',
  skill: 'skills',
  resource: 'resources',
};

/** Formats a table of the calls of a run, and the tokens of all calls. `color` holds picocolors' functions. */
export function prettyRequests(
  run: string,
  accounts: readonly RequestAccount[],
  sent: readonly SentShare[],
  color: Colors,
): string {
  const rows = accounts.map(({ request, shares, tokens, usage }) => [
    `#${request.event.call}`,
    String(request.event.messages ?? messageCount(request)),
    ...SHARE_KINDS.map((kind) => format(sumOf(shares.filter((share) => share.kind === kind)))),
    format(tokens),
    formatInput(usage),
  ]);
  const header = ['call', 'messages', ...SHARE_KINDS.map((kind) => COLUMNS[kind]), 'total', 'reported'];
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ');
  const total = sumOf(sent);
  const cost = costOf(accounts);
  return [
    color.bold(`run ${oneLine(run)}`),
    color.dim('Estimated tokens of each request. Reported: input tokens of the provider; ~ if it reports none.'),
    '',
    color.dim(line(header)),
    ...rows.map(line),
    '',
    color.bold(
      `${accounts.length === 1 ? 'The call' : `All ${formatCount(accounts.length, 'call')}`} sent about ${formatCount(total, 'token')}:`,
    ),
    ...sentLines(sent, total, cost),
    ...(cost === undefined ? [] : [`Their cost without the replies is about ${dollars(cost)}, divided by tokens.`]),
    ...incompleteNotes(accounts).map((text) => color.yellow(text)),
  ].join('\n');
}

/** Formats the complete request of a call, in pieces: tokens, changes since the previous call, tools and messages. */
export function* prettyRequest(account: RequestAccount, color: Colors): Generator<string> {
  const { request, shares, tokens, before, usage } = account;
  const { event, content, problem } = request;
  const reported = usage?.inputTokens === undefined ? '' : `; reported: ${formatInput(usage)}`;
  const heading = (text: string): string => `\n${color.bold(text)}`;
  const changes = before === undefined ? undefined : changesBetween(before, request);
  const lines = [
    color.bold(`call ${event.call} of ${oneLine(event.agent)}: about ${formatCount(tokens, 'token')}${reported}`),
    ...shares.map(
      (share) => `  ${percent(share.tokens, tokens)}  ${format(share.tokens).padStart(9)}  ${nameOf(share)}`,
    ),
    ...(problem === undefined
      ? []
      : [color.yellow(`${content === undefined ? 'Only the conversation is known. ' : ''}${escapeCommands(problem)}`)]),
    ...(changes === undefined ? [] : [heading(`Changes since call ${changes.since}`), ...changeLines(changes, color)]),
    heading('Tools'),
    ...(content?.tools ?? []).map(
      (tool) => `  ${color.cyan(oneLine(fieldOf(tool, 'name')))}  ${oneLine(fieldOf(tool, 'description'))}`,
    ),
    heading('Messages'),
  ];
  for (const line of lines) yield `${line}\n`;
  let number = 0;
  for (const message of messagesIn(request)) yield `${messageText(message, ++number, color)}\n`;
}

/** Formats what all calls sent: a text of 1,200 tokens in 9 calls as `1,200 × 9`. */
function sentLines(sent: readonly SentShare[], total: number, cost: number | undefined): readonly string[] {
  const rows = sent.map((share) => [
    percent(share.tokens, total),
    format(share.tokens),
    `${format(Math.round(share.tokens / Math.max(1, share.calls)))} × ${share.calls}`,
    ...(cost === undefined ? [] : [dollars(share.costUsd ?? 0)]),
  ]);
  const widths = rows.reduce<readonly number[]>(
    (all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)),
    [],
  );
  return rows.map((row, index) => {
    const cells = row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ');
    const share = sent[index];
    return `  ${cells}  ${share === undefined ? '' : nameOf(share)}`;
  });
}

function changeLines(changes: RequestChanges, color: Colors): readonly string[] {
  const { system, opening, tools, messages, dropped, replaced = 0 } = changes;
  const names = (sign: string, list: readonly string[] = []): string[] =>
    list.map((name) => `  ${sign} tool ${oneLine(name)}`);
  return [
    ...textLines('system message', system, color),
    ...textLines('first message', opening, color),
    ...names('+', tools?.added),
    ...names('-', tools?.removed),
    ...names('~', tools?.changed),
    ...(replaced === 0 ? [] : [`  - ${formatCount(replaced, 'message')} of the conversation`]),
    ...(dropped === 0 ? [] : [`  - ${formatCount(dropped, 'message')} with files`]),
    ...messages.map((message) => color.green(`  + ${message.role}: ${shorten(textOf(message))}`)),
  ];
}

function textLines(title: string, change: TextChange | undefined, color: Colors): readonly string[] {
  if (change === undefined) return [];
  return [
    `  ${title}:`,
    ...change.removed.map((text) => color.red(`  - ${oneLine(text)}`)),
    ...change.added.map((text) => color.green(`  + ${oneLine(text)}`)),
  ];
}

function messageText(message: LanguageModelV4Message, number: number, color: Colors): string {
  const files = typeof message.content === 'string' ? [] : message.content.filter(({ type }) => type === 'file');
  const attached = files.length === 0 ? '' : ` (with ${formatCount(files.length, 'file')})`;
  const text = escapeCommands(textOf(message)).replace(/^/gm, '    ');
  return `${color.cyan(`  ${number} ${message.role}${attached}`)}\n${text}`;
}

function incompleteNotes(accounts: readonly RequestAccount[]): readonly string[] {
  const unknown = accounts.filter(({ request }) => request.content === undefined);
  const partly = accounts.flatMap(({ request: { content, problem } }) =>
    content === undefined || problem === undefined ? [] : [problem],
  );
  return [
    ...(unknown.length === 0
      ? []
      : [
          `The instructions and tools of ${formatCount(unknown.length, 'call')} are unknown. ${escapeCommands(unknown[0]?.request.problem ?? '')}`,
        ]),
    ...[...new Set(partly)].map(escapeCommands),
  ];
}

function nameOf({ kind, name }: TokenShare): string {
  return name === undefined ? NAMES[kind] : `${NAMES[kind]} ${oneLine(name)}`;
}

function fieldOf(tool: Json, field: string): string {
  const value: unknown = own(Object(tool), field);
  return typeof value === 'string' ? value : '';
}

/** Formats the input tokens; `~` marks the runtime's own estimate. */
function formatInput(usage: Usage | undefined): string {
  return usage?.inputTokens === undefined ? '' : `${usage.estimated === true ? '~' : ''}${format(usage.inputTokens)}`;
}

const format = (value: number): string => value.toLocaleString('en-US');
const dollars = (amount: number): string => `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
const percent = (part: number, whole: number): string =>
  `${Math.round((100 * part) / Math.max(1, whole))} %`.padStart(5);

function shorten(text: string): string {
  const line = oneLine(text.slice(0, 400));
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
