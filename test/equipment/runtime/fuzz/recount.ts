import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../../../../runtime/group-by.ts';
import { relevantArguments } from '../../../../runtime/guards/fingerprint.ts';
import { THRESHOLDS } from '../../../../runtime/guards/settings.ts';
import { isBlob, readBlob } from '../../../../runtime/journal/blobs.ts';
import type { GuardEvent, Json, JsonObject, RunEvent, ToolResult } from '../../../../runtime/protocol/events.ts';
import type { GuardThresholds } from '../../../../runtime/protocol/guards.ts';
import { requestedFile } from '../../../../runtime/toolset/arguments.ts';
import { resultWithoutNoise } from './result-without-noise.ts';

/**
 * Recomputes all guard decisions from the events alone, independently of the guards. Every guard event must follow from
 * the results before it, with exactly those as evidence, and no result may lack a required decision. Covers the loop
 * detector and the guards of missing files, and only checks `max_llm_calls`. Not for runs in which the user let
 * something continue.
 * @param folder the run's folder, which stores large arguments as separate files
 */
export function miscounts(events: readonly RunEvent[], folder: string, complete = true): readonly string[] {
  const started = events.find((event) => event.type === 'run_started');
  if (started === undefined) return ['no run_started'];
  const { guards: preset, guardSettings } = started;
  const at = { ...THRESHOLDS, ...guardSettings?.thresholds };
  const results = resultsOf(events, folder);
  const problems: string[] = [];
  const expected = new Map<number, Expected[]>();
  for (const result of results) {
    const expectedDecisions = preset === 'off' ? [] : misses(result, results, at, preset === 'adk');
    if (preset === 'default' && guardSettings?.loops !== false)
      expectedDecisions.push(
        ...streak(result, results, at),
        ...denials(result, results, at),
        ...noProgress(result, results, at),
      );
    expected.set(result.call, expectedDecisions);
  }
  const decided = groupBy(
    events.filter((event) => event.type === 'guard' && COUNTED.has(event.rule)) as GuardEvent[],
    (event) => event.parent ?? 0,
  );
  for (const [call, due] of expected) {
    const was = (decided.get(call) ?? []).map(essence);
    if (!complete && was.length === 0) continue;
    if (!isDeepStrictEqual(was.toSorted(byRule), due.toSorted(byRule)))
      problems.push(`call ${call}: decided ${JSON.stringify(was)}, recounted ${JSON.stringify(due)}`);
  }
  for (const [call, of] of decided) if (!expected.has(call)) problems.push(`no call ${call}: ${JSON.stringify(of)}`);
  return [...problems, ...caps(events)];
}

/** The rules that are recounted; decisions of others are ignored. */
const COUNTED: ReadonlySet<string> = new Set([
  'resource_not_found',
  'script_not_found',
  'repeated_call',
  'repeated_cycle',
  'error_streak',
  'no_progress',
]);
const MAX_EVIDENCE = 100;

type Expected = Pick<GuardEvent, 'rule' | 'verdict' | 'count' | 'threshold' | 'evidence'>;

function essence({ rule, verdict, count, threshold, evidence }: GuardEvent): Expected {
  return { rule, verdict, count, threshold, evidence };
}

function byRule(a: Expected, b: Expected): number {
  return a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0;
}

/** A result with its call and step, in the order of the journal. */
interface Counted {
  readonly seq: number;
  /** `seq` of its `tool_call`. */
  readonly call: number;
  readonly step: number;
  readonly tool: string;
  readonly code: string | undefined;
  readonly denied: boolean;
  readonly signature: string;
  readonly value: string;
  readonly path: string;
  /** True if it may have changed something. */
  readonly changes: boolean;
  /** Index among the results. */
  readonly index: number;
}

function resultsOf(events: readonly RunEvent[], folder: string): readonly Counted[] {
  const steps = new Map<number, number>();
  const calls = new Map<number, { args: Json; step: number; tool: string }>();
  const written = new Map<string, Json>();
  const results: Counted[] = [];
  for (const event of events) {
    if (event.type === 'llm_request') steps.set(event.seq, event.call);
    else if (event.type === 'llm_response') for (const call of event.toolCalls) written.set(call.id, call.args);
    else if (event.type === 'tool_call')
      calls.set(event.seq, {
        args: resolveBlob(event.args, folder),
        step: steps.get(event.parent ?? 0) ?? 0,
        tool: event.tool,
      });
    else if (event.type === 'tool_result') {
      const call = calls.get(event.parent ?? 0);
      if (call !== undefined) results.push(toCounted(event, call, folder, results.length));
    }
  }
  return results;
}

function resolveBlob(args: Json, folder: string): Json {
  const read = isBlob(args) ? readBlob(folder, args) : undefined;
  return read?.kind === 'found' ? read.value : args;
}

