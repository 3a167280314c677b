import type { ChangedSetting } from './settings.ts';

export interface ReportParts {
  /** Name and value, in order. */
  readonly versions: readonly (readonly [name: string, value: string])[];
  readonly settings: readonly ChangedSetting[];
  /** Redacted, oldest first. */
  readonly log: readonly string[];
  /** Lines of a journal, redacted; absent: none was asked for. */
  readonly run?: { readonly lines: readonly string[]; readonly left: number };
  /** Where it can be sent to. */
  readonly issues?: string;
  /** The user's home folder: it stands as `~`. */
  readonly home: string;
}

/** The report as a Markdown document, for the user to read before anything is sent. */
export function reportDocument({ versions, settings, log, run, issues, home }: ReportParts): string {
  const where = issues === undefined ? 'to whoever you got Skillwright from' : `to ${issues}`;
  const parts = [
    '# Problem with Skillwright',
    [
      '> **Nothing has been sent.** Read this, take out what nobody else should see, fill in the first section, and send it',
      `> yourself ${where}. Keys and tokens were taken out as far as they are known or look like ones.`,
    ].join('\n'),
    '## What happened',
    '<!-- What did you do, what did you expect, and what came instead? -->',
    '## Versions',
    ['| what | version |', '|---|---|', ...versions.map(([name, value]) => `| ${cell(name)} | ${cell(value)} |`)].join(
      '\n',
    ),
    '## Settings that differ from their defaults',
    settings.length === 0
      ? 'None.'
      : settings.map(({ key, where, shown }) => `- \`${key}\` (${where}): ${cell(shown)}`).join('\n'),
    '## Log',
    log.length === 0 ? 'Nothing was logged since VS Code started.' : fenced(log.join('\n'), 'log'),
  ];
  if (run !== undefined) {
    const left = run.left === 0 ? [] : [`${run.left} earlier events are left out.`];
    parts.push('## Journal of the run', ...left, fenced(run.lines.join('\n'), 'json'));
  }
  const text = `${parts.join('\n\n')}\n`;
  return home === '' || home === '/' ? text : text.replaceAll(home, '~');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** In a fence that is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
