import { type Html, html } from '../../pages/html.ts';
import { formatCount, formatNumber } from '../../text/count.ts';

import { rateText } from './report-texts.ts';
import type { SessionsReport, SkillReport } from './sessions-report.ts';

/** A column of numbers of the table of skills. */
interface Column {
  readonly title: string;
  readonly value: (skill: SkillReport) => number;
  readonly format?: (value: number, skill: SkillReport) => string;
}

/** Shows 0 as a dash, for figures that many sessions do not have. */
const numberIfKnown = (value: number): string => (value === 0 ? '–' : formatNumber(value));

const COLUMNS: readonly Column[] = [
  { title: 'offered', value: ({ offered }) => offered, format: numberIfKnown },
  { title: 'loaded', value: ({ loaded }) => loaded },
  { title: 'files read', value: ({ read }) => read },
  { title: 'missed', value: ({ missed }) => missed },
  { title: 'misses', value: ({ misses }) => misses },
  {
    title: 'misses per 100 requests (95 %)',
    // What was not measured comes last.
    value: ({ rate: { per100 } }) => per100?.value ?? -1,
    format: (_, { rate }) => rateText(rate),
  },
  { title: 'tokens of its text', value: ({ tokens }) => tokens, format: numberIfKnown },
  {
    title: 'tokens of its sessions',
    value: ({ usage: { inputTokens = 0, outputTokens = 0 } }) => inputTokens + outputTokens,
    format: numberIfKnown,
  },
];
/** Shown if a cost is known. */
const COST: Column = {
  title: 'cost of its sessions',
  value: ({ usage, estimatedCostUsd = 0 }) => (usage.costUsd ?? 0) + estimatedCostUsd,
  format: (value, { usage, estimatedCostUsd }) => {
    const isEstimate = estimatedCostUsd !== undefined || usage.costSource === 'estimated';
    return value === 0 ? '–' : `$${value.toFixed(2)}${isEstimate ? ' (est.)' : ''}`;
  },
};

/** Renders the table of all skills. Clients offer many skills that no session uses: those are folded. */
export function renderSkillsTable({ skills }: SessionsReport): Html {
  const hasCost = skills.some((skill) => COST.value(skill) > 0);
  const columns = hasCost ? [...COLUMNS, COST] : COLUMNS;
  const isShown = ({ loaded, misses }: SkillReport): boolean => loaded > 0 || misses > 0;
  const shown = skills.filter(isShown);
  const others = skills.filter((skill) => !isShown(skill));
  if (shown.length === 0) return renderTable(others, columns);
  const folded = html`<details><summary>${formatCount(others.length, 'other skill')} offered, but never loaded</summary>
${renderTable(others, COLUMNS.slice(0, 1))}</details>`;
  return html`${renderTable(shown, columns)}
${others.length === 0 ? undefined : folded}`;
}

function renderTable(skills: readonly SkillReport[], columns: readonly Column[]): Html {
  const heading = (title: string): Html => html`<th scope="col">${title}</th>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Skills"><table class="skills">
<caption>Skills, in sessions</caption>
<thead><tr>${['skill', ...columns.map(({ title }) => title)].map(heading)}</tr></thead>
<tbody>${skills.map((skill) => renderRow(skill, columns))}</tbody>
</table></div>`;
}

function renderRow(skill: SkillReport, columns: readonly Column[]): Html {
  const cells = columns.map(({ value, format = formatNumber }) => html`<td>${format(value(skill), skill)}</td>`);
  return html`<tr><th scope="row">${skill.skill}</th>${cells}</tr>
`;
}