function toCounted(
  event: ToolResult,
  call: { args: Json; step: number; tool: string },
  folder: string,
  place: number,
): Counted {
  const isObject = typeof call.args === 'object' && call.args !== null && !Array.isArray(call.args);
  const args = isObject ? call.args : {};
  const read = isObject ? relevantArguments(event.tool, args as JsonObject) : call.args;
  const kind = event.tool === 'run_skill_script' ? 'script' : 'resource';
  const { skill, path } = requestedFile(args as Readonly<Record<string, Json>>, kind);
  return {
    seq: event.seq,
    call: event.parent ?? 0,
    step: call.step,
    tool: event.tool,
    code: event.error_code,
    denied: event.denied === true,
    changes: event.changes === true,
    signature: `${event.tool} ${JSON.stringify(sortKeys(read))}`,
    value: resultWithoutNoise(withoutHintFields(resolveBlob(event.result as Json, folder))),
    path: `${skill}:${path}`,
    index: place,
  };
}

/** Sorts keys, because the same arguments may be written in any order. */
function sortKeys(value: Json): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, inner]) => [key, sortKeys(inner)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns a result without the fields added by the guard of error streaks. */
function withoutHintFields(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'retryable' && key !== 'hint'));
}

const stepsOf = (results: readonly Counted[]): number => new Set(results.map(({ step }) => step)).size;
const seqs = (results: readonly Counted[]): number[] => results.map(({ seq }) => seq).slice(-MAX_EVIDENCE);

function misses(result: Counted, all: readonly Counted[], at: GuardThresholds, adk: boolean): Expected[] {
  const isScript = result.tool === 'run_skill_script';
  const code = isScript ? 'SCRIPT_NOT_FOUND' : 'RESOURCE_NOT_FOUND';
  if (result.tool !== (isScript ? 'run_skill_script' : 'load_skill_resource') || !result.code?.startsWith(code))
    return [];
  const until = all.filter(
    (one) => one.index <= result.index && one.tool === result.tool && one.code?.startsWith(code),
  );
  const same = until.filter((one) => one.path === result.path);
  const count = adk ? (of: readonly Counted[]) => of.length : stepsOf;
  const any = adk ? 2 : isScript ? at.script : at.resourceAnyPath;
  const one = adk || isScript ? undefined : at.resourceSamePath;
  const fatal = result.code.endsWith('_FATAL');
  const bySame = one !== undefined && count(same) >= one;
  const stops = !adk && until.some((miss) => miss.step < result.step && miss.code?.endsWith('_FATAL'));
  if (fatal !== (stops || bySame || count(until) >= any)) return [{ ...NONE, rule: `wrong code ${result.code}` }];
  const byPath = !fatal || (bySame && count(until) < any);
  return [
    {
      rule: isScript ? 'script_not_found' : 'resource_not_found',
      verdict: stops ? 'stop' : fatal ? 'fatal' : 'warn',
      count: count(byPath ? same : until),
      threshold: byPath ? (one ?? any) : any,
      evidence: seqs(byPath ? same : until),
    },
  ];
}

/**
 * Returns the last step before that of `result` in which a call changed something for the first time, and the first-time
 * calls in that step. Repetitions are counted from there.
 */
function lastChange(result: Counted, all: readonly Counted[]): { step: number; signatures: readonly string[] } {
  const isFirst = (one: Counted): boolean =>
    !all.some((old) => old.index < one.index && old.changes && old.signature === one.signature);
  const firsts = all.filter((one) => one.step < result.step && one.changes && isFirst(one));
  const step = firsts.at(-1)?.step ?? 0;
  return { step, signatures: firsts.filter((one) => one.step === step).map((one) => one.signature) };
}

const NONE: Expected = { rule: '', verdict: 'warn', count: 0, threshold: 0, evidence: [] };
const USER_CODES = new Set(['CANCELLED', 'REJECTED', 'NOT_RUN']);

function streak(result: Counted, all: readonly Counted[], at: GuardThresholds): Expected[] {
  const { code, denied, tool } = result;
  if (code === undefined || denied || USER_CODES.has(code) || /^(?:RESOURCE|SCRIPT)_NOT_FOUND/.test(code)) return [];
  const unknown = code === 'TOOL_NOT_FOUND';
  const change = lastChange(result, all).step;
  const before = all.slice(0, result.index + 1).filter((one) => !one.denied && one.step > change);
  const reset = before.findLastIndex((one) => one.code === undefined && (unknown || one.tool === tool));
  const same = before.slice(reset + 1).filter((one) => one.code === code && (unknown || one.tool === tool));
  const count = stepsOf(same);
  if (count < Math.min(at.errorHint, at.errorStop)) return [];
  const stop = count >= at.errorStop;
  const threshold = stop ? at.errorStop : at.errorHint;
  return [{ rule: 'error_streak', verdict: stop ? 'stop' : 'warn', count, threshold, evidence: seqs(same) }];
}

