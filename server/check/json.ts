import { defined, type Judgment, type Range } from '../../skill/index.ts';
import type { Severity } from '../protocol.ts';
import type { Finding } from '../rules/rule/rule.ts';
import type { Lines } from '../workspace/lines.ts';
import type { Report } from './report.ts';
import { jsonWithoutCommands } from './terminal.ts';

interface JsonPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface JsonFinding extends JsonPlace {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly skill: string;
  readonly target?: string;
  readonly suggestions: readonly string[];
  readonly related?: readonly JsonPlace[];
  readonly covers?: Finding['covers'];
  readonly certainty?: number;
  readonly clues?: Judgment['clues'];
}

/**
 * Formats a report as one line of JSON. Its shape is a contract (README, "Command line"). Lines and columns start at 1.
 * `explain`: includes the clues of each finding, and the paths that are not reported.
 */
export function formatJson(report: Report, explain = false): string {
  const diagnostics = report.files.flatMap(({ file, skill, lines, findings }) =>
    findings.map(({ range, code, severity, message, target, suggestions = [], judgment, related, covers }) =>
      defined<JsonFinding>({
        file,
        ...placeOf(lines, range),
        code,
        severity,
        message,
        skill,
        target,
        suggestions,
        related: related?.map((place) => ({ file, ...placeOf(lines, place.range) })),
        covers,
        certainty: explain ? (judgment?.certainty ?? 1) : undefined,
        clues: explain ? (judgment?.clues ?? []) : undefined,
      }),
    ),
  );
  const output = {
    version: 1,
    skills: report.skills,
    diagnostics,
    unreported: explain ? unreportedIn(report) : undefined,
  };
  return `${jsonWithoutCommands(JSON.stringify(output))}\n`;
}

const unreportedIn = ({ files }: Report) =>
  files.flatMap(({ file, skill, lines, unreported = [] }) =>
    unreported.map(({ range, target, because, says }) => ({
      file,
      ...placeOf(lines, range),
      skill,
      target,
      because,
      says,
    })),
  );

function placeOf(lines: Lines, range: Range): Omit<JsonPlace, 'file'> {
  const { start, end } = lines.range(range);
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}
