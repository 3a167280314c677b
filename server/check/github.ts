import { defined, formatCount } from '../../skill/index.ts';
import type { Severity } from '../protocol.ts';
import { count, otherPlaces, type Report } from './report.ts';
import { safe } from './terminal.ts';

const COMMANDS: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/**
 * Formats a report as workflow commands, which GitHub shows next to the lines. Text of skills is escaped, so that it
 * cannot contain commands. The most severe findings come first, since GitHub shows ten of each kind.
 */
export function formatGitHub(report: Report): string {
  const order: readonly Severity[] = ['error', 'warning', 'information', 'hint'];
  const out = order.flatMap((level) =>
    report.files.flatMap(({ file, lines, findings }) =>
      findings.flatMap((finding) => {
        const { severity, range, code, message } = finding;
        if (severity !== level) return [];
        const more = otherPlaces(lines, finding);
        const { start, end } = lines.range(range);
        const one = start.line === end.line;
        const properties: Readonly<Record<string, string | number>> = defined({
          file,
          line: start.line + 1,
          endLine: end.line + 1,
          // GitHub accepts columns only for a single line.
          col: one ? start.character + 1 : undefined,
          endColumn: one ? Math.max(start.character, end.character) + 1 : undefined,
          title: code,
        });
        const list = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
        return [
          `::${COMMANDS[severity]} ${list.join(',')}::${data(more === undefined ? message : `${message} (${more})`)}`,
        ];
      }),
    ),
  );
  const [errors = 0, warnings = 0, notes = 0, hints = 0] = order.map((severity) => count(report, severity));
  const sums = [formatCount(errors, 'error'), formatCount(warnings, 'warning'), formatCount(notes + hints, 'note')];
  out.push(`${formatCount(report.skills, 'skill')}: ${sums.join(', ')}.`);
  return `${out.join('\n')}\n`;
}

const data = (text: string): string =>
  safe(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
