import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Range } from '../../skill/index.ts';
import type { Severity } from '../protocol.ts';
import { RULES } from '../rules/table.ts';
import type { Lines } from '../workspace/lines.ts';
import { toWellFormed } from '../workspace/uris.ts';
import { earlierWording } from './earlier-wordings.ts';
import { type Report, withoutNumbers } from './report.ts';
import { jsonWithoutCommands } from './terminal.ts';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** The levels by which GitHub code scanning sorts rules. */
const PROBLEM_SEVERITY: Readonly<Record<Severity, 'error' | 'warning' | 'recommendation'>> = {
  error: 'error',
  warning: 'warning',
  information: 'recommendation',
  hint: 'recommendation',
};

/** Data about the tool for the log. */
export interface ToolInfo {
  readonly version?: string | undefined;
  /** Returns the page of a rule: its first sentences, the full Markdown, and its URL. */
  readonly pages?: (
    code: string,
  ) => { readonly what: string; readonly text: string; readonly uri?: string } | undefined;
}

/** Formats a report as SARIF 2.1.0, for code scanning. Columns are in UTF-16 units; files are relative to the working directory. */
export function formatSarif(report: Report, { version, pages }: ToolInfo = {}): string {
  const indexes = new Map(RULES.map(({ code }, index) => [code, index]));
  const seen = new Map<string, number>();
  const results = report.files.flatMap(({ file, lines, findings }) =>
    findings.map(({ range, code, severity, message, target, related = [], covers }) => {
      const at = (place: Range) => ({ artifactLocation: { uri: uriOf(file) }, region: regionOf(lines, place) });
      const same = [file, code, target ?? withoutNumbers(earlierWording(code, message) ?? message)].join('\0');
      const count = (seen.get(same) ?? 0) + 1;
      seen.set(same, count);
      return {
        ruleId: code,
        ruleIndex: indexes.get(code) ?? -1,
        level: LEVELS[severity],
        message: { text: message },
        locations: [{ physicalLocation: at(range) }],
        relatedLocations:
          related.length > 0 ? related.map((place, id) => ({ id, physicalLocation: at(place.range) })) : undefined,
        properties: covers === undefined ? undefined : { covers },
        // Excludes the range, and counts and new wordings in the message, so that the finding keeps its identity when lines are
        // added above, and in later versions.
        partialFingerprints: { 'skillwright/v1': createHash('sha1').update(`${same}\0${count}`).digest('hex') },
      };
    }),
  );
  const rules = RULES.map(({ code, title, severity }) => {
    const page = pages?.(code);
    return {
      id: code,
      shortDescription: { text: title },
      fullDescription: { text: page?.what ?? title },
      help: page === undefined ? undefined : { text: page.text, markdown: page.text },
      helpUri: page?.uri,
      defaultConfiguration: { level: LEVELS[severity], enabled: true },
      properties: { tags: ['agent-skills', code.split('.')[0]], 'problem.severity': PROBLEM_SEVERITY[severity] },
    };
  });
  const driver = {
    name: 'skillwright',
    fullName: 'Skillwright',
    version,
    semanticVersion: version,
    rules,
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${jsonWithoutCommands(JSON.stringify(log))}\n`;
}

function regionOf(lines: Lines, range: Range) {
  const { start, end } = lines.range(range);
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** Returns a relative path as a relative URI, and an absolute one as `file:`. A lone surrogate, which Windows allows in names, becomes U+FFFD. */
const uriOf = (file: string): string => {
  const whole = toWellFormed(file);
  if (/^(?:\/|[A-Za-z]:)/.test(whole)) return pathToFileURL(whole).href;
  return whole.split('/').map(encodeURIComponent).join('/');
};
