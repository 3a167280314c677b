/** Baselines of tolerated findings: with `check --baseline` only new findings are reported. */

import { defined, dirname, join, own, relative, setOwn } from '../../skill/index.ts';
import { type Finding, type Part, type Place, placesOf } from '../rules/rule/rule.ts';
import { isMap } from '../settings.ts';
import { isUnreported, type UnresolvedPath } from '../unresolved-path.ts';
import type { Lines } from '../workspace/lines.ts';
import { earlierWording } from './earlier-wordings.ts';
import { type FileReport, type Report, withoutNumbers } from './report.ts';

/** The number of findings by file (relative to the baseline's folder), code, and target or message. Line numbers are omitted, since they change. */
export type Baseline = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;

/** Parses a baseline; undefined if the text is not one. */
export function readBaseline(text: string): Baseline | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isMap(value) || value.version !== 1 || !isMap(value.findings)) return undefined;
    const byFile = Object.values(value.findings);
    const byCode = byFile.flatMap((codes) => (isMap(codes) ? Object.values(codes) : [undefined]));
    const counts = byCode.flatMap((targets) => (isMap(targets) ? Object.values(targets) : [undefined]));
    return counts.every((count) => Number.isSafeInteger(count)) ? (value.findings as Baseline) : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a baseline's findings from a report. `gone` counts findings of the baseline that no longer exist in checked files. */
export function withoutKnown(report: Report, baseline: Baseline, file: string, isChecked: (path: string) => boolean) {
  const remaining = new Map<string, number>();
  /** The last unreferenced file of skills that have more than an earlier version listed. */
  const lastListed = new Map<string, string>();
  for (const [name, codes] of Object.entries(baseline)) {
    for (const [code, targets] of Object.entries(codes)) {
      for (const [target, count] of Object.entries(targets)) remaining.set(keyOf(name, code, target), count);
      const files = Object.keys(targets);
      if (code === UNREFERENCED && files.length === LISTED_BEFORE) lastListed.set(name, files.sort().at(-1) ?? '');
    }
  }
  const files = report.files.flatMap((one): readonly FileReport[] => {
    const name = relative(dirname(file), one.path);
    const findings = one.findings.flatMap((finding) => {
      const names = namesOf(finding);
      const keys = new Map(names.map((identifier) => [identifier, matchingKey(remaining, name, finding, identifier)]));
      const last = finding.code === UNREFERENCED ? lastListed.get(name) : undefined;
      const newNames = names.filter(
        (identifier) =>
          (remaining.get(keys.get(identifier) ?? '') ?? 0) === 0 && (last === undefined || identifier <= last),
      );
      for (const key of keys.values()) {
        const count = remaining.get(key) ?? 0;
        // A target is one finding, no matter how often it occurs; findings without a target are counted.
        if (count > 0) remaining.set(key, finding.target === undefined ? count - 1 : 0);
      }
      if (newNames.length === 0) return [];
      if (finding.parts !== undefined && newNames.length < names.length)
        return newParts(finding, finding.parts, newNames);
      return [newNames.length === names.length ? finding : keepNewTargets(finding, newNames, one.lines)];
    });
    if (findings.length === 0 && one.account === undefined) return [];
    const account = one.account && withTolerated(one.account, findings);
    return [defined<FileReport>({ ...one, findings, account })];
  });
  let gone = 0;
  for (const [key, count] of remaining) if (isChecked(join(dirname(file), key.split('\0')[0] ?? ''))) gone += count;
  return { report: { ...report, files }, gone };
}

/** Returns an account in which the reported paths are tolerated, except those of the remaining findings. */
function withTolerated(account: readonly UnresolvedPath[], findings: readonly Finding[]): readonly UnresolvedPath[] {
  const places = new Set(findings.flatMap((one) => placesOf(one).map(({ range }) => `${one.code} ${range.start}`)));
  return account.map((path) =>
    isUnreported(path) || places.has(`${path.because} ${path.range.start}`)
      ? path
      : {
          ...path,
          kind: 'silenced',
          because: 'silenced.baseline',
          says: `the baseline tolerates ${path.because} here`,
        },
  );
}

const UNREFERENCED = 'reference.unreferenced';
/** The number of unreferenced files that earlier versions listed at most, the first ones by path. */
const LISTED_BEFORE = 10;
/** Distinguishes a list of that many files from theirs. A finding is never called so. */
const ALL_LISTED = '(no others)';

