/** Rows of the table as CSV (RFC 4180). Independent of `vscode`. */
import { OUTCOMES, type TableRow } from '../timeline/runs-table/row.ts';

/** A value; undefined if it is not known. */
type Value = string | number | undefined;

interface Column {
  readonly name: string;
  readonly value: (row: TableRow) => Value;
}

const COLUMNS: readonly Column[] = [
  { name: 'prompt', value: ({ title }) => title },
  { name: 'skills loaded', value: ({ skills }) => namesOf(skills.filter(({ isLoaded }) => isLoaded)) },
  { name: 'client', value: ({ client }) => client },
  { name: 'model', value: ({ model }) => model },
  { name: 'outcome', value: ({ outcome }) => OUTCOMES[outcome].text },
  { name: 'misses', value: ({ misses }) => misses },
  { name: 'model calls', value: ({ calls }) => calls },
  { name: 'tool calls', value: ({ toolCalls }) => toolCalls },
  { name: 'tokens in', value: ({ tokensIn }) => tokensIn },
  { name: 'tokens out', value: ({ tokensOut }) => tokensOut },
  { name: 'cost in USD', value: ({ costUsd }) => costUsd },
  { name: 'cost is estimated', value: ({ costUsd, isCostEstimated }) => costUsd && (isCostEstimated ? 'yes' : 'no') },
  { name: 'start', value: ({ start }) => start && new Date(start).toISOString() },
  {
    name: 'seconds',
    value: ({ start, end }) =>
      start === undefined || end === undefined || end <= start ? undefined : (end - start) / 1000,
  },
];

/** A text that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Returns the rows as CSV, with a line of headings. What is not known is empty. Texts that begin like a formula begin with `'`.
 * @param redact removes secrets from a text
 */
export function csvOf(rows: readonly TableRow[], redact: (text: string) => string): string {
  const lines = rows.map((row) => COLUMNS.map(({ value }) => cellOf(value(row), redact)));
  return [COLUMNS.map(({ name }) => name), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellOf(value: Value, redact: (text: string) => string): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = redact(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function namesOf(skills: TableRow['skills']): string {
  return skills.map(({ skill }) => skill).join('; ');
}
