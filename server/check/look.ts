import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { type Baseline, makeBaseline, readBaseline, withoutKnown } from './baseline.ts';
import { keepIn } from './keep.ts';
import { type Looked, Lookout } from './looked.ts';
import type { Printed } from './recall.ts';
import { count, plural, type Report } from './report.ts';
import { type CheckOptions, type CheckResult, runCheck } from './run.ts';
import { Threads } from './threads.ts';
import { writeWhole } from './write-whole.ts';

export type Format = 'pretty' | 'json' | 'sarif' | 'github';

interface LookOptions extends Pick<CheckOptions, 'paths' | 'cwd' | 'root' | 'settings'> {
  readonly format: Format;
  readonly color: boolean;
  /** Say which clues each level follows from. */
  readonly explain: boolean;
  /** Apply safe fixes first. */
  readonly fix?: boolean;
  /** File of the findings that are put up with; `update` writes it. */
  readonly baseline?: { readonly file: string; readonly update: boolean } | undefined;
  /** Where findings are kept, and the version of the rules; nothing is kept without. */
  readonly kept: { readonly folder: string; readonly version: string } | undefined;
  readonly complain: (message: string) => void;
}

type LookResult =
  | Extract<CheckResult, { kind: 'unreadable' }>
  /** `looked` is absent where nothing is kept, something was written or said beside the report, or a rule threw. */
  | { readonly kind: 'printed'; readonly printed: Printed; readonly looked?: Looked };

/** Checks skills on the disk. All that this needs is loaded with it. */
export async function look({
  format,
  color,
  explain,
  fix,
  baseline,
  kept,
  complain,
  ...options
}: LookOptions): Promise<LookResult> {
  const locked = options.paths.find((path) => isLocked(resolve(options.cwd, path)));
  if (locked !== undefined)
    return { kind: 'unreadable', message: `${locked} cannot be opened: you have no right to read this folder.` };
  const lookout = kept && new Lookout();
  let failed = false;
  let said = false;
  const say = (message: string): void => {
    said = true;
    complain(message);
  };
  const run = (): Promise<CheckResult> => {
    const threads = new Threads(lookout);
    return runCheck({
      ...options,
      fs: diskFiles(lookout),
      onRuleError(code, document, error) {
        failed = true;
        say(`rule ${code} failed on ${document}: ${String(error)}`);
      },
      foresee: (skills) => threads.foresee(skills),
      checkSkills: (job) => threads.check(job),
      ...(kept ? { keeping: keepIn(join(kept.folder, 'check'), kept.version, lookout) } : {}),
    });
  };
  let result = await run();
  if (result.kind === 'unreadable') return result;
  for (const { path, problems, unreadable } of result.projects) {
    if (unreadable)
      return { kind: 'unreadable', message: `${path}: ${problems.map(({ message }) => message).join(' ')}` };
    for (const { message } of problems) say(`${path}: ${message}`);
  }
  if (fix) {
    const { fixAll } = await import('./fix.ts');
    let first: CheckResult | undefined = result;
    const fixed = await fixAll(async () => {
      const next = first ?? (await run());
      first = undefined;
      if (next.kind === 'report') result = next;
      return next.kind === 'report' ? next.report : undefined;
    });
    if (fixed && fixed.fixes > 0) say(`${plural(fixed.fixes, 'finding')} fixed in ${plural(fixed.files, 'file')}.`);
    for (const { path, why } of fixed?.unwritten ?? []) say(`${path} cannot be written, so it is not fixed: ${why}`);
  }
  let { report } = result;
  if (baseline) {
    const file = resolve(options.cwd, baseline.file).replaceAll('\\', '/');
    const before = baselineIn(file);
    if (before === undefined || (before === 'none' && !baseline.update)) {
      const message = `${baseline.file} is no baseline. Write one with --update-baseline.`;
      return { kind: 'unreadable', message };
    }
    const known = before === 'none' ? {} : before;
    if (baseline.update) {
      const text = makeBaseline(report, known, file, result.wants);
      const wrong = writeWhole(file, text);
      if (wrong !== undefined) return { kind: 'unreadable', message: `${baseline.file} cannot be written: ${wrong}` };
      say(`${baseline.file} has ${plural(total(report), 'finding')} now.`);
      report = { ...report, files: [] };
    } else {
      const rest = withoutKnown(report, known, file, result.wants);
      if (rest.gone > 0)
        say(
          `${plural(rest.gone, 'finding')} of ${baseline.file} ${rest.gone === 1 ? 'is gone. Take it' : 'are gone. Take them'} out with --update-baseline.`,
        );
      report = rest.report;
    }
  }
  const text = await formatted(report, format, color, explain);
  const printed = { text, errors: count(report, 'error'), warnings: count(report, 'warning') };
  const same = lookout !== undefined && !failed && !said && !fix && !baseline;
  return { kind: 'printed', printed, ...(same ? { looked: lookout.all() } : {}) };
}

/** A folder that may not be listed looks as if it were empty, and a build would pass that checked nothing. */
function isLocked(path: string): boolean {
  try {
    if (!statSync(path).isDirectory()) return false;
    accessSync(path, constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
  }
}

const total = ({ files }: Report): number => files.reduce((sum, { findings }) => sum + findings.length, 0);

/** Each format is loaded when it is asked for. */
async function formatted(report: Report, format: Format, color: boolean, explain: boolean): Promise<string> {
  switch (format) {
    case 'pretty':
      return (await import('./pretty.ts')).formatPretty(report, color, explain);
    case 'json':
      return (await import('./json.ts')).formatJson(report, explain);
    case 'sarif':
      return (await import('./sarif.ts')).formatSarif(report, (await import('./about-tool.ts')).aboutTool());
    case 'github':
      return (await import('./github.ts')).formatGitHub(report);
  }
}

/** The baseline of a file, `none` where there is no file, undefined where it is something else. */
function baselineIn(file: string): Baseline | 'none' | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : undefined;
  }
  return readBaseline(text);
}
