/** Readers for untrusted journals: every field of an event is read through these functions, which never throw. */

import type {
  Cause,
  Json,
  ModuleApproval,
  ScriptApproval,
  ServerApproval,
  Usage,
} from '../../../runtime/protocol/events.ts';
import { defined, own } from '../../../runtime/text/objects.ts';
import { visibleText } from '../../../runtime/text/visible-text.ts';
import type { Price } from '../../timeline/payload.ts';

export type Loose = { readonly [key: string]: unknown };

/** True for a plain object: not null, not an array. */
export function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for file names that the runtime gives to payloads. No other file next to a journal is read. */
export function isBlobName(name: string): boolean {
  return /^blob-[0-9a-f]{32}\.json$/.test(name);
}

/** Returns the name of the file that contains a value, if the value is stored next to the journal. */
export function blobOf(value: unknown): string | undefined {
  return isObject(value) && typeof value.blob === 'string' && isBlobName(value.blob) ? value.blob : undefined;
}

/** Returns the field if it is a string, else `''`. */
export function text(from: Loose, key: string): string {
  const value = own(from, key);
  return typeof value === 'string' ? value : '';
}

/** Returns the field if it is a finite number, else undefined. */
export function number(from: Loose, key: string): number | undefined {
  const value = own(from, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** True if two misses in events are the same request for the same file of a skill. */
export function isSameMiss(a: Loose, b: Loose): boolean {
  return ['skill', 'path', 'kind'].every((key) => text(a, key) === text(b, key));
}

/** Returns the strings in the field, at most 10,000. */
export function strings(from: Loose, key: string): readonly string[] {
  const value = own(from, key);
  return Array.isArray(value) ? value.slice(0, 10_000).filter((item) => typeof item === 'string') : [];
}

/** Returns the finite numbers in the field, at most 10,000. */
export function numbers(from: Loose, key: string): readonly number[] {
  const value = own(from, key);
  return Array.isArray(value) ? value.slice(0, 10_000).filter((item) => Number.isFinite(item)) : [];
}

/** Returns the field as JSON. Parsed journal lines and received messages contain only JSON. */
export function json(from: Loose, key: string): Json | undefined {
  return own(from, key) as Json | undefined;
}

/** Returns the token figures that are finite numbers; others are unknown. */
export function usage(from: Loose): Usage & Price {
  const value = from.usage;
  if (!isObject(value)) return {};
  const read = (key: string) => {
    const count = number(value, key);
    return count === undefined || count < 0 ? {} : { [key]: count };
  };
  return {
    ...read('inputTokens'),
    ...read('outputTokens'),
    ...read('cacheReadTokens'),
    ...read('cacheWriteTokens'),
    ...read('reasoningTokens'),
    ...read('costUsd'),
    ...read('contextWindow'),
    ...defined<Usage & Price>({
      estimated: value.estimated === true ? true : undefined,
      costSource: value.costSource === 'reported' || value.costSource === 'estimated' ? value.costSource : undefined,
      priceDate: text(value, 'priceDate') === '' ? undefined : oneLine(text(value, 'priceDate'), 20),
    }),
  };
}

/** Returns the words of a skill that a field names, or undefined if file or line is missing. */
export function cause(from: Loose, field = 'cause'): Cause | undefined {
  const value = own(from, field);
  if (!isObject(value)) return undefined;
  const file = text(value, 'file');
  const line = number(value, 'line');
  if (file === '' || line === undefined) return undefined;
  const column = number(value, 'column') ?? 1;
  return defined({
    file,
    line,
    column,
    endLine: number(value, 'endLine') ?? line,
    endColumn: number(value, 'endColumn') ?? column + text(value, 'text').length,
    text: text(value, 'text'),
    lines: text(value, 'lines') === '' ? undefined : text(value, 'lines'),
    before: text(value, 'before') === '' ? undefined : text(value, 'before'),
    after: text(value, 'after') === '' ? undefined : text(value, 'after'),
    suggestions: strings(value, 'suggestions'),
  });
}

/** Returns the details of a script to approve, or undefined if the pause is about something else. */
export function approval(from: Loose): ScriptApproval | undefined {
  const value = from.script;
  if (!isObject(value)) return undefined;
  const sandbox = value.sandbox;
  return defined({
    skill: visibleText(text(value, 'skill')),
    path: visibleText(text(value, 'path')),
    command: visibleText(text(value, 'command')),
    sandbox: sandbox === 'bubblewrap' || sandbox === 'seatbelt' ? sandbox : 'none',
    unlimitedProcesses: value.unlimitedProcesses === true ? true : undefined,
    timeoutSeconds: number(value, 'timeoutSeconds') ?? 0,
    source: visibleText(text(value, 'source')),
    ...notShown(value),
    files: text(value, 'files') === '' ? undefined : text(value, 'files'),
  });
}

/** Returns the details of an MCP server to approve, or undefined if the pause is about something else. */
export function server(from: Loose): ServerApproval | undefined {
  const value = from.server;
  if (!isObject(value)) return undefined;
  return {
    name: visibleText(text(value, 'name')),
    file: visibleText(text(value, 'file')),
    command: visibleText(text(value, 'command')),
    given: strings(value, 'given').map(visibleText),
    hash: text(value, 'hash'),
  };
}

/** Returns the details of a tool module to approve, or undefined if the pause is about something else. */
export function module(from: Loose): ModuleApproval | undefined {
  const value = from.module;
  if (!isObject(value)) return undefined;
  return defined({
    name: visibleText(text(value, 'name')),
    file: visibleText(text(value, 'file')),
    source: visibleText(text(value, 'source')),
    ...notShown(value),
    leadsTo: strings(value, 'leadsTo').map(visibleText),
    hash: text(value, 'hash') === '' ? undefined : text(value, 'hash'),
  });
}

function notShown(value: Loose): Pick<ScriptApproval, 'notShown'> {
  const missing = text(value, 'notShown');
  return missing === '' ? {} : { notShown: visibleText(missing) };
}

// Control characters, and characters that reorder or hide text: the name of a tool must not imitate another row.
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

// Matches nearly all texts.
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Formats untrusted text for a single line: replaces white space and invisible characters by one space, and truncates
 * to `max` UTF-16 units with an ellipsis.
 */
export function oneLine(value: string, max = 160): string {
  if (value.length <= max && PLAIN.test(value)) return value;
  // Truncate first: the text may be megabytes long.
  const head = value
    .slice(0, max * 4)
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (head.length <= max && value.length <= max * 4) return head;
  return `${head.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
