import pc from 'picocolors';
import type { Severity } from '../protocol.ts';
import type { Finding } from '../rules/rule.ts';
import type { Lines } from '../workspace/lines.ts';
import { count, listed, otherPlaces, plural, type Report } from './report.ts';
import { noBuildCommands, oneLine, safe, width } from './terminal.ts';
import type { Unreported } from './unreported.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Longest part of a line that a code frame shows. */
const FRAME = 110;

/** The report for people: each finding with a code frame, then a summary. `color` off gives plain text; `explain` adds why. */
export function formatPretty(report: Report, color: boolean, explain = false): string {
  const colors = pc.createColors(color);
  const out: string[] = [];
  for (const { file, lines, findings, unreported = [] } of report.files) {
    for (const finding of findings)
      out.push(formatFinding(file, lines, finding, colors), ...(explain ? because(finding, colors) : []), '');
    if (explain && unreported.length > 0) out.push(...silences(file, lines, unreported, colors), '');
  }
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
  const place = `${colors.bold(oneLine(file))}:${start.line + 1}:${start.character + 1}`;
  const head = `${place}  ${tint(finding.severity)}  ${colors.dim(finding.code)}`;
  const number = String(start.line + 1);
  const gutter = (text: string) => colors.dim(`  ${text.padStart(number.length)} | `);
  const { shown, marks } = frame(
    lines.line(start.line),
    start.character,
    end.line > start.line ? undefined : end.character,
  );
  const frames = [`${gutter(number)}${shown}`, `${gutter('')}${tint(marks)}`];
  return [head, `  ${oneLine(finding.message)}`, ...frames, ...others(lines, finding, colors)].join('\n');
}

/** What else the finding stands for: its other places, and the paths into a folder that is not there. */
function others(lines: Lines, finding: Finding, colors: Colors): readonly string[] {
  const { covers = [] } = finding;
  const more = otherPlaces(lines, finding);
  return [
    ...(covers.length > 0 ? [`  Paths into it: ${listed(covers.map(oneLine))}`] : []),
    ...(more === undefined ? [] : [`  ${colors.dim(more)}`]),
  ];
}

/** Clues that are shown to people; the rest adds little. */
const SHOWN_CLUES = 6;

/** What a finding's certainty follows from, a line each, the weightiest first. */
function because({ judgement }: Finding, colors: Colors): readonly string[] {
  if (judgement === undefined) return [];
  const lines = judgement.clues.slice(0, SHOWN_CLUES).map(({ id, weight, says }) => {
    const number = `${weight > 0 ? '+' : ''}${weight.toFixed(2)}`.padStart(6);
    return `    ${number}  ${oneLine(says)} ${colors.dim(id)}`;
  });
  return [`  ${Math.round(judgement.certainty * 100)} % certain that a bundled file is meant:`, ...lines];
}

/** The paths of a file that are not reported, a line each. */
function silences(file: string, lines: Lines, silenced: readonly Unreported[], colors: Colors): readonly string[] {
  const rows = silenced.map(({ range, target, because, says }) => {
    const { line, character } = lines.range(range).start;
    return `  ${line + 1}:${character + 1}  ${oneLine(target)}  ${oneLine(says)} ${colors.dim(because)}`;
  });
  return [`${colors.bold(oneLine(file))}  Not reported, because:`, ...rows];
}

/** One line of the text with the place underlined; a long line is cut around it. `end` left out marks to the line's end. */
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
  const skills = plural(report.skills, 'skill');
  const parts = (['error', 'warning', 'information', 'hint'] as const).flatMap((severity) => {
    const number = count(report, severity);
    const noun = severity === 'information' ? 'note' : severity;
    return number === 0 ? [] : [paint(severity, colors)(plural(number, noun))];
  });
  if (parts.length === 0)
    return report.skills === 0 ? colors.yellow('No skill found.') : colors.green(`${skills}: all well.`);
  return `${skills}: ${parts.join(', ')}.`;
}
