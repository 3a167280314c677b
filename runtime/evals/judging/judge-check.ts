import { posix } from 'node:path';
import { defined } from '../../../skill/index.ts';
import { linearRegex } from '../../clients/linear-regex.ts';
import { allTokens } from '../../models/prices/usage.ts';
import { formatCount } from '../../text/count.ts';
import type { Check, CheckRule, LimitedFigure, Quantity, Sequence, TextPattern } from '../cases/check.ts';
import { denialOf } from './denial.ts';
import { isProven, notJudged, notProven, type Outcome } from './outcome.ts';
import type { RunFacts, SkillEvent } from './run-facts.ts';
import { allToldFilesRead, type SkillTexts } from './told-files.ts';
import type { CheckVerdict } from './verdict.ts';

/** The context of a judgment: the skill under test, and the files in the workspace before the run. */
export interface JudgeContext {
  readonly skill: string;
  /** The texts that the run can read of it; absent if they are not known. */
  readonly texts?: SkillTexts;
  /** True if the workspace had this file before the run; undefined if the run had no workspace. */
  readonly hadFile?: (path: string) => boolean;
  /** The work that the searches of a trial may take together, which all of its assertions share. */
  readonly searches: SearchWork;
}

/** The work that is left, in steps of a regular expression: eval files are not trusted, and nothing else runs meanwhile. */
export interface SearchWork {
  left: number;
}

/** Returns the work for a trial: a few seconds at worst. */
export const newSearchWork = (): SearchWork => ({ left: 40_000_000 });

/** Judges an assertion from the facts of a run, without a model. */
export function judgeCheck({ text, rule }: Check, facts: RunFacts, context: JudgeContext): CheckVerdict {
  const outcome = outcomeOf(rule, facts, context);
  const isAbsence = outcome.passed !== null && outcome.events.length === 0;
  return { text, ...outcome, ...defined<Partial<CheckVerdict>>({ events: isAbsence ? wholeRun(facts) : undefined }) };
}

/** Returns the `seq`s of the first and the last event of a run, on which a verdict rests that something never happened. */
export function wholeRun({ started, finished }: RunFacts): readonly number[] {
  return [started, finished].flatMap((event) => (event === undefined ? [] : [event.seq]));
}

function outcomeOf(rule: CheckRule, facts: RunFacts, context: JudgeContext): Outcome {
  switch (rule.kind) {
    case 'loaded':
      return occurrence(facts, facts.loaded, { skill: rule.skill ?? context.skill }, rule.expected, 'loaded');
    case 'read':
    case 'ran':
      return occurrence(
        facts,
        eventsOf(rule, facts),
        { skill: context.skill, path: rule.path },
        rule.expected,
        rule.kind === 'ran' ? 'run' : 'read',
      );
    case 'reads_all':
      return context.texts === undefined
        ? notJudged('The texts of the skill are not known.')
        : allToldFilesRead(facts, context.texts);
    case 'answer':
      return matched(facts.answer.text, rule, { where: 'the answer', events: [facts.answer.seq] }, context.searches);
    case 'file':
      return fileOutcome(rule, facts, context);
    case 'at_most':
      return limited(rule.figure, rule.limit, facts);
    case 'tools':
      return ordered(
        facts.calls.map(({ seq, tool }) => [tool, seq]),
        rule.tools,
        rule.sequence,
        true,
        'Tools',
      );
    case 'skills':
      return skillOrder(rule, facts);
    case 'prose':
      return notJudged(
        'Prose: a language model (--judge, or the setting skillwright.evals.judge) or a person must judge it.',
      );
    case 'unsupported':
      return notJudged(`Not supported: ${rule.reason}.`);
  }
}

/** Returns the events that show a read or a run. Reading SKILL.md is loading the skill. */
function eventsOf({ kind, path }: Extract<CheckRule, { kind: 'read' | 'ran' }>, facts: RunFacts) {
  return kind === 'read' && normalized(path) === 'SKILL.md' ? facts.loaded : facts[kind];
}

/** Returns a path as journals have it: with `/`, and without `.` and `..` inside. */
function normalized(path: string): string {
  return posix.normalize(path.replaceAll('\\', '/'));
}

/** Returns the end of a sentence about something that did not happen although it was expected, or happened although it was not. */
export function unexpected(expected: boolean): string {
  return `, though it should ${expected ? '' : 'not '}have been`;
}

