import { MISS_KINDS, type MissKind } from '../../skill/index.ts';
import { FLOORS, floorsOf } from '../lib/import-rules.ts';
import { CATALOG_COLUMNS, catalogRows, reasonRows } from './catalog-table.ts';
import { CLIENT_COLUMNS, clientRows } from './client-table.ts';
import { HOOK_COLUMNS, hookRows } from './hook-table.ts';
import { measuredClients, PATH_FORM_COLUMNS, pathFormRows } from './path-form-table.ts';
import { DIFFERENCE_COLUMNS, differenceRows, PROOF_COLUMNS, proofRows } from './proof-table.ts';
import type { Registry } from './registry.ts';

/** The generated parts of a page, by name. */
type Parts = Readonly<Record<string, string>>;

/** Returns the text between `<!-- generated: NAME -->` and `<!-- /generated -->` in pages, by page and name. */
export function docsOf({ rules, guards, providers, clients }: Registry): ReadonlyMap<string, Parts> {
  return new Map<string, Parts>([
    [
      'docs/rules/README.md',
      {
        rules: tableOf(
          ['rule', 'finds', 'default'],
          rules.map(({ value: { code, title, severity } }) => [`[${code}](${code}.md)`, title, severity]),
        ),
      },
    ],
    [
      'docs/guards.md',
      {
        thresholds: tableOf(
          ['threshold', 'what it counts', 'default'],
          guards.flatMap(({ value }) =>
            Object.entries(value.thresholds).map(([name, one]) => [`\`${name}\``, one.description, `${one.default}`]),
          ),
        ),
      },
    ],
    [
      'docs/clients.md',
      {
        clients: tableOf(CLIENT_COLUMNS, clientRows(clients.map(({ value }) => value))),
        proofs: tableOf(PROOF_COLUMNS, proofRows(clients.map(({ value }) => value))),
        differences: tableOf(DIFFERENCE_COLUMNS, differenceRows(clients.map(({ value }) => value))),
        'path-forms': `${tableOf(PATH_FORM_COLUMNS, pathFormRows())}\nMeasured: ${measuredClients().join(', ')}.\n`,
      },
    ],
    [
      'docs/catalog.md',
      {
        reasons: tableOf(['reason', 'why the skill is not offered'], reasonRows()),
        clients: tableOf(CATALOG_COLUMNS, catalogRows(clients.map(({ value }) => value))),
      },
    ],
    ['docs/live.md', { clients: tableOf(HOOK_COLUMNS, hookRows()) }],
    [
      'docs/models.md',
      {
        providers: tableOf(
          ['provider', 'API', 'key'],
          providers.map(({ value: { id, description, baseUrl, keyVariables } }) => [
            `\`${id}\``,
            keyVariables.length > 0 || baseUrl === undefined ? description : `${description}, \`${baseUrl}\``,
            keyVariables.length === 0 ? 'none' : joinWithOr(keyVariables.map((name) => `\`${name}\``)),
          ]),
        ),
      },
    ],
    [
      'docs/misses.md',
      {
        kinds: tableOf(
          ['kind', 'id', 'what happened', 'who can mend it', 'how'],
          MISS_KINDS.map(({ id, title, says, mends, fix }) => [title, `\`${id}\``, says, MENDERS[mends], fix]),
        ),
      },
    ],
    ...Object.keys(FLOORS).map((part): [string, Parts] => [`${part}/README.md`, { floors: floorsOf(part) }]),
  ]);
}

const MENDERS: Readonly<Record<MissKind['mends'], string>> = {
  author: 'the author of the skill',
  installation: 'the user, by an installation',
  client: 'the client, or a hook',
};

/** Returns a table in Markdown. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');
}

function joinWithOr(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Replaces the table of files of a README, or adds it at the end. */
export function withFiles(readme: string, table: string): string {
  const { text, missing } = withParts(readme, { files: table });
  return missing.length === 0 ? text : `${text}\n<!-- generated: files -->\n${table}<!-- /generated -->\n`;
}

/**
 * Replaces the generated parts of a page.
 * @returns the text, and the names of the parts whose markers the page lacks
 */
export function withParts(
  page: string,
  parts: Readonly<Record<string, string>>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  let text = page;
  for (const [name, part] of Object.entries(parts)) {
    const start = `<!-- generated: ${name} -->\n`;
    const from = text.indexOf(start);
    const to = text.indexOf('<!-- /generated -->', from);
    if (from < 0 || to < 0) missing.push(name);
    else text = text.slice(0, from + start.length) + part + text.slice(to);
  }
  return { text, missing };
}
