/** The findings that a repository has put up with: `check --baseline` reports what is new. */

import { dirname, join, relative } from '../../skill/index.ts';
import { type Finding, type Place, placesOf } from '../rules/rule.ts';
import { isMap } from '../settings.ts';
import type { Lines } from '../workspace/lines.ts';
import type { Report } from './report.ts';

/** How often what was found: by file (from the baseline's folder), code, and target or message. No lines, which move. */
export type Baseline = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;

/** Undefined where the text is no baseline. */
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

/** The report without what the baseline has, and how many findings of it are no longer there in files that were checked. */
export function withoutKnown(report: Report, baseline: Baseline, file: string, wants: (path: string) => boolean) {
  const left = new Map<string, number>();
  for (const [name, codes] of Object.entries(baseline)) {
    for (const [code, targets] of Object.entries(codes))
      for (const [target, count] of Object.entries(targets)) left.set(keyOf(name, code, target), count);
  }
  const files = report.files.flatMap((one) => {
    const name = relative(dirname(file), one.path);
    const findings = one.findings.flatMap((finding) => {
      const names = namesOf(finding);
      const fresh = names.filter((what) => (left.get(keyOf(name, finding.code, what)) ?? 0) === 0);
      for (const what of names) {
        const key = keyOf(name, finding.code, what);
        const count = left.get(key) ?? 0;
        // A target is one finding however often it is named; what has none is counted.
        if (count > 0) left.set(key, finding.target === undefined ? count - 1 : 0);
      }
      if (fresh.length === 0) return [];
      return [fresh.length === names.length ? finding : onlyNew(finding, fresh, one.lines)];
    });
    return findings.length > 0 || one.unreported ? [{ ...one, findings }] : [];
  });
  let gone = 0;
  for (const [key, count] of left) if (wants(join(dirname(file), key.split('\0')[0] ?? ''))) gone += count;
  return { report: { ...report, files }, gone };
}

/** What a finding is known by: its target, or those of the paths that it stands for, so that another one is new. */
const namesOf = ({ target, covers, message }: Finding): readonly string[] =>
  covers === undefined || covers.length === 0 ? [target ?? message] : covers;

/** The finding of a missing folder without the paths into it that are known. */
function onlyNew(finding: Finding, fresh: readonly string[], lines: Lines): Finding {
  const { covers: _, related: __, ...rest } = finding;
  const isNew = ({ range, target = lines.text.slice(range.start, range.end) }: Place) => fresh.includes(target);
  const [first, ...others] = placesOf(finding).filter(isNew);
  const [target] = fresh;
  if (first === undefined || target === undefined) return finding;
  return {
    ...rest,
    range: first.range,
    ...(fresh.length === 1 ? { target, suggestions: [] } : { covers: fresh }),
    ...(others.length > 0 ? { related: others } : {}),
  };
}

const keyOf = (...parts: readonly string[]): string => parts.join('\0');

/** A baseline of all that is reported; what `before` has of files that were not checked stays. */
export function makeBaseline(report: Report, before: Baseline, file: string, wants: (path: string) => boolean): string {
  const findings: Record<string, Record<string, Record<string, number>>> = {};
  for (const [name, codes] of Object.entries(before)) {
    if (!wants(join(dirname(file), name)))
      findings[name] = structuredClone(codes) as Record<string, Record<string, number>>;
  }
  for (const one of report.files) {
    const codes: Record<string, Record<string, number>> = {};
    for (const finding of one.findings) {
      const targets = codes[finding.code] ?? {};
      for (const key of namesOf(finding)) targets[key] = (Object.hasOwn(targets, key) ? (targets[key] ?? 0) : 0) + 1;
      codes[finding.code] = targets;
    }
    if (one.findings.length > 0) findings[relative(dirname(file), one.path)] = sorted(codes);
  }
  return `${JSON.stringify({ version: 1, findings: sorted(findings) }, undefined, 2)}\n`;
}

const sorted = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
