import type { ChangedSetting } from './settings.ts';

export interface ReportParts {
  /** Names and values, in order. */
  readonly versions: readonly (readonly [name: string, value: string])[];
  readonly settings: readonly ChangedSetting[];
  /** Redacted, oldest first. */
  readonly log: readonly string[];
  /** Redacted lines of a journal, and the number of earlier ones that were omitted; absent if none was requested. */
  readonly run?: { readonly lines: readonly string[]; readonly omitted: number };
  /** The URL of the page to report issues on. */
  readonly issuesUrl?: string;
  /** The user's home folder, which is replaced by `~`. */
  readonly home: string;
}

/** Formats the report as a Markdown document that the user can review before sending it. */
export function reportDocument({ versions, settings, log, run, issuesUrl, home }: ReportParts): string {
  const recipient = issuesUrl === undefined ? 'to the person you got Skillwright from' : `to ${issuesUrl}`;
  const parts = [
    '# Problem with Skillwright',
    [
      '> **Nothing has been sent.** Review this report, remove anything private, fill in the first section, and send it',
      `> yourself ${recipient}. Known and likely keys and tokens have been removed.`,
    ].join('\n'),
    '## What happened',
    '<!-- What did you do, what did you expect, and what happened instead? -->',
    '## Versions',
    [
      '| Component | Version |',
      '|---|---|',
      ...versions.map(([name, value]) => `| ${cell(name)} | ${cell(value)} |`),
    ].join('\n'),
    '## Settings that differ from their defaults',
    settings.length === 0
      ? 'None.'
      : settings.map(({ key, scope, displayValue }) => `- \`${key}\` (${scope}): ${cell(displayValue)}`).join('\n'),
    '## Log',
    log.length === 0 ? 'Nothing was logged since VS Code started.' : fenced(log.join('\n'), 'log'),
  ];
  if (run !== undefined) {
    const omitted =
      run.omitted === 0 ? [] : [`${run.omitted} earlier ${run.omitted === 1 ? 'event is' : 'events are'} omitted.`];
    parts.push('## Journal of the run', ...omitted, fenced(run.lines.join('\n'), 'json'));
  }
  const text = `${parts.join('\n\n')}\n`;
  return home === '' || home === '/' ? text : text.replaceAll(home, '~');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Wraps a text in a code fence that is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
