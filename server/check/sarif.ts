import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Severity } from '../rules/rule.ts';
import { RULES } from '../rules/table.ts';
import { wellFormed } from '../workspace/uris.ts';
import type { Report } from './report.ts';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** The report as SARIF 2.1.0, for code scanning. Columns count UTF-16 units; files are relative to the working folder. */
export function formatSarif(report: Report): string {
  const indexes = new Map(RULES.map(({ code }, index) => [code, index]));
  const seen = new Map<string, number>();
  const results = report.files.flatMap(({ file, lines, findings }) =>
    findings.map(({ range, code, severity, message, target }) => {
      const { start, end } = lines.range(range);
      const same = [file, code, target ?? message].join('\0');
      const count = (seen.get(same) ?? 0) + 1;
      seen.set(same, count);
      return {
        ruleId: code,
        ruleIndex: indexes.get(code) ?? -1,
        level: LEVELS[severity],
        message: { text: message },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: uriOf(file) },
              region: {
                startLine: start.line + 1,
                startColumn: start.character + 1,
                endLine: end.line + 1,
                endColumn: end.character + 1,
              },
            },
          },
        ],
        // Without the place, so that the finding stays the same one when lines are added above it.
        partialFingerprints: { 'skillwright/v1': createHash('sha1').update(`${same}\0${count}`).digest('hex') },
      };
    }),
  );
  const rules = RULES.map(({ code, title, severity }) => ({
    id: code,
    shortDescription: { text: title },
    defaultConfiguration: { level: LEVELS[severity] },
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'skillwright', rules } }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${JSON.stringify(log)}\n`;
}

/** A relative path as a relative URI, an absolute one as `file:`. Half a character, which Windows allows in names, is shown as U+FFFD. */
const uriOf = (file: string): string => {
  const whole = wellFormed(file);
  if (/^(?:\/|[A-Za-z]:)/.test(whole)) return pathToFileURL(whole).href;
  return whole.split('/').map(encodeURIComponent).join('/');
};
