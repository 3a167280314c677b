/** Compares the findings of any checker with the labels of the corpus. */

import { type Label, normalizeTarget } from '../corpus/quality-corpus.ts';
import type { Finding } from '../mutations/mutation.ts';
import { samePath } from '../mutations/score.ts';
import { skillOf } from './checkers.ts';

export interface Judgment {
  readonly hits: number;
  readonly alarms: readonly string[];
  readonly missed: readonly string[];
  readonly precision: number;
  readonly recall: number;
}

/**
 * Compares findings with the labels of SKILL.md by skill and path. Lines are not compared, because checkers count them
 * differently, except for a bare name, as in a directory tree.
 */
export function judge(findings: readonly Finding[], labels: readonly Label[], folder: string): Judgment {
  const bySkill = Map.groupBy(labels, (label) => label.skill);
  const hit = new Set<Label>();
  const alarms = new Set<string>();
  for (const { file, target, line } of findings) {
    if (!/\/skill\.md$/i.test(file)) continue;
    const skill = skillOf(folder, file);
    const path = normalizeTarget(target.replace(/[#?].*$/, ''));
    const skillLabels = bySkill.get(skill) ?? [];
    const label =
      skillLabels.find((one) => one.target === normalizeTarget(target)) ??
      skillLabels.find((one) => samePath(path, one.target)) ??
      skillLabels.find(
        (one) => samePath(one.target, path) && (path.includes('/') || Math.abs(Number(one.line) - line) <= 1),
      );
    if (!label) alarms.add(`${skill}:${line} ${target}`);
    else if (label.required) hit.add(label);
  }
  const required = labels.filter((label) => label.required);
  const missed = required.filter((label) => !hit.has(label));
  return {
    hits: hit.size,
    alarms: [...alarms],
    missed: missed.map((label) => `${label.skill}:${label.line} ${label.target}`),
    precision: hit.size / Math.max(1, hit.size + alarms.size),
    recall: hit.size / Math.max(1, required.length),
  };
}
