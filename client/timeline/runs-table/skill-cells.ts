/** The columns of the view of skills, and the texts of their cells. */
import { count, shortCount } from '../model/format.ts';
import type { Use } from './filter.ts';
import { type CellText, type Column, figureColumn, figureText, type GridSource, UNKNOWN } from './grid-source.ts';
import { costOf } from './run-cells.ts';
import { isUnseen, type SkillGroup, type SkillSum } from './skills.ts';

/** The columns in their order. */
export const SKILL_COLUMNS: readonly Column[] = [
  { key: 'skill', title: 'Skill', isFigure: false, isSortable: true },
  figureColumn(
    'offered',
    'Offered',
    'Runs and sessions in which it was offered: at least these, since many sessions do not say',
  ),
  figureColumn('loaded', 'Loaded', 'Runs and sessions that loaded it'),
  figureColumn('read', 'Files read', 'Runs and sessions that read or ran a bundled file of it'),
  figureColumn('missed', 'Missed', 'Runs and sessions with a miss'),
  figureColumn('misses', 'Misses', 'Failed requests that it led to'),
  figureColumn('rate', 'Per 100 requests', 'Misses per 100 requests into it, with the interval of 95 %'),
  figureColumn('textTokens', 'Its tokens', 'Estimated tokens of its texts, each time that one was read'),
  figureColumn('tokens', 'Tokens', 'Tokens of the runs and sessions that loaded it'),
  figureColumn('cost', 'Cost', 'Cost of the runs and sessions that loaded it, est. if by list prices'),
];

/** The rows that each number counts. */
const USES: { readonly [key: string]: Use } = {
  offered: 'offered',
  loaded: 'loaded',
  read: 'read',
  missed: 'missed',
  misses: 'missed',
  rate: 'missed',
  textTokens: 'loaded',
  tokens: 'loaded',
  cost: 'loaded',
};

const HEADINGS: { readonly [group in SkillGroup]: string } = {
  workspace: 'In this workspace',
  used: 'Other skills',
  unused: 'Other skills, offered and never loaded',
};

/** A line of the view: a skill, or the heading of a group. */
export type SkillLine =
  | { readonly kind: 'skill'; readonly sum: SkillSum }
  | { readonly kind: 'heading'; readonly group: SkillGroup; readonly skills: number };

/** Returns the skills, which are sorted by group, with a heading above each group. */
export function linesOf(skills: readonly SkillSum[]): readonly SkillLine[] {
  const lines: SkillLine[] = [];
  let last: SkillGroup | undefined;
  for (const sum of skills) {
    const { group } = sum;
    if (group !== last)
      lines.push({ kind: 'heading', group, skills: skills.filter((one) => one.group === group).length });
    last = group;
    lines.push({ kind: 'skill', sum });
  }
  return lines;
}

/** Returns the rows of the grid of skills. @param shown the skill whose details are shown */
export function skillSource(lines: readonly SkillLine[], shown: string | undefined): GridSource {
  return {
    columns: SKILL_COLUMNS,
    length: lines.length,
    keyAt(row) {
      const line = lines[row];
      return line?.kind === 'skill' ? `skill ${line.sum.skill}` : `heading ${line?.group}`;
    },
    isHeading: (row) => lines[row]?.kind === 'heading',
    isSelected(row) {
      const line = lines[row];
      return line?.kind === 'skill' ? line.sum.skill === shown : undefined;
    },
    cellAt(row, column): CellText {
      const line = lines[row];
      if (line === undefined) return { text: '' };
      const key = SKILL_COLUMNS[column]?.key ?? '';
      if (line.kind === 'skill') return cellOf(line.sum, key);
      return column === 0 ? { text: HEADINGS[line.group], detail: count(line.skills) } : { text: '' };
    },
  };
}

/** Returns the use of a skill that a column counts, if there are rows with it. */
export function useOf(sum: SkillSum, key: string): Use | undefined {
  const use = new Map(Object.entries(USES)).get(key);
  return use === undefined || sum[use] === 0 ? undefined : use;
}

function cellOf(sum: SkillSum, key: string): CellText {
  if (key === 'skill') return nameOf(sum);
  const cell = figureOf(sum, key);
  const isLink = useOf(sum, key) !== undefined && cell.text !== UNKNOWN;
  return isLink ? { ...cell, className: 'link' } : cell;
}

function nameOf(sum: SkillSum): CellText {
  const detail = isUnseen(sum) ? 'never offered or loaded' : sum.loaded === 0 ? 'never loaded' : '';
  const title = detail === '' ? sum.skill : `${sum.skill}, ${detail}`;
  return { text: sum.skill, detail, title, className: 'link' };
}

function figureOf(sum: SkillSum, key: string): CellText {
  switch (key) {
    case 'offered':
      // No row says that it was offered, but many say nothing.
      return { text: sum.offered === 0 ? UNKNOWN : count(sum.offered) };
    case 'loaded':
    case 'read':
    case 'missed':
    case 'misses':
      return { text: isUnseen(sum) ? UNKNOWN : count(sum[key]) };
    case 'rate':
      return { text: sum.rate === undefined ? UNKNOWN : rateText(sum.rate) };
    case 'cost':
      return costOf(sum.costUsd, sum.isCostEstimated);
    case 'textTokens':
    case 'tokens':
      return { text: figureText(sum[key], shortCount) };
    default:
      return { text: '' };
  }
}

/** Returns misses per 100 requests with their interval: `0.8 (0.4–1.5)`. */
export function rateText({ value, low, high }: NonNullable<SkillSum['rate']>): string {
  return `${perHundred(value)} (${perHundred(low)}–${perHundred(high)})`;
}

const perHundred = (value: number): string => (value > 0 && value < 0.1 ? value.toFixed(2) : value.toFixed(1));
