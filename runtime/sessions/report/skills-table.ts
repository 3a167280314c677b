import { type Html, html } from '../../stress/html.ts';
import { number } from './report-texts.ts';
import type { ReportView } from './report-view.ts';
import type { SessionsReport, SkillReport } from './sessions-report.ts';

/** A column of numbers of the table of skills. */
interface Column {
  readonly title: string;
  readonly value: (skill: SkillReport) => number;
  readonly format?: (value: number) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'offered', value: ({ offered }) => offered },
  { title: 'loaded', value: ({ loaded }) => loaded },
  { title: 'files read', value: ({ read }) => read },
  { title: 'missed', value: ({ missed }) => missed },
  { title: 'misses', value: ({ misses }) => misses },
  { title: 'tokens of its text', value: ({ tokens }) => tokens },
  {
    title: 'tokens of its sessions',
    value: ({ usage: { inputTokens = 0, outputTokens = 0 } }) => inputTokens + outputTokens,
  },
];
/** Shown if a session reports a cost. */
const COST: Column = {
  title: 'cost of its sessions',
  value: ({ usage }) => usage.costUsd ?? 0,
  format: (value) => (value === 0 ? '–' : `$${value.toFixed(2)}`),
};

/** Renders the table of all skills. In VS Code its columns can be sorted, and names are links. */
export function renderSkillsTable({ skills }: SessionsReport, view: ReportView | undefined): Html {
  const hasCost = skills.some(({ usage }) => usage.costUsd !== undefined);
  const columns = hasCost ? [...COLUMNS, COST] : COLUMNS;
  const heading = (title: string): Html =>
    view === undefined
      ? html`<th scope="col">${title}</th>`
      : html`<th scope="col"><button type="button">${title}</button></th>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Skills"><table class="skills">
<caption>Skills, in sessions</caption>
<thead><tr>${['skill', ...columns.map(({ title }) => title)].map(heading)}</tr></thead>
<tbody>${skills.map((skill) => renderRow(skill, columns, view))}</tbody>
</table></div>`;
}

function renderRow(skill: SkillReport, columns: readonly Column[], view: ReportView | undefined): Html {
  const link = view?.skill(skill.skill);
  const name = link === undefined ? html`${skill.skill}` : html`<a href="${link}">${skill.skill}</a>`;
  const cells = columns.map(({ value, format = number }) => {
    const amount = value(skill);
    return html`<td data-value="${amount}">${format(amount)}</td>`;
  });
  return html`<tr${skill.skill === view?.focus ? html` class="focus"` : undefined}><th scope="row">${name}</th>${cells}</tr>
`;
}
