/** The tables of the mutation benchmark. */
import type { Kind } from './mutation.ts';
import type { Outcome } from './score.ts';

const TITLES: Readonly<Record<Kind, string>> = {
  broken: 'Broken references: found',
  bare: 'Dropped folder: found',
  prose: 'Link to prose: found',
  orphan: 'Orphans: found',
  base: 'Unexplained base: found',
  silent: 'Harmless changes: flagged',
  'prose silent': 'Prose near the path: flagged',
};

/** Prints a line for each operator, and one for each kind. */
export function printReport(title: string, outcomes: readonly Outcome[], { orphans }: { orphans: boolean }): void {
  console.log(
    `\n${title}\n${'operator'.padEnd(34)}${'n'.padStart(6)}${'share'.padStart(9)}${'right file first'.padStart(20)}`,
  );
  for (const kind of Object.keys(TITLES) as readonly Kind[]) {
    const group = outcomes.filter((one) => one.mutation.kind === kind);
    if (group.length === 0) continue;
    if (kind === 'orphan' && !orphans) {
      console.log(`${TITLES[kind].padEnd(34)}${String(group.length).padStart(6)}   rule not implemented`);
      continue;
    }
    printLine(TITLES[kind], group);
    const groups = Object.groupBy(group, (one) => one.mutation.operator);
    if (Object.keys(groups).length > 1)
      for (const [name, group] of Object.entries(groups)) printLine(`  ${name}`, group ?? []);
    if (kind === 'broken') {
      const forms = Object.groupBy(group, (one) => one.mutation.form);
      for (const [form, group] of Object.entries(forms)) printLine(`  as ${form}`, group ?? []);
    }
  }
}

function printLine(name: string, outcomes: readonly Outcome[]): void {
  const exact = outcomes.filter((one) => one.exact).length;
  const withSuggestion = outcomes.filter((one) => one.first !== undefined);
  const first = withSuggestion.filter((one) => one.first === true).length;
  const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
  const suggested =
    withSuggestion.length > 0 ? `${share(first, withSuggestion.length)} of ${withSuggestion.length}` : '';
  console.log(
    `${name.padEnd(34)}${String(outcomes.length).padStart(6)}${share(exact, outcomes.length).padStart(9)}${suggested.padStart(20)}`,
  );
}

/** Lists every miss, wrong suggestion and false alarm, by operator. */
export function formatDetails(outcomes: readonly Outcome[], folder: string): string {
  const lines: string[] = [];
  const short = (path: string): string => path.replace(folder, '');
  const groups = Object.groupBy(outcomes, (one) => `${one.mutation.kind}: ${one.mutation.operator}`);
  for (const [name, group = []] of Object.entries(groups)) {
    const silent = group[0]?.mutation.expected === undefined;
    const wrong = group.filter((one) => one.exact === silent);
    const notFirst = group.filter((one) => one.first === false);
    const noise = silent ? [] : group.filter((one) => one.others.length > 0);
    lines.push(
      `# ${name}: ${wrong.length} of ${group.length} wrong, ${notFirst.length} not first, ${noise.length} with more`,
    );
    for (const one of wrong) {
      const otherFindings = one.others
        .map((other) => `${short(other.file)}:${other.line} ${other.code} ${other.target}`)
        .join('; ');
      const location = one.mutation.expected
        ? `${short(one.mutation.expected.file)}:${one.mutation.expected.line} ${one.mutation.expected.target}`
        : short(one.mutation.skill);
      lines.push(
        `${location} [${one.mutation.form}]${one.isReported ? ' (reported at another range)' : ''}\n    ${one.mutation.shown.replaceAll('\n', '⏎')}${otherFindings === '' ? '' : `\n    reported: ${otherFindings}`}`,
      );
    }
    for (const one of notFirst) {
      lines.push(
        `not first: ${short(one.mutation.skill)} ${one.mutation.expected?.target} expected ${one.mutation.expected?.right}\n    ${one.mutation.shown}`,
      );
    }
    for (const one of noise.slice(0, 20)) {
      const otherFindings = one.others
        .map((other) => `${short(other.file)}:${other.line} ${other.code} ${other.target}`)
        .join('; ');
      lines.push(`more: ${short(one.mutation.skill)} ${one.mutation.shown}\n    reported: ${otherFindings}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