function occurrence(
  { denied }: RunFacts,
  found: readonly SkillEvent[],
  { skill, path }: { readonly skill: string; readonly path?: string },
  expected: boolean,
  verb: string,
): Outcome {
  const wanted = path === undefined ? undefined : normalized(path);
  const all = found.filter((one) => one.skill === skill && (wanted === undefined || one.path === wanted));
  const hits = all.filter(isProven);
  const name = wanted ?? skill;
  if (hits.length === 0 && all.length > 0) return notProven(name, verb, all);
  const denial = expected && hits.length === 0 ? denialOf(denied, posix.basename(name)) : undefined;
  if (denial !== undefined)
    return notJudged(`Allow the call in the client: ${name} was not ${verb}, because it said "${denial.says}".`, [
      denial.seq,
    ]);
  const passed = hits.length > 0 === expected;
  const happened = hits.length === 0 ? `${name} was never ${verb}` : `${name} was ${verb} (${hits.length}×)`;
  return { passed, evidence: `${happened}${passed ? '' : unexpected(expected)}.`, events: hits.map(({ seq }) => seq) };
}

/** Compares the skills that were loaded with a sequence. One that may not have been loaded can change the outcome. */
function skillOrder(
  { skills, sequence, extra }: Extract<CheckRule, { kind: 'skills' }>,
  { loaded }: RunFacts,
): Outcome {
  const named = loaded.filter(isProven).map(({ seq, skill }) => [skill, seq] as const);
  const outcome = ordered(named, skills, sequence, extra, 'Skills');
  const unproven = loaded.filter((one) => !isProven(one));
  const isDecided = sequence === 'none' ? outcome.passed === false : extra && sequence !== 'exact' && outcome.passed;
  const [first] = unproven;
  return first === undefined || isDecided === true ? outcome : notProven(first.skill, 'loaded', unproven);
}

/** Searches a text for patterns. Nothing is judged if an expression is invalid, or if a search would take too long. */
function matched(
  text: string,
  { patterns, quantity }: { readonly patterns: readonly TextPattern[]; readonly quantity: Quantity },
  { where, events }: { readonly where: string; readonly events: readonly number[] },
  searches: SearchWork,
): Outcome {
  const found: string[] = [];
  const absent: string[] = [];
  for (const pattern of patterns) {
    const result = contains(text, pattern, searches);
    const shown = pattern.kind === 'text' ? pattern.text : pattern.source;
    if (result === 'invalid')
      return notJudged(`Correct the regular expression, which RE2 does not support or which is too large: ${shown}`);
    if (result === 'expensive') return notJudged(`Simplify this: searching ${where} for it takes too long: ${shown}`);
    (result ? found : absent).push(shown);
  }
  const passed = quantity === 'all' ? absent.length === 0 : quantity === 'any' ? found.length > 0 : found.length === 0;
  const parts = [
    ...(found.length === 0 ? [] : [`found ${found.join(', ')}`]),
    ...(absent.length === 0 ? [] : [`did not find ${absent.join(', ')}`]),
  ];
  const failures = {
    all: `lacks ${absent.join(', ')}`,
    any: `has none of ${absent.join(', ')}`,
    none: `has ${found.join(', ')}, though it should not`,
  };
  const start = `${where.charAt(0).toUpperCase()}${where.slice(1)}`;
  const evidence = passed ? `In ${where}: ${parts.join('; ')}.` : `${start} ${failures[quantity]}.`;
  return { passed, evidence, events };
}

/** The work of compiling an instruction of an expression. */
const COMPILING = 250;
/** Number of characters of a text that are compared in the time of a step of a regular expression. */
const CHARACTERS_OF_STEP = 50;

function contains(text: string, pattern: TextPattern, searches: SearchWork): boolean | 'invalid' | 'expensive' {
  const spend = (work: number): boolean => {
    if (work > searches.left) return false;
    searches.left -= work;
    return true;
  };
  if (pattern.kind === 'regex') {
    if (searches.left <= 0) return 'expensive';
    const regex = linearRegex(pattern.source);
    searches.left -= COMPILING * (regex?.size ?? pattern.source.length);
    if (regex === undefined) return 'invalid';
    const work = regex.size * text.length;
    return (spend(work) ? regex.test(text, work) : undefined) ?? 'expensive';
  }
  // At worst, nearly all of the pattern is compared at every character.
  if (!spend((text.length * (1 + pattern.text.length)) / CHARACTERS_OF_STEP)) return 'expensive';
  return pattern.ignoresCase ? text.toLowerCase().includes(pattern.text.toLowerCase()) : text.includes(pattern.text);
}

