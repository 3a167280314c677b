import { isAbsolute, relative } from 'node:path';
import { defined, type FileSystem } from '../../skill/index.ts';
import type { PathPattern } from '../path-patterns.ts';
import type { ProjectFile } from '../project-file.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { Lines } from '../workspace/lines.ts';
import type { FindingsCache, Store } from './findings-cache.ts';
import type { FileReport, PatternUse, Report } from './report.ts';
import type { SkillFindings } from './skills.ts';
import { type Survey, type SurveyOptions, survey } from './survey.ts';
import { verifier } from './trace.ts';

export interface CheckOptions extends Omit<SurveyOptions, 'onSkill'> {
  readonly settings: Settings;
  readonly onRuleError: OnRuleError;
  /** Cached findings of earlier runs; without it, every file is checked. */
  readonly cache?: FindingsCache;
  /** Checks skills by folder; returns the findings in any order. */
  readonly checkSkills?: CheckSkills;
  /** Called with the minimum number of skills to check, while the search for others continues. */
  readonly prepare?: (skills: number) => void;
}

export type CheckResult =
  | {
      readonly kind: 'report';
      readonly report: Report;
      /** The `.skillwright.json` files that apply to the checked skills. */
      readonly projects: readonly ProjectFile[];
      /** Returns true if a path was requested. */
      readonly isRequested: (path: string) => boolean;
    }
  /** A path that cannot be checked; the message includes the fix. */
  | { readonly kind: 'unreadable'; readonly message: string };

export type CheckSkills = (job: {
  readonly survey: Survey;
  readonly fs: FileSystem;
  readonly roots: readonly string[];
  readonly settings: Settings;
  readonly onRuleError: OnRuleError;
  readonly traced: boolean;
}) => Promise<readonly SkillFindings[]>;

/** Checks every skill at or under the paths. Reads files, but prints nothing. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const { cwd, fs, settings, onRuleError, cache, checkSkills = checkOnThisThread } = options;
  let store: Store | undefined;
  const onSkill = (count: number, folders: readonly string[]): void => {
    store ??= cache?.open(folders, settings);
    // Earlier runs may have results for all of them.
    if (store?.isEmpty ?? true) options.prepare?.(count);
  };
  const surveyed = survey({ ...options, onSkill });
  if ('unreadable' in surveyed) return { kind: 'unreadable', message: surveyed.unreadable };
  store ??= cache?.open(surveyed.folders, settings);
  const manifests = new Set(surveyed.roots.values());
  const digestOf = (path: string) => (manifests.has(path) ? undefined : cache?.digestOf?.(path));
  const isStillValid = verifier(surveyed.fs, surveyed.lookup, digestOf);
  const found = new Map<string, SkillFindings>();
  const units = [
    ...surveyed.skills,
    ...[...surveyed.instructions, ...surveyed.plugins].map(({ path, surroundings }) => ({ root: path, surroundings })),
  ];
  // Before anything is checked: if they change meanwhile, the findings must not be stored with the new ones.
  const around = new Map(store && units.map(({ root, surroundings }) => [root, surroundings()]));
  for (const [root, surroundings] of around) {
    const cached = store?.get(root);
    if (cached?.surroundings === surroundings && isStillValid(cached.trace)) found.set(root, { root, ...cached });
  }
  const missing = units.filter(({ root }) => !found.has(root));
  if (missing.length > 0) {
    const roots = missing.map(({ root }) => root);
    const job = { survey: surveyed, fs, roots, settings, onRuleError, traced: store !== undefined };
    for (const fresh of await checkSkills(job)) found.set(fresh.root, fresh);
  }
  for (const { root } of missing) {
    const fresh = found.get(root);
    const surroundings = around.get(root);
    if (fresh?.trace === undefined || surroundings === undefined) continue;
    store?.put(root, { surroundings, name: fresh.name, files: fresh.files, trace: fresh.trace });
  }
  store?.close(new Set([...surveyed.roots.keys(), ...units.map(({ root }) => root)]));

  const files: FileReport[] = [];
  for (const { root } of units) {
    const skill = found.get(root);
    for (const { path, ...of } of skill?.files ?? []) {
      if (!surveyed.isRequested(path)) continue;
      const read = surveyed.fs.read(path);
      const lines = new Lines(read.kind === 'text' ? read.text : '');
      files.push({
        file: reportedPath(path, cwd),
        path,
        skill: skill?.name ?? '',
        folder: reportedPath(root, cwd) || '.',
        lines,
        ...of,
      });
    }
  }
  return {
    kind: 'report',
    report: defined({
      skills: surveyed.skills.length,
      files,
      patterns: settings.explain ? patternUses(surveyed.projects, files, cwd) : undefined,
    }),
    projects: surveyed.projects,
    isRequested: surveyed.isRequested,
  };
}

/** Returns the author's patterns, in the order of their files, with the number of places that each matches. */
function patternUses(
  projects: readonly ProjectFile[],
  files: readonly FileReport[],
  cwd: string,
): readonly PatternUse[] {
  const matches = new Map<string, number>();
  const keyOf = ({ file, pattern, meaning }: PathPattern): string => JSON.stringify([file, pattern, meaning]);
  for (const { account = [] } of files)
    for (const { pattern } of account)
      if (pattern !== undefined) matches.set(keyOf(pattern), (matches.get(keyOf(pattern)) ?? 0) + 1);
  return projects.flatMap(({ parts }) =>
    parts.flatMap(({ patterns }) =>
      patterns.map((one) => ({
        file: reportedPath(one.file, cwd),
        pattern: one.pattern,
        meaning: one.meaning,
        matches: matches.get(keyOf(one)) ?? 0,
      })),
    ),
  );
}

/** Checks on this thread. The parser is loaded only here. */
const checkOnThisThread: CheckSkills = async ({ survey: { folders, targets }, roots, ...rest }) => {
  const { createChecker } = await import('./skills.ts');
  const check = createChecker({ folders, targets, ...rest });
  return roots.flatMap((root) => check(root) ?? []);
};

/** Returns a path as reported: relative to the working directory, or absolute on another drive. */
function reportedPath(path: string, cwd: string): string {
  const from = relative(cwd, path);
  return isAbsolute(from) ? path : from.replaceAll('\\', '/');
}
