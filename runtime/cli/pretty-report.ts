import type pc from 'picocolors';
import type { StressCause, StressedSkill, StressReport } from '../protocol/stress.ts';
import { frameOf } from '../stress/code-frame.ts';
import {
  DOUBTFUL_REPORT_NOTE,
  formatCost,
  formatEnds,
  formatGuardSavings,
  formatPaths,
  formatRun,
  SIMULATED_NOTE,
  verdict,
} from '../stress/describe.ts';
import { formatCount } from '../text/count.ts';
import { oneLine } from './plain-text.ts';
import { prettyMatrix } from './pretty-matrix.ts';
import { prettyObserved } from './pretty-observed.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Formats the report for the terminal. `color` holds picocolors' functions. */
export function prettyReport(report: StressReport, color: Colors): string {
  const out: string[] = [];
  for (const note of report.notes) out.push(color.yellow(oneLine(note)));
  if (report.matrices === undefined) {
    for (const skill of report.skills) out.push(prettySkill(skill, color));
    if (report.skills.length > 1) out.push(summary(report, color));
  } else
    for (const matrix of report.matrices) {
      out.push(prettyMatrix(matrix, color));
      for (const { file, client = '', observed } of report.skills)
        if (file === matrix.file && observed !== undefined)
          out.push([color.bold(client), ...prettyObserved(observed, color)].join('\n'));
    }
  const unknown = report.skills.flatMap(({ client = '', notSimulated = [] }) =>
    notSimulated.map(({ command, calls }) => `  ${client} ×${calls}  ${oneLine(command)}`),
  );
  if (unknown.length > 0) out.push(color.dim(['Commands that were not simulated:', ...unknown].join('\n')));
  if (!report.complete) out.push(color.yellow('Stopped before all runs were done: the report is incomplete.'));
  out.push(color.dim(SIMULATED_NOTE));
  return `${out.join('\n\n')}\n`;
}

function prettySkill(skill: StressedSkill, color: Colors): string {
  const { runs, planned, wastedCalls, medianCalls, p95Calls, unexplained, worst } = skill;
  const paint = runs === 0 ? color.yellow : wastedCalls === 0 ? color.green : color.bold;
  const part = runs < planned ? ` (${runs} of ${formatCount(planned, 'run')} done)` : '';
  const where = skill.client === undefined ? '' : ` in ${skill.client}`;
  const heading = `${color.bold(oneLine(skill.skill))}${where}${part}`;
  // Nothing but the runs that are counted apart was planned.
  if (planned === 0 && skill.observed !== undefined)
    return [heading, ...prettyObserved(skill.observed, color)].join('\n');
  const lines = [`${heading}  ${paint(verdict(skill))}`];
  for (const cause of skill.causes) lines.push('', prettyCause(cause, color));
  if (unexplained.calls > 0)
    lines.push(
      '',
      `${formatCount(unexplained.calls, 'call')} without a known cause: ${oneLine(formatPaths(unexplained.asked, 5))}`,
    );
  if (skill.observed !== undefined) lines.push('', ...prettyObserved(skill.observed, color));
  if (wastedCalls === 0) return lines.join('\n');
  const name = Math.max(...skill.byModel.map(({ model }) => model.length));
  lines.push('', color.dim(`ended ${formatEnds(skill)}; model calls of a run: median ${medianCalls}, p95 ${p95Calls}`));
  for (const one of skill.byModel)
    lines.push(
      color.dim(
        `  ${oneLine(one.model).padEnd(name)}  ${one.wasteful} of ${formatCount(one.runs, 'run')} wasted ${formatCount(one.wastedCalls, 'call')}; median ${one.medianCalls}, p95 ${one.p95Calls}`,
      ),
    );
  const saved = formatGuardSavings(skill);
  if (saved !== undefined) lines.push(color.dim(saved));
  if (worst !== undefined) lines.push(color.dim(`worst run: ${oneLine(formatRun(worst))}`));
  if (worst?.journal !== undefined) lines.push(color.dim(`  ${oneLine(worst.journal)}`));
  return lines.join('\n');
}

function prettyCause(cause: StressCause, color: Colors): string {
  const tint = cause.kind === 'unreachable' ? color.blue : cause.doubtful ? color.dim : color.yellow;
  const { line, before, words, after } = frameOf(cause);
  const gutter = (text: string) => color.dim(`  ${text.padStart(String(line).length)} | `);
  return [
    `${color.bold(oneLine(cause.file))}:${cause.line}:${cause.column}  ${tint(formatCost(cause))}`,
    `${gutter(String(line))}${oneLine(before)}${tint(color.underline(oneLine(words)))}${oneLine(after)}`,
    ...(isNarrow(before + words)
      ? [`${gutter('')}${' '.repeat(before.length)}${tint('^'.repeat(Math.max(1, words.length)))}`]
      : []),
    `${gutter('')}requested ${oneLine(formatPaths(cause.asked, 4))}`,
    `${gutter('')}${oneLine(cause.fix)}`,
    ...(cause.doubtful ? [`${gutter('')}${color.dim(DOUBTFUL_REPORT_NOTE)}`] : []),
  ].join('\n');
}

/** True if every character is one column wide, so that the markers below are aligned. */
function isNarrow(text: string): boolean {
  return /^[\u0020-\u02ff]*$/.test(text);
}

function summary({ skills }: StressReport, color: Colors): string {
  const bad = skills.filter(({ wastedCalls }) => wastedCalls > 0);
  const calls = bad.reduce((sum, { wastedCalls }) => sum + wastedCalls, 0);
  const runs = skills.reduce((sum, skill) => sum + skill.runs, 0);
  return color.bold(
    `${formatCount(skills.length, 'skill')}, ${formatCount(runs, 'simulated run')}: ${bad.length === 0 ? 'nothing wasted' : `${bad.length} of them waste ${formatCount(calls, 'call')}`}.`,
  );
}