function fileOutcome(
  { path: given, exists, patterns, quantity = 'all' }: Extract<CheckRule, { kind: 'file' }>,
  { changes }: RunFacts,
  { hadFile, searches }: JudgeContext,
): Outcome {
  const path = normalized(given);
  if (given.trim() === '' || posix.isAbsolute(path) || /^(?:\.\.(?:\/|$)|[a-z]:)/i.test(path))
    return notJudged(`Write a path inside the workspace instead of ${given}.`);
  if (hadFile === undefined) return notJudged('The run had no workspace: choose a client other than adk (--client).');
  const events = changes === undefined ? [] : [changes.seq];
  if (changes?.isIncomplete === true)
    return notJudged('The workspace was too large to be compared with its state before the run.', events);
  const change = changes?.files.find((one) => one.path === path);
  if (change === undefined && changes !== undefined && changes.more > 0)
    return notJudged('Too many files changed to list them all.', events);
  const isThere = change === undefined ? hadFile(path) : change.kind !== 'deleted';
  if (patterns === undefined || !isThere || !exists) {
    const state = change === undefined ? (isThere ? 'was not changed' : 'does not exist') : `was ${change.kind}`;
    const passed = isThere === exists;
    const end = passed ? '' : `, though it should ${exists ? '' : 'not '}exist`;
    return { passed, evidence: `${path} ${state}${end}.`, events };
  }
  if (change === undefined) return notJudged(`${path} was not changed, so the journal has no text of it.`);
  if (typeof change.after !== 'string') return notJudged(`The journal has no text of ${path}.`, events);
  return matched(change.after, { patterns, quantity }, { where: path, events }, searches);
}

/** Maximum number of missed files that a sentence names. */
const MAX_FILES = 3;

const UNITS: Readonly<Record<LimitedFigure, string>> = {
  misses: 'missing file',
  calls: 'tool call',
  tokens: 'token',
  cost: 'US dollar',
  seconds: 'second',
};

function limited(figure: LimitedFigure, limit: number, facts: RunFacts): Outcome {
  const { finished } = facts;
  const end = finished === undefined ? [] : [finished.seq];
  const { usage = {} } = finished ?? {};
  const { inputTokens, outputTokens, costUsd } = usage;
  // Tokens of one kind alone can only show that there are too many.
  const stated = (inputTokens ?? 0) + (outputTokens ?? 0);
  const tokens = allTokens(usage) ?? (stated > limit ? stated : undefined);
  const figures: Readonly<Record<LimitedFigure, readonly [value: number | undefined, events: readonly number[]]>> = {
    misses: [facts.misses.length, facts.misses.map(({ seq }) => seq)],
    calls: [facts.calls.length, facts.calls.map(({ seq }) => seq)],
    tokens: [tokens, end],
    cost: [costUsd, end],
    seconds: [facts.milliseconds / 1000, end],
  };
  const [value, events] = figures[figure];
  if (value === undefined) return notJudged(`The run reports no ${UNITS[figure]}s.`, end);
  const passed = value <= limit;
  const files = figure === 'misses' ? namesOf(facts.misses) : '';
  const count = `${formatCount(Math.round(value * 1e6) / 1e6, UNITS[figure])}${files}`;
  const allowed = passed ? `at most ${limit} allowed` : `though at most ${limit} ${limit === 1 ? 'is' : 'are'} allowed`;
  return { passed, evidence: `${count}, ${allowed}.`, events };
}

/** Returns the first of the files that were missed, each once, in parentheses. */
function namesOf(misses: readonly SkillEvent[]): string {
  const names = [...new Set(misses.map(({ path }) => path))];
  const more = names.length - MAX_FILES;
  return names.length === 0 ? '' : ` (${names.slice(0, MAX_FILES).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

/** The words for the order in which calls are expected. */
const ORDERS: Readonly<Record<Sequence, (names: string) => string>> = {
  exact: (names) => `expected exactly: ${names}`,
  in_order: (names) => `expected in this order: ${names}`,
  any_order: (names) => `expected: ${names}`,
  none: (names) => `not expected: ${names}`,
};

/** Compares a sequence of names with the expected one. */
function ordered(
  actual: readonly (readonly [name: string, seq: number])[],
  expected: readonly string[],
  sequence: Sequence,
  extra: boolean,
  what: string,
): Outcome {
  const names = actual.map(([name]) => name);
  const events = actual.filter(([name]) => expected.includes(name)).map(([, seq]) => seq);
  const isOnlyExpected = extra || names.every((name) => expected.includes(name));
  const passed = {
    exact: () => names.length === expected.length && names.every((name, index) => name === expected[index]),
    in_order: () => isOnlyExpected && isSubsequence(expected, names),
    any_order: () => isOnlyExpected && expected.every((name) => names.includes(name)),
    none: () => expected.every((name) => !names.includes(name)),
  }[sequence]();
  const end = passed ? '' : `; ${ORDERS[sequence](expected.join(', '))}`;
  return { passed, evidence: `${what}: ${names.length === 0 ? 'none' : names.join(', ')}${end}.`, events };
}

function isSubsequence(part: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const name of all) if (name === part[at]) at++;
  return at === part.length;
}
