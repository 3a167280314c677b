import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import type { Check, CheckRule, LimitedFigure, TextPattern } from './check.ts';
import { type Fields, firstText, isFields, numberOf, textsOf } from './fields.ts';

/** Fields that contain the text of an assertion, in the order in which they are preferred. */
const TEXT_FIELDS = ['assertion', 'text', 'description', 'expectation', 'name', 'id'];

/**
 * Reads an assertion: a string, or an object of one of the forms in use. An object with a known `check` is judged from the
 * journal; other objects are prose. Returns undefined if there is no text.
 */
export function readAssertion(item: unknown): Check | undefined {
  if (typeof item === 'string') return item.trim() === '' ? undefined : { text: item.trim(), rule: { kind: 'prose' } };
  if (!isFields(item)) return undefined;
  const [, given] = firstText(item, TEXT_FIELDS) ?? [];
  const { check } = item;
  if (typeof check !== 'string' || check.trim() === '')
    return given === undefined ? undefined : { text: given, rule: { kind: 'prose' } };
  // Some files write the assertion itself into `check`, next to a short name.
  if (!/^[\w-]+$/.test(check)) return { text: check, rule: { kind: 'prose' } };
  const rule = readRule(check, item);
  return { text: given ?? describe(check, item), rule };
}

/** Returns the rule of an assertion with a `check`. */
function readRule(check: string, item: Fields): CheckRule {
  // Other tools apply patterns to a part of the result, such as the subject of a commit, which the journal does not have.
  if (typeof item.scope === 'string' && item.scope !== 'answer')
    return { kind: 'unsupported', reason: `the scope '${item.scope}' is unknown; only 'answer' can be searched` };
  const read = own(READERS, check);
  if (read === undefined) return { kind: 'unsupported', reason: `the check '${check}' is unknown` };
  return read(item) ?? { kind: 'unsupported', reason: `the check '${check}' lacks its value` };
}

type RuleReader = (item: Fields) => CheckRule | undefined;

const READERS: Readonly<Record<string, RuleReader | undefined>> = {
  loaded: () => ({ kind: 'loaded', expected: true }),
  not_loaded: () => ({ kind: 'loaded', expected: false }),
  read: pathRule('read', true),
  never_read: pathRule('read', false),
  reads_all: () => ({ kind: 'reads_all' }),
  ran: pathRule('ran', true),
  never_ran: pathRule('ran', false),
  regex: (item) => answer(regexes(item), 'all'),
  absent_regex: (item) => answer(regexes(item), 'none'),
  substring: (item) => answer(substrings(item), 'all'),
  substring_all: (item) => answer(substrings(item), 'all'),
  substring_any: (item) => answer(substrings(item), 'any'),
  absent_substring: (item) => answer(substrings(item), 'none'),
  file: (item) => {
    const path = firstText(item, ['path'])?.[1];
    if (path === undefined) return undefined;
    const patterns = regexes(item);
    if (patterns.length === 0 && item.pattern !== undefined) return undefined;
    return defined({
      kind: 'file',
      path,
      exists: true,
      patterns: patterns.length === 0 ? undefined : patterns,
      quantity: patterns.length === 0 ? undefined : 'all',
    });
  },
  no_file: (item) => {
    const path = firstText(item, ['path'])?.[1];
    return path === undefined ? undefined : { kind: 'file', path, exists: false };
  },
  max_misses: limitRule('misses'),
  max_calls: limitRule('calls'),
  max_tokens: limitRule('tokens'),
  max_cost: limitRule('cost'),
  max_seconds: limitRule('seconds'),
  tool_order: (item) => {
    const tools = textsOf(item.tools);
    return tools.length === 0 ? undefined : { kind: 'tools', tools, sequence: 'in_order' };
  },
};

/** The checks that are judged. */
export const CHECK_NAMES: readonly string[] = Object.keys(READERS);

function pathRule(kind: 'read' | 'ran', expected: boolean): RuleReader {
  return (item) => {
    const path = firstText(item, ['path'])?.[1];
    return path === undefined ? undefined : { kind, path, expected };
  };
}

function limitRule(figure: LimitedFigure): RuleReader {
  return (item) => {
    const limit = numberOf(item.limit) ?? numberOf(item.value);
    return limit === undefined ? undefined : { kind: 'at_most', figure, limit };
  };
}

function answer(patterns: readonly TextPattern[], quantity: 'all' | 'any' | 'none'): CheckRule | undefined {
  return patterns.length === 0 ? undefined : { kind: 'answer', patterns, quantity };
}

function regexes({ pattern, patterns, flags }: Fields): readonly TextPattern[] {
  const letters = typeof flags === 'string' ? [...new Set(flags)].filter((flag) => 'ims'.includes(flag)).join('') : '';
  const prefix = letters === '' ? '' : `(?${letters})`;
  return [...textsOf(pattern), ...textsOf(patterns)]
    .filter(isNotEmpty)
    .map((one) => ({ kind: 'regex', source: prefix + one }));
}

function substrings({ value, values, ignore_case }: Fields): readonly TextPattern[] {
  const ignoresCase = ignore_case === true;
  return [...textsOf(value), ...textsOf(values)]
    .filter(isNotEmpty)
    .map((text) => ({ kind: 'text', text, ignoresCase }));
}

/** An empty text is in every answer, so that it would judge nothing. */
const isNotEmpty = (text: string): boolean => text !== '';

function describe(check: string, { path, pattern, value, values, limit, tools }: Fields): string {
  const detail = [path, pattern, value, values, limit, tools].filter((one) => one !== undefined).flat();
  return [check.replaceAll('_', ' '), detail.join(', ')].filter((one) => one !== '').join(' ');
}