/** Returns the keys that identify a finding: those of the problems that it is for, the paths that it covers, its target, or its message. */
const namesOf = ({ target, covers, message, parts }: Finding): readonly string[] =>
  parts?.map(nameOf) ?? (covers === undefined || covers.length === 0 ? [target ?? message] : covers);

const nameOf = ({ target, message }: Part): string => target ?? message;

/** Returns the new problems among those that a finding is for, each alone. */
function newParts(
  { code, severity }: Finding,
  parts: readonly Part[],
  newNames: readonly string[],
): readonly Finding[] {
  return parts
    .filter((part) => newNames.includes(nameOf(part)))
    .map((part) => ({ ...part, code, severity, suggestions: [] }));
}

/**
 * Returns the key of a finding's entry: of the same target or message, of the message as an earlier version worded it, or of
 * one of the two that differs only in numbers.
 */
function matchingKey(
  remaining: ReadonlyMap<string, number>,
  name: string,
  { code, target }: Finding,
  targetOrMessage: string,
): string {
  const key = keyOf(name, code, targetOrMessage);
  if (target !== undefined) return key;
  const wordings = [targetOrMessage, earlierWording(code, targetOrMessage) ?? targetOrMessage];
  const keys = wordings.map((wording) => keyOf(name, code, wording));
  const known = keys.find((one) => (remaining.get(one) ?? 0) > 0);
  if (known !== undefined) return known;
  // A number in it may be part of a field's name.
  const field =
    code === 'frontmatter.unknown' ? /^(`[^`]*`) .*\. Move it under /.exec(targetOrMessage)?.[1] : undefined;
  if (field !== undefined)
    return keys.find((one) => remaining.has(one)) ?? misspeltBefore(remaining, name, field) ?? key;
  const prefix = keyOf(name, code, '');
  const plain = wordings.map(withoutNumbers);
  const isSame = (other: string): boolean =>
    other.startsWith(prefix) && plain.includes(withoutNumbers(other.slice(prefix.length)));
  for (const [other, count] of remaining) if (count > 0 && isSame(other)) return other;
  return key;
}

/** Returns the key of a field that an earlier version took for a typo; undefined if it is not in the baseline. */
function misspeltBefore(remaining: ReadonlyMap<string, number>, name: string, field: string): string | undefined {
  const prefix = keyOf(name, 'frontmatter.unknown', 'Did you mean ');
  return [...remaining.keys()].find((key) => key.startsWith(prefix) && key.endsWith(` ${field}.`));
}

/** Removes known paths from the finding of a missing folder. */
function keepNewTargets(finding: Finding, newNames: readonly string[], lines: Lines): Finding {
  const { covers: _, related: __, ...rest } = finding;
  const isNew = ({ range, target = lines.text.slice(range.start, range.end) }: Place) => newNames.includes(target);
  const [first, ...others] = placesOf(finding).filter(isNew);
  const [target] = newNames;
  if (first === undefined || target === undefined) return finding;
  return {
    ...rest,
    range: first.range,
    ...defined<Partial<Finding>>({
      target: newNames.length === 1 ? target : undefined,
      suggestions: newNames.length === 1 ? [] : undefined,
      covers: newNames.length === 1 ? undefined : newNames,
      related: others.length > 0 ? others : undefined,
    }),
  };
}

const keyOf = (...parts: readonly string[]): string => parts.join('\0');

/** Creates a baseline of everything reported; the entries of `before` for unchecked files are retained. */
export function makeBaseline(
  report: Report,
  before: Baseline,
  file: string,
  isChecked: (path: string) => boolean,
): string {
  const findings: Record<string, Record<string, Record<string, number>>> = {};
  for (const [name, codes] of Object.entries(before)) {
    if (!isChecked(join(dirname(file), name)))
      setOwn(findings, name, structuredClone(codes) as Record<string, Record<string, number>>);
  }
  for (const one of report.files) {
    const codes: Record<string, Record<string, number>> = {};
    for (const finding of one.findings) {
      const targets = own(codes, finding.code) ?? {};
      for (const key of namesOf(finding)) setOwn(targets, key, (own(targets, key) ?? 0) + 1);
      setOwn(codes, finding.code, targets);
    }
    const unreferenced = own(codes, UNREFERENCED);
    if (unreferenced !== undefined && Object.keys(unreferenced).length === LISTED_BEFORE) unreferenced[ALL_LISTED] = 0;
    if (one.findings.length > 0) setOwn(findings, relative(dirname(file), one.path), sortKeys(codes));
  }
  return `${JSON.stringify({ version: 1, findings: sortKeys(findings) }, undefined, 2)}\n`;
}

const sortKeys = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
