/** The columns of runs and sessions, and the texts of their cells. */
import { defined } from '../../../runtime/text/objects.ts';
import { formatDateTime } from '../model/date-format.ts';
import { count, dollars, duration, plural, shortCount, shortDollars } from '../model/format.ts';
import { type CellText, type Column, figureColumn, figureText, type GridSource, UNKNOWN } from './grid-source.ts';
import { OUTCOMES } from './row.ts';
import type { RunTable } from './table.ts';

const text = (key: string, title: string): Column => ({ key, title, isFigure: false, isSortable: true });
/** The columns in their order. */
export const RUN_COLUMNS: readonly Column[] = [
  { key: 'select', title: 'Select', isFigure: false, isSortable: false },
  text('prompt', 'Prompt'),
  text('skill', 'Skill'),
  text('client', 'Client'),
  text('outcome', 'Outcome'),
  figureColumn('misses', 'Misses', 'Failed requests that a skill led to'),
  figureColumn('calls', 'Calls', 'Model calls'),
  figureColumn('tokens', 'Tokens', 'Input and output tokens'),
  figureColumn('cost', 'Cost', 'US dollars, est. if by list prices'),
  figureColumn('time', 'Time', 'From the first to the last event'),
  figureColumn('date', 'Date', 'Of the first event'),
];

/** Returns the rows of the grid of runs and sessions. */
export function runSource(
  table: RunTable,
  order: Int32Array,
  selected: readonly number[],
  locale: string,
  now: Date,
): GridSource {
  return {
    columns: RUN_COLUMNS,
    length: order.length,
    keyAt: (row) => order[row] ?? -1,
    isHeading: () => false,
    isSelected: (row) => selected.includes(order[row] ?? -1),
    cellAt: (row, column) => cellOf(table, order[row] ?? 0, RUN_COLUMNS[column]?.key ?? '', locale, now),
  };
}

function cellOf(table: RunTable, id: number, key: string, locale: string, now: Date): CellText {
  switch (key) {
    case 'prompt':
      return promptOf(table, id);
    case 'skill':
      return skillOf(table, id);
    case 'client':
      return clientOf(table, id);
    case 'outcome': {
      const { text, sign, color } = OUTCOMES[table.outcome(id)];
      return text === '' ? { text: UNKNOWN } : { text, sign, className: `is-${color}` };
    }
    case 'misses': {
      const misses = table.figure(id, 'misses');
      return { text: figureText(misses, count), className: misses > 0 ? 'is-warn' : '' };
    }
    case 'calls':
      return callsOf(table, id);
    case 'tokens':
      return tokensOf(table, id);
    case 'cost':
      return costOf(table.figure(id, 'costUsd'), table.is(id, 'estimated'));
    case 'time':
      return { text: figureText(table.duration(id), duration) };
    case 'date':
      return dateOf(table.figure(id, 'start'), locale, now);
    default:
      return { text: '' };
  }
}

function promptOf(table: RunTable, id: number): CellText {
  const title = table.text(id, 'title');
  const project = table.text(id, 'project');
  const parts = [title, project].filter((part) => part !== '');
  return { text: title || '(no prompt)', title: parts.join('\n'), className: 'link' };
}

function skillOf(table: RunTable, id: number): CellText {
  const names = table.skillsOf(id).join(', ');
  if (names === '') return { text: UNKNOWN };
  return table.isOnlyOffered(id) ? { text: names, title: `${names}: not loaded`, className: 'muted' } : { text: names };
}

function clientOf(table: RunTable, id: number): CellText {
  const model = table.text(id, 'model');
  const client = table.text(id, 'client') || UNKNOWN;
  const detail = table.is(id, 'simulated') ? 'simulated' : '';
  return { text: client, detail, title: model === '' ? client : `${client}, ${model}` };
}

function callsOf(table: RunTable, id: number): CellText {
  const [calls, tools] = [table.figure(id, 'calls'), table.figure(id, 'toolCalls')];
  const title = Number.isNaN(tools) ? undefined : `${plural(calls, 'model call')}, ${plural(tools, 'tool call')}`;
  return defined<CellText>({ text: figureText(calls, count), title });
}

function tokensOf(table: RunTable, id: number): CellText {
  const tokens = table.tokens(id);
  if (Number.isNaN(tokens)) return { text: UNKNOWN };
  const parts = [table.figure(id, 'tokensIn'), table.figure(id, 'tokensOut')].map((part) =>
    Number.isNaN(part) ? 'unknown' : count(part),
  );
  return { text: shortCount(tokens), title: `${parts[0]} in, ${parts[1]} out` };
}

/** Returns the cell of a cost, marked if it is an estimate. */
export function costOf(costUsd: number, isEstimated: boolean): CellText {
  if (Number.isNaN(costUsd)) return { text: UNKNOWN };
  const estimate = isEstimated ? { detail: 'est.', title: `${dollars(costUsd)}, estimated by list prices` } : {};
  return { text: shortDollars(costUsd), ...estimate };
}

function dateOf(start: number, locale: string, now: Date): CellText {
  if (Number.isNaN(start)) return { text: UNKNOWN };
  const date = new Date(start);
  return { text: formatDateTime(date, now, locale), title: date.toLocaleString(locale) };
}
