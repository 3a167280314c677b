import type { Range } from '../../skill/index.ts';
import type { Lines } from '../workspace/lines.ts';
import type { Report } from './report.ts';
import { jsonWithoutCommands } from './terminal.ts';

/**
 * Formats a report as one line of JSON. Its shape is a contract (README, "Command line"). Lines and columns start at 1.
 * `explain`: includes the clues of each finding, and the paths that are not reported.
 */
export function formatJson(report: Report, explain = false): string {
  const diagnostics = report.files.flatMap(({ file, skill, lines, findings }) =>
    findings.map(({ range, code, severity, message, target, suggestions = [], judgment, related, covers }) => ({
      file,
      ...placeOf(lines, range),
      code,
      severity,
      message,
      skill,
      ...(target === undefined ? {} : { target }),
      suggestions,
      ...(related === undefined ? {} : { related: related.map((place) => ({ file, ...placeOf(lines, place.range) })) }),
      ...(covers === undefined ? {} : { covers }),
      ...(explain ? { certainty: judgment?.certainty ?? 1, clues: judgment?.clues ?? [] } : {}),
    })),
  );
  const output = {
    version: 1,
    skills: report.skills,
    diagnostics,
    ...(explain ? { unreported: unreportedIn(report) } : {}),
  };
  return `${jsonWithoutCommands(JSON.stringify(output))}\n`;
}

const unreportedIn = ({ files }: Report) =>
  files.flatMap(({ file, skill, lines, unreported = [] }) =>
    unreported.map(({ range, target, because, says }) => ({
      ...{ file, ...placeOf(lines, range), skill, target, because, says },
    })),
  );

function placeOf(lines: Lines, range: Range) {
  const { start, end } = lines.range(range);
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}