/** Recounts denials of repeated calls, including missing ones. */
function denials(result: Counted, all: readonly Counted[], at: GuardThresholds): Expected[] {
  const change = lastChange(result, all);
  const counts = (one: Counted): boolean =>
    one.step > change.step || (one.step === change.step && change.signatures.includes(one.signature));
  const before = all.filter((one) => one.index < result.index && one.signature === result.signature && counts(one));
  const last = before.findLast((one) => !one.denied && !USER_CODES.has(one.code ?? ''));
  const other = before.findLast((one) => !one.denied && !USER_CODES.has(one.code ?? '') && one.value !== last?.value);
  const past = before.filter((one) => one.index > (other?.index ?? -1));
  const same = past.filter((one) => one.step < result.step && !USER_CODES.has(one.code ?? ''));
  const ran = past.filter((one) => !one.denied && !USER_CODES.has(one.code ?? ''));
  const due = ran.length > 0 && same.length + 1 >= at.repeatedCall;
  const was = result.code === 'REPEATED_CALL' && result.denied;
  if (!was) return due && !result.denied && !USER_CODES.has(result.code ?? '') ? [{ ...NONE, rule: 'not denied' }] : [];
  if (!due) return [{ ...NONE, rule: 'denied without cause' }];
  const isNews = (one: Counted): boolean =>
    !one.denied &&
    one.code === undefined &&
    !all.some((old) => old.index < one.index && old.signature === one.signature);
  const earlier = all.filter((one) => one.step < result.step);
  const news = Math.max(0, ...earlier.filter(isNews).map((one) => one.step));
  const row = earlier.filter(
    (one) => one.step > Math.max(news, change.step) && one.denied && one.code === 'REPEATED_CALL',
  );
  const count = same.length + 1;
  const evidence = same.map(({ seq }) => seq);
  const rounds = stepsOf([...row, result]);
  const own = stepsOf([...same.filter((one) => one.denied && one.code === 'REPEATED_CALL'), result]);
  if (Math.max(rounds, own) < at.denials)
    return [{ rule: 'repeated_call', verdict: 'deny', count, threshold: at.repeatedCall, evidence }];
  const alone = at.repeatedCall + at.denials - 1;
  if (count >= alone) return [{ rule: 'repeated_call', verdict: 'stop', count, threshold: alone, evidence }];
  const cycleEvidence = [...row.map(({ seq }) => seq), result.seq];
  return [{ rule: 'repeated_cycle', verdict: 'stop', count: rounds, threshold: at.denials, evidence: cycleEvidence }];
}

function noProgress(result: Counted, all: readonly Counted[], at: GuardThresholds): Expected[] {
  const before = all.filter((one) => one.step < result.step && !USER_CODES.has(one.code ?? ''));
  const isNew = (one: Counted): boolean =>
    one.code === undefined &&
    !all.some(
      (old) =>
        old.index < one.index && old.code === undefined && old.signature === one.signature && old.value === one.value,
    );
  const last = Math.max(0, ...before.filter(isNew).map((one) => one.step));
  const unproductive = before.filter((one) => one.step > last);
  const count = stepsOf(unproductive);
  const was = result.denied && result.code === 'NO_PROGRESS';
  const rounds = count >= at.noProgress ? undefined : roundsBefore(result, all, at.noProgress);
  const due = count >= at.noProgress || rounds !== undefined;
  if (!was)
    return due && !result.denied && !USER_CODES.has(result.code ?? '') ? [{ ...NONE, rule: 'progress claimed' }] : [];
  if (!due) return [{ ...NONE, rule: 'no lack of progress' }];
  const basis = rounds ?? { count, results: unproductive };
  const { results } = basis;
  return [
    { rule: 'no_progress', verdict: 'stop', count: basis.count, threshold: at.noProgress, evidence: seqs(results) },
  ];
}

/** Returns the rounds of the same two to ten steps since the last change that precede this result and that it continues. */
function roundsBefore(
  result: Counted,
  all: readonly Counted[],
  limit: number,
): { readonly count: number; readonly results: readonly Counted[] } | undefined {
  const change = lastChange(result, all).step;
  const results = all.filter((one) => one.step > change && one.step < result.step && !USER_CODES.has(one.code ?? ''));
  const steps = [...groupBy(results, (one) => one.step)].sort(([a], [b]) => a - b);
  const signatures = steps.map(([, of]) => [...new Set(of.map((one) => one.signature))].sort());
  const text = signatures.map((calls) => JSON.stringify(calls));
  for (let period = 2; period <= 10; period++) {
    const last = text.slice(-period);
    if (last.length < period || new Set(last).size === 1) continue;
    let length = period;
    while (length < text.length && text[text.length - length - 1] === text[text.length - length - 1 + period]) length++;
    const count = Math.floor(length / period);
    if (count < limit || signatures.at(-period)?.includes(result.signature) !== true) continue;
    return {
      count,
      results: steps
        .slice(-length)
        .flatMap(([, of]) => of)
        .sort((a, b) => a.index - b.index),
    };
  }
  return undefined;
}

function caps(events: readonly RunEvent[]): readonly string[] {
  const capped = events.filter((event) => event.type === 'guard' && event.rule === 'max_llm_calls') as GuardEvent[];
  const requests = events.filter((event) => event.type === 'llm_request').length;
  return capped.flatMap((event) =>
    event.count === requests && event.count === event.threshold
      ? []
      : [`${requests} requests: ${JSON.stringify(event)}`],
  );
}
