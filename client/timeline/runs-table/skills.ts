/** The view of skills: the rows added up by skill, so that each number is that of rows of the table. */
import { type Counted, type Estimate, shareOverClusters } from '../../../runtime/statistics/intervals.ts';
import { FACT, FACTS, KIND } from './columns.ts';
import { compareFigures, compareTexts, type Sorting } from './sorting.ts';
import type { RunTable } from './table.ts';

/** A skill over many rows. Numbers are of rows unless stated otherwise; NaN if not known. */
export interface SkillSum {
  readonly skill: string;
  readonly group: SkillGroup;
  /** A lower bound: many sessions do not record which skills were offered. */
  readonly offered: number;
  readonly loaded: number;
  /** Rows that read a bundled file of it or ran one. */
  readonly read: number;
  readonly missed: number;
  /** Number of misses. */
  readonly misses: number;
  /** Misses per 100 requests into it; undefined if no row shows such requests. */
  readonly rate: Estimate | undefined;
  /** Estimated tokens of its texts, each time that a model read one. */
  readonly textTokens: number;
  /** Tokens and cost of the rows that loaded it, as far as they are known. */
  readonly tokens: number;
  readonly costUsd: number;
  readonly isCostEstimated: boolean;
}

/** `workspace`: the skill is in this workspace; `unused`: it was offered, but never loaded or missed. */
export type SkillGroup = 'workspace' | 'used' | 'unused';
export const SKILL_GROUPS: readonly SkillGroup[] = ['workspace', 'used', 'unused'];

export type SkillKey =
  | 'skill'
  | 'offered'
  | 'loaded'
  | 'read'
  | 'missed'
  | 'misses'
  | 'rate'
  | 'textTokens'
  | 'tokens'
  | 'cost';

export const DEFAULT_SKILL_SORTING: Sorting<SkillKey> = { key: 'misses', descending: true };

interface Sums {
  offered: number;
  loaded: number;
  read: number;
  missed: number;
  misses: number;
  textTokens: number;
  tokens: number;
  costUsd: number;
  isCostEstimated: boolean;
  readonly clusters: Counted[];
}

/** Returns the name of a skill without that of its plugin: skills of a plugin are called `PLUGIN:SKILL`. */
export function bareName(skill: string): string {
  return skill.slice(skill.indexOf(':') + 1);
}

/**
 * Adds rows up by skill.
 * @param ids the rows to count
 * @param workspace the names of the skills in the workspace, each of which is in the result
 */
export function sumSkills(table: RunTable, ids: readonly number[], workspace: readonly string[]): readonly SkillSum[] {
  const all = new Map<string, Sums>();
  for (const id of ids) addRow(all, table, id);
  const current = new Set(workspace);
  const seen = new Set([...all.keys()].map(bareName));
  for (const name of current) if (!seen.has(name)) sumsOf(all, name);
  return [...all].map(([skill, { clusters, ...sums }]) => {
    const share = shareOverClusters(clusters);
    const isUsed = sums.loaded > 0 || sums.misses > 0;
    return {
      skill,
      group: current.has(bareName(skill)) ? 'workspace' : isUsed ? 'used' : 'unused',
      ...sums,
      rate: share && { value: 100 * share.value, low: 100 * share.low, high: 100 * share.high },
    };
  });
}

/** True if no row offered, loaded or missed the skill. */
export function isUnseen({ offered, loaded, misses }: SkillSum): boolean {
  return offered === 0 && loaded === 0 && misses === 0;
}

function sumsOf(all: Map<string, Sums>, skill: string): Sums {
  const known = all.get(skill);
  if (known !== undefined) return known;
  const unknown = { textTokens: Number.NaN, tokens: Number.NaN, costUsd: Number.NaN, isCostEstimated: false };
  const sums = { offered: 0, loaded: 0, read: 0, missed: 0, misses: 0, ...unknown, clusters: [] };
  all.set(skill, sums);
  return sums;
}

/** The counts of one row and one skill by the kind of fact; NaN if there is none. It is written again for each. */
const counts = new Float64Array(Object.keys(KIND).length);

/** Adds a row to the sums of its skills. The facts about a skill follow each other. */
function addRow(all: Map<string, Sums>, table: RunTable, id: number): void {
  const facts = table.factsOf(id);
  let at = 0;
  while (at < facts.length) {
    const skill = facts[at + FACT.skill] ?? 0;
    counts.fill(Number.NaN);
    for (; at < facts.length && facts[at + FACT.skill] === skill; at += FACTS) {
      const kind = facts[at + FACT.kind] ?? 0;
      counts[kind] = (counts[kind] || 0) + (facts[at + FACT.count] ?? 0);
    }
    addCounts(sumsOf(all, table.strings[skill] ?? ''), table, id);
  }
}

function addCounts(sums: Sums, table: RunTable, id: number): void {
  const count = (kind: number): number => counts[kind] ?? Number.NaN;
  const has = (kind: number): boolean => !Number.isNaN(count(kind));
  if (has(KIND.offered)) sums.offered++;
  if (has(KIND.file)) sums.read++;
  const misses = (count(KIND.miss) || 0) + (count(KIND.currentMiss) || 0);
  sums.misses += misses;
  if (misses > 0) sums.missed++;
  sums.textTokens = addKnown(sums.textTokens, count(KIND.tokens));
  if (has(KIND.requests)) {
    const requests = count(KIND.requests);
    sums.clusters.push({ events: Math.min(requests, count(KIND.counted) || 0), all: requests });
  }
  if (!has(KIND.loaded)) return;
  sums.loaded++;
  sums.tokens = addKnown(sums.tokens, table.tokens(id));
  sums.costUsd = addKnown(sums.costUsd, table.figure(id, 'costUsd'));
  if (table.is(id, 'estimated')) sums.isCostEstimated = true;
}

function addKnown(a: number, b: number): number {
  return Number.isNaN(b) ? a : (a || 0) + b;
}

/** Returns the skills that match, sorted within their groups: those of the workspace first, those that were only offered last. */
export function sortSkills(
  skills: readonly SkillSum[],
  query: string,
  { key, descending }: Sorting<SkillKey>,
): readonly SkillSum[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const names = skills
    .filter(({ skill }) => words.every((word) => skill.toLowerCase().includes(word)))
    .toSorted((a, b) => b.loaded - a.loaded || b.offered - a.offered || compareTexts(a.skill, b.skill));
  const compare = (a: SkillSum, b: SkillSum): number =>
    key === 'skill'
      ? (descending ? -1 : 1) * compareTexts(a.skill, b.skill)
      : compareFigures(figureOf(a, key), figureOf(b, key), descending);
  const rank = ({ group }: SkillSum): number => SKILL_GROUPS.indexOf(group);
  return names.sort((a, b) => rank(a) - rank(b) || compare(a, b));
}

function figureOf(sum: SkillSum, key: Exclude<SkillKey, 'skill'>): number {
  if (key === 'rate') return sum.rate?.value ?? Number.NaN;
  return key === 'cost' ? sum.costUsd : sum[key];
}
