import { isAbsolute, relative } from 'node:path';
import type { FileSystem } from '../../skill/index.ts';
import { within } from '../../skill/index.ts';
import type { ProjectFile } from '../project-file.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { Lines } from '../workspace/lines.ts';
import type { Keeping, Store } from './keep.ts';
import type { FileReport, Report } from './report.ts';
import type { SkillFindings } from './skills.ts';
import { type Survey, type SurveyedSkill, type SurveyOptions, survey } from './survey.ts';
import { type Trace, verifier } from './trace.ts';

export interface CheckOptions extends Omit<SurveyOptions, 'onSkill'> {
  readonly settings: Settings;
  readonly onRuleError: OnRuleError;
  /** What earlier runs found; without it every file is looked at anew. */
  readonly keeping?: Keeping;
  /** Checks skills, with their folders; answers what it found in any order. */
  readonly checkSkills?: CheckSkills;
  /** Told how many skills there will be to check at least, while others are still looked for. */
  readonly foresee?: (skills: number) => void;
}

export type CheckResult =
  | {
      readonly kind: 'report';
      readonly report: Report;
      /** The `.skillwright.json` files that hold for what was checked. */
      readonly projects: readonly ProjectFile[];
      /** Whether a path was asked for. */
      readonly wants: (path: string) => boolean;
    }
  /** A path that cannot be checked; the message says what to do. */
  | { readonly kind: 'unreadable'; readonly message: string };

export type CheckSkills = (job: {
  readonly survey: Survey;
  readonly fs: FileSystem;
  readonly roots: readonly string[];
  readonly settings: Settings;
  readonly onRuleError: OnRuleError;
  readonly traced: boolean;
}) => Promise<readonly SkillFindings[]>;

/** Checks every skill at or under the paths. Reads files, prints nothing. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const { cwd, fs, settings, onRuleError, keeping, checkSkills = checkHere } = options;
  let store: Store | undefined;
  const onSkill = (count: number, folders: readonly string[]): void => {
    store ??= keeping?.open(folders, settings);
    // What earlier runs left may do for all of them.
    if (store?.isEmpty ?? true) options.foresee?.(count);
  };
  const surveyed = survey({ ...options, onSkill });
  if ('unreadable' in surveyed) return { kind: 'unreadable', message: surveyed.unreadable };
  store ??= keeping?.open(surveyed.folders, settings);
  const manifests = new Set(surveyed.roots.values());
  const digestOf = (path: string) => (manifests.has(path) ? undefined : keeping?.digestOf?.(path));
  const holds = verifier(surveyed.fs, surveyed.lookup, digestOf);
  const found = new Map<string, SkillFindings>();
  for (const { root, surroundings } of surveyed.skills) {
    const kept = store?.get(root);
    if (kept?.surroundings === surroundings && holds(kept.trace)) found.set(root, { root, ...kept });
  }
  const missing = surveyed.skills.filter(({ root }) => !found.has(root));
  if (missing.length > 0) {
    const roots = missing.map(({ root }) => root);
    const job = { survey: surveyed, fs, roots, settings, onRuleError, traced: store !== undefined };
    for (const fresh of await checkSkills(job)) found.set(fresh.root, fresh);
  }
  const keep = (skill: SurveyedSkill, trace: Trace, { name, files }: SkillFindings) =>
    store?.put(skill.root, { surroundings: skill.surroundings, name, files, trace });
  for (const skill of missing) {
    const fresh = found.get(skill.root);
    if (fresh?.trace) keep(skill, fresh.trace, fresh);
  }
  store?.close(new Set(surveyed.roots.keys()));

  const files: FileReport[] = [];
  for (const { root, wants } of surveyed.skills) {
    const skill = found.get(root);
    for (const { path, ...of } of skill?.files ?? []) {
      if (!wants(path)) continue;
      const read = surveyed.fs.read(path);
      const lines = new Lines(read.kind === 'text' ? read.text : '');
      files.push({ file: shown(path, cwd), path, skill: skill?.name ?? '', lines, ...of });
    }
  }
  return {
    kind: 'report',
    report: { skills: surveyed.skills.length, files },
    projects: surveyed.projects,
    wants: (path) => surveyed.targets.some((target) => within(target, path) !== undefined),
  };
}

/** In this thread. What parses is loaded only now. */
const checkHere: CheckSkills = async ({ survey: { folders, targets }, roots, ...rest }) => {
  const { checker } = await import('./skills.ts');
  const check = checker({ folders, targets, ...rest });
  return roots.flatMap((root) => check(root) ?? []);
};

/** A path as the report names it: from the working folder, or absolute on another drive. */
function shown(path: string, cwd: string): string {
  const from = relative(cwd, path);
  return isAbsolute(from) ? path : from.replaceAll('\\', '/');
}
