/** The table of the forms of a path that installed clients found, from the rows that `npm run bench:path-forms` writes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TABLE = join(import.meta.dirname, '../../bench/path-forms.tsv');

/** The columns of that table in `docs/clients.md`. */
export const PATH_FORM_COLUMNS: readonly string[] = ['the model writes', 'read', 'command'];

interface Row {
  readonly client: string;
  readonly version: string;
  readonly installed: string;
  readonly request: string;
  readonly form: string;
  readonly sent: string;
  readonly outcome: string;
}

/** Returns the rows of the table: each form with the installations in which the file was found, of those that were measured. */
export function pathFormRows(): readonly (readonly string[])[] {
  const all = readRows();
  return [...new Set(all.map(({ form }) => form))].map((form) => {
    const cell = (request: string): string =>
      foundOf(all.filter((row) => row.form === form && row.request === request));
    return [form, cell('read'), cell('command')];
  });
}

/** Returns the clients that were measured, with their versions. */
export const measuredClients = (): readonly string[] => [
  ...new Set(readRows().map(({ client, version }) => `\`${client}\` ${version}`)),
];

function readRows(): readonly Row[] {
  const lines = readFileSync(TABLE, 'utf8').split('\n').slice(1).filter(Boolean);
  return lines.map((line): Row => {
    const [client = '', version = '', installed = '', request = '', form = '', sent = '', outcome = ''] =
      line.split('\t');
    return { client, version, installed, request, form, sent, outcome };
  });
}

function foundOf(rows: readonly Row[]): string {
  if (rows.length === 0) return '–';
  const found = rows.filter(({ outcome }) => outcome === 'found');
  const without = rows.filter(({ outcome }) => outcome === 'without the user’s file');
  const missing = rows.filter((row) => !found.includes(row) && !without.includes(row));
  const names = [...new Set(missing.map(({ client }) => `\`${client}\``))];
  const where = found.length > 0 && missing.length > 0 ? `; not by ${names.join(', ')} below the home` : '';
  const lost = without.length > 0 ? `; ${without.length} found the script, but not the user’s file` : '';
  return `${found.length} of ${rows.length}${where}${lost}`;
}
