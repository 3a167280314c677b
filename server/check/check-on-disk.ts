import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { defined, formatCount } from '../../skill/index.ts';
import { writeAtomically } from './atomic-write.ts';
import { type Baseline, makeBaseline, readBaseline, withoutKnown } from './baseline.ts';
import type { FindChanges } from './changed.ts';
import { DiskRecorder, type DiskSnapshot } from './disk-snapshot.ts';
import { findingsCache } from './findings-cache.ts';
import type { CachedOutput } from './output-cache.ts';
import { count, type Report } from './report.ts';
import { type CheckOptions, type CheckResult, runCheck } from './run.ts';
import { Threads } from './threads.ts';

export type Format = 'pretty' | 'json' | 'sarif' | 'github';

interface DiskCheckOptions extends Pick<CheckOptions, 'paths' | 'cwd' | 'root' | 'exclude' | 'settings'> {
  readonly format: Format;
  readonly color: boolean;
  /** Show the clues of each finding. */
  readonly explain: boolean;
  /** Apply safe fixes first. */
  readonly fix?: boolean;
  /** The file of tolerated findings; `update` writes it. */
  readonly baseline?: { readonly file: string; readonly update: boolean } | undefined;
  /** Report only what has changed since a revision, and what that broke elsewhere. */
  readonly changes?: { readonly since: string; readonly find: FindChanges } | undefined;
  /** The cache folder and the version of the rules; nothing is cached without it. */
  readonly cache: { readonly folder: string; readonly version: string } | undefined;
  readonly onMessage: (message: string) => void;
}

type DiskCheckResult =
  | Extract<CheckResult, { kind: 'unreadable' }>
  /** `snapshot` is absent if nothing is cached, something was written or printed besides the report, or a rule threw. */
  | { readonly kind: 'printed'; readonly printed: CachedOutput; readonly snapshot?: DiskSnapshot };

