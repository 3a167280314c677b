import pc from 'picocolors';
import { countsInWords, formatCount } from '../../skill/index.ts';
import type { Severity } from '../protocol.ts';
import type { Finding } from '../rules/rule/rule.ts';
import type { UnresolvedPath } from '../unresolved-path.ts';
import type { Lines } from '../workspace/lines.ts';
import { accountsOf, count, joinSome, otherPlaces, type PatternUse, type Report, unreportedIn } from './report.ts';
import { noBuildCommands, oneLine, safe, width } from './terminal.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Maximum length of the part of a line that a code frame shows. */
const FRAME = 110;

/** Formats a report for people: each finding with a code frame, then a summary. Without `color`, it is plain text. `explain` adds the clues. */
export function formatPretty(report: Report, color: boolean, explain = false): string {
  const colors = pc.createColors(color);
  const out: string[] = [];
  for (const one of report.files) {
    const { file, lines, findings } = one;
    const unreported = unreportedIn(one);
    for (const finding of findings)
      out.push(formatFinding(file, lines, finding, colors), ...(explain ? formatClues(finding, colors) : []), '');
    if (explain && unreported.length > 0) out.push(...formatUnreported(file, lines, unreported, colors), '');
  }
  if (explain) out.push(...formatAccounts(report, colors), ...formatPatterns(report, colors));
  out.push(summary(report, colors));
  return `${out.join('\n')}\n`;
}

function paint(severity: Severity, colors: Colors): (text: string) => string {
  if (severity === 'error') return colors.red;
  if (severity === 'warning') return colors.yellow;
  return severity === 'information' ? colors.blue : colors.gray;
}

function formatFinding(file: string, lines: Lines, finding: Finding, colors: Colors): string {
  const { start, end } = lines.range(finding.range);
  const tint = paint(finding.severity, colors);
  const location = `${colors.bold(oneLine(file))}:${start.line + 1}:${start.character + 1}`;
  const head = `${location}  ${tint(finding.severity)}  ${colors.dim(finding.code)}`;
  const number = String(start.line + 1);
  const gutter = (text: string) => colors.dim(`  ${text.padStart(number.length)} | `);
  const { shown, marks } = frame(
    lines.line(start.line),
    start.character,
    end.line > start.line ? undefined : end.character,
  );
  const frames = [`${gutter(number)}${shown}`, `${gutter('')}${tint(marks)}`];
  return [head, `  ${oneLine(finding.message)}`, ...frames, ...formatOthers(lines, finding, colors)].join('\n');
}

/** Formats the other locations of a finding, and the paths into a missing folder or the files of one that it covers. */
function formatOthers(lines: Lines, finding: Finding, colors: Colors): readonly string[] {
  const { covers = [] } = finding;
  const more = otherPlaces(lines, finding);
  return [
    ...(covers.length > 0 ? [`  ${finding.parts ? 'Files' : 'Paths into it'}: ${joinSome(covers.map(oneLine))}`] : []),
    ...(more === undefined ? [] : [`  ${colors.dim(more)}`]),
  ];
}

/** Maximum number of displayed clues; the others contribute little. */
const SHOWN_CLUES = 6;

/** Formats the clues behind a finding's certainty, one per line, the strongest first. */
function formatClues({ judgment }: Finding, colors: Colors): readonly string[] {
  if (judgment === undefined) return [];
  const lines = judgment.clues.slice(0, SHOWN_CLUES).map(({ id, weight, says }) => {
    const number = `${weight > 0 ? '+' : ''}${weight.toFixed(2)}`.padStart(6);
    return `    ${number}  ${oneLine(says)} ${colors.dim(`[${id}]`)}`;
  });
  return [`  ${Math.round(judgment.certainty * 100)} % certain that a bundled file is meant:`, ...lines];
}

/** Formats the paths of a file that are not reported, one per line. */
function formatUnreported(
  file: string,
  lines: Lines,
  unreported: readonly UnresolvedPath[],
  colors: Colors,
): readonly string[] {
  const rows = unreported.map(({ range, target, because, says }) => {
    const { line, character } = lines.range(range).start;
    return `  ${line + 1}:${character + 1}  ${oneLine(target)}  ${oneLine(says)} ${colors.dim(`[${because}]`)}`;
  });
  return [`${colors.bold(oneLine(file))}  Not reported, because:`, ...rows];
}

/** Formats the number of paths without a file for each skill. */
function formatAccounts(report: Report, colors: Colors): readonly string[] {
  const rows = accountsOf(report).map(
    ({ folder, counts }) => `  ${oneLine(folder)}  ${countsInWords(counts).join(', ')}`,
  );
  return rows.length === 0 ? [] : [colors.bold('Paths without a file:'), ...rows, ''];
}

/** Formats the author's patterns, and how many places each matches. */
function formatPatterns({ patterns = [] }: Report, colors: Colors): readonly string[] {
  const files = [...new Set(patterns.map(({ file }) => file))];
  const rowOf = ({ pattern, meaning, matches }: PatternUse): string => {
    const used = matches === 0 ? colors.yellow('matches nothing in these skills') : formatCount(matches, 'place');
    return `  ${oneLine(pattern)}  ${meaning}  ${used}`;
  };
  return files.flatMap((file) => [
    colors.bold(`Patterns of ${oneLine(file)}:`),
    ...patterns.filter((one) => one.file === file).map(rowOf),
    '',
  ]);
}

/** Returns one line of the text with the range underlined; a long line is truncated around it. Without `end`, the underline extends to the end of the line. */
function frame(line: string, start: number, end = line.length): { shown: string; marks: string } {
  const from = start > FRAME - 40 ? start - 30 : 0;
  const to = from + FRAME;
  const clean = (text: string) => safe(text).replaceAll('\t', '  ');
  const before = (from > 0 ? '…' : '') + clean(line.slice(from, start));
  const marked = clean(line.slice(start, Math.min(end, to)));
  const after = clean(line.slice(Math.min(end, to), to)) + (to < line.length ? '…' : '');
  return {
    shown: noBuildCommands(before + marked + after),
    marks: ' '.repeat(width(before)) + '^'.repeat(Math.max(1, width(marked))),
  };
}

function summary(report: Report, colors: Colors): string {
  const skills = formatCount(report.skills, 'skill');
  const parts = (['error', 'warning', 'information', 'hint'] as const).flatMap((severity) => {
    const number = count(report, severity);
    const noun = severity === 'information' ? 'note' : severity;
    return number === 0 ? [] : [paint(severity, colors)(formatCount(number, noun))];
  });
  if (parts.length === 0)
    return report.skills === 0
      ? colors.yellow('No skills found.')
      : colors.green(`${skills}: no ${report.newOnly ? 'new ' : ''}problems.`);
  return `${skills}: ${parts.join(', ')}.`;
}
