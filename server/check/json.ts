import { defined, type Judgment, type Range } from '../../skill/index.ts';
import type { Severity } from '../protocol.ts';
import type { Finding } from '../rules/rule/rule.ts';
import type { UnresolvedPath } from '../unresolved-path.ts';
import type { Lines } from '../workspace/lines.ts';
import { accountsOf, type Report, unreportedIn } from './report.ts';
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

interface JsonUnreported extends JsonPlace, Pick<UnresolvedPath, 'target' | 'kind' | 'because' | 'says'> {
  readonly skill: string;
  readonly pattern?: string;
}

/**
 * Formats a report as one line of JSON. Its shape is a contract (README, "Command line"). Lines and columns start at 1.
 * `explain`: includes the clues of each finding, the paths that are not reported, and the counts of each skill.
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
    unreported: explain ? unreportedPaths(report) : undefined,
    accounts: explain ? accountsOf(report) : undefined,
    patterns: explain ? (report.patterns ?? []) : undefined,
  };
  return `${jsonWithoutCommands(JSON.stringify(output))}\n`;
}

const unreportedPaths = (report: Report): readonly JsonUnreported[] =>
  report.files.flatMap((one) =>
    unreportedIn(one).map(({ range, target, kind, because, says, pattern }) =>
      defined<JsonUnreported>({
        file: one.file,
        ...placeOf(one.lines, range),
        skill: one.skill,
        target,
        kind,
        because,
        says,
        pattern: pattern?.pattern,
      }),
    ),
  );

function placeOf(lines: Lines, range: Range): Omit<JsonPlace, 'file'> {
  const { start, end } = lines.range(range);
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}