/** Checks skills on disk, and applies fixes and a baseline if requested. */
export async function checkOnDisk({
  format,
  color,
  explain,
  fix,
  baseline,
  changes,
  cache,
  onMessage,
  ...options
}: DiskCheckOptions): Promise<DiskCheckResult> {
  const unreadable = options.paths.find((path) => isUnreadable(resolve(options.cwd, path)));
  if (unreadable !== undefined)
    return { kind: 'unreadable', message: `Grant read permission for ${unreadable}: this folder cannot be opened.` };
  const found = changes && (await changes.find(foldersOf(options), changes.since));
  if (found?.kind === 'failed') return { kind: 'unreadable', message: found.message };
  const recorder = cache && new DiskRecorder();
  let failed = false;
  let hasMessages = false;
  const printMessage = (message: string): void => {
    hasMessages = true;
    onMessage(message);
  };
  const run = (): Promise<CheckResult> => {
    const threads = new Threads(recorder);
    return runCheck(
      defined({
        ...options,
        fs: diskFiles(recorder),
        onRuleError(code, document, error) {
          failed = true;
          printMessage(`rule ${code} failed on ${document}: ${String(error)}`);
        },
        prepare: (skills) => threads.prepare(skills),
        checkSkills: (job) => threads.check(job),
        cache: cache ? findingsCache(join(cache.folder, 'check'), cache.version, recorder) : undefined,
      }),
    );
  };
  const select = async (report: Report): Promise<Report> =>
    found === undefined ? report : (await import('./changed.ts')).changedOnly(report, found, options.cwd);
  let result = await run();
  if (result.kind === 'unreadable') return result;
  for (const { path, problems, unreadable } of result.projects) {
    if (unreadable)
      return { kind: 'unreadable', message: `${path}: ${problems.map(({ message }) => message).join(' ')}` };
    for (const { message } of problems) printMessage(`${path}: ${message}`);
  }
  if (fix) {
    const { fixAll } = await import('./fix.ts');
    let first: CheckResult | undefined = result;
    const fixed = await fixAll(async () => {
      const next = first ?? (await run());
      first = undefined;
      if (next.kind === 'report') result = next;
      return next.kind === 'report' ? select(next.report) : undefined;
    });
    if (fixed && fixed.fixes > 0)
      printMessage(`${formatCount(fixed.fixes, 'finding')} fixed in ${formatCount(fixed.files, 'file')}.`);
    else if (fixed && fixed.unwritten.length === 0 && total(fixed.report) > 0)
      printMessage('No finding was fixed: none has a fix that is always safe. Choose other fixes in an editor.');
    for (const { path, why } of fixed?.unwritten ?? [])
      printMessage(`${path} is not fixed, because it cannot be written: ${why}`);
  }
  let { report } = result;
  if (baseline) {
    const file = resolve(options.cwd, baseline.file).replaceAll('\\', '/');
    const before = readBaselineFile(file);
    if (before === undefined || (before === 'none' && !baseline.update)) {
      const message = `Create a baseline with --update-baseline: ${baseline.file} is not one.`;
      return { kind: 'unreadable', message };
    }
    const known = before === 'none' ? {} : before;
    if (baseline.update) {
      const text = makeBaseline(report, known, file, result.isRequested);
      const problem = writeAtomically(file, text);
      if (problem !== undefined)
        return { kind: 'unreadable', message: `${baseline.file} cannot be written: ${problem}` };
      printMessage(`${baseline.file} now has ${formatCount(total(report), 'finding')}.`);
      report = { ...report, files: [], newOnly: true };
    } else {
      const rest = withoutKnown(report, known, file, result.isRequested);
      if (rest.gone > 0)
        printMessage(
          `${formatCount(rest.gone, 'finding')} of ${baseline.file} no longer ${rest.gone === 1 ? 'exists. Remove it' : 'exist. Remove them'} with --update-baseline.`,
        );
      report = { ...rest.report, newOnly: true };
    }
  }
  // After the baseline, which knows findings of other files, too.
  report = await select(report);
  const text = await formatReport(report, format, color, explain);
  const printed = { text, errors: count(report, 'error'), warnings: count(report, 'warning') };
  const isCacheable = recorder !== undefined && !failed && !hasMessages && !fix && !baseline && !changes;
  return defined({ kind: 'printed', printed, snapshot: isCacheable ? recorder.all() : undefined });
}

/** Returns the folders of the paths to check, absolute, with `/`. */
function foldersOf({ paths, cwd }: Pick<DiskCheckOptions, 'paths' | 'cwd'>): readonly string[] {
  const folders = paths.flatMap((path) => {
    const absolute = resolve(cwd, path);
    const stat = statSync(absolute, { throwIfNoEntry: false });
    // The check itself reports a missing path.
    if (stat === undefined) return [];
    return [(stat.isDirectory() ? absolute : dirname(absolute)).replaceAll('\\', '/')];
  });
  return [...new Set(folders)];
}

/** Returns true if a folder is not readable. It would look empty, and a build would pass without checking anything. */
function isUnreadable(path: string): boolean {
  try {
    if (!statSync(path).isDirectory()) return false;
    accessSync(path, constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
  }
}

const total = ({ files }: Report): number => files.reduce((sum, { findings }) => sum + findings.length, 0);

/** Loads only the requested format. */
async function formatReport(report: Report, format: Format, color: boolean, explain: boolean): Promise<string> {
  switch (format) {
    case 'pretty':
      return (await import('./pretty.ts')).formatPretty(report, color, explain);
    case 'json':
      return (await import('./json.ts')).formatJson(report, explain);
    case 'sarif':
      return (await import('./sarif.ts')).formatSarif(report, (await import('./tool-info.ts')).toolInfo());
    case 'github':
      return (await import('./github.ts')).formatGitHub(report);
  }
}

/** Reads a baseline: `none` if there is no file, undefined if it is something else. */
function readBaselineFile(file: string): Baseline | 'none' | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : undefined;
  }
  return readBaseline(text);
}
