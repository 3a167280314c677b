/** The report of "Doctor" as Markdown. Independent of `vscode`. */
import type { HookClient } from '../../runtime/protocol/hooks.ts';
import { installedText, runsText } from './choices.ts';

/**
 * Returns the report about the hooks of all clients in a folder.
 * @param folder absolute path; undefined if none is open
 * @param dateOf formats a time in ISO 8601
 */
export function doctorPage(
  clients: readonly HookClient[],
  folder: string | undefined,
  dateOf: (time: string) => string,
): string {
  const where = folder === undefined ? '' : ` in ${code(folder)}`;
  const installed = clients.filter((one) => one.installed.length > 0);
  const others = clients.filter((one) => one.installed.length === 0).map(({ name }) => name);
  const parts = [
    `# Hooks of Skillwright${where}`,
    installed.length === 0
      ? 'No hooks are installed. **Skillwright: Guard My Agents…** installs them.'
      : installed.map((one) => sectionOf(one, dateOf)).join('\n\n'),
    installed.length > 0 && others.length > 0 ? `Not installed: ${others.join(', ')}.` : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function sectionOf(client: HookClient, dateOf: (time: string) => string): string {
  const { name, installed, runs, problems } = client;
  const last = runs.here > 0 && runs.last !== undefined ? `, last ${dateOf(runs.last)}` : '';
  const lines = [
    `Installed for ${installedText(client)} (${installed.map(({ file }) => code(file)).join(', ')})`,
    `Its hooks ${runsText(client)}${last}`,
    ...problems,
  ];
  return [`## ${name}`, lines.map((line) => `- ${line}`).join('\n')].join('\n\n');
}

/** Returns a path as code. */
const code = (path: string): string => `\`${path.replaceAll('`', "'")}\``;
