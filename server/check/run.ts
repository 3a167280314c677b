import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { FileSystem } from '../../skill/index.ts';
import { within } from '../../skill/paths.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { Roots } from '../workspace/roots.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { FileReport, Report } from './report.ts';

export interface CheckOptions {
  /** Files and folders to check, as given; relative ones from `cwd`. */
  readonly paths: readonly string[];
  /** Folder whose other skills and files may be referred to; without it the repository around each path. */
  readonly root?: string;
  readonly cwd: string;
  readonly fs: FileSystem;
  readonly settings: Settings;
  readonly onRuleError: OnRuleError;
}

export type CheckResult =
  | { readonly kind: 'report'; readonly report: Report }
  /** A path that cannot be checked; the message says what to do. */
  | { readonly kind: 'unreadable'; readonly message: string };

/** Checks every skill at or under the paths. Reads files, prints nothing. */
export function runCheck({ paths, root, cwd, fs, settings, onRuleError }: CheckOptions): CheckResult {
  const absolute = (path: string) => slashes(resolve(cwd, path));
  const targets = paths.map(absolute);
  for (const [index, target] of targets.entries()) {
    if (fs.kind(target) === undefined) {
      return {
        kind: 'unreadable',
        message: `${paths[index]} does not exist. Name a folder with skills, a skill, or a SKILL.md.`,
      };
    }
  }
  if (root !== undefined && fs.kind(absolute(root)) !== 'folder') {
    return { kind: 'unreadable', message: `--root ${root} is not a folder.` };
  }
  const roots = new Roots(fs);
  const folders = targets.map((target) => {
    const folder = fs.kind(target) === 'folder' ? target : dirname(target);
    return root !== undefined && within(absolute(root), folder) !== undefined
      ? absolute(root)
      : (roots.repository(folder) ?? folder);
  });
  const workspace = new Workspace(fs, onRuleError);
  workspace.setFolders([...new Set(folders)]);
  workspace.setSettings(settings);
  // A single file that is no SKILL.md belongs to a skill above it.
  for (const target of targets) workspace.opened(target);

  const files: FileReport[] = [];
  let skills = 0;
  for (const entry of workspace.skills()) {
    const wanted = entry.documents().filter((path) => targets.some((target) => within(target, path) !== undefined));
    if (wanted.length === 0) continue;
    skills++;
    const skill = entry.skill();
    const name = 'unreadable' in skill ? entry.folder : skill.name;
    for (const path of wanted) {
      const result = workspace.diagnose(path);
      if (result === undefined || result.findings.length === 0) continue;
      files.push({ file: shown(path, cwd), skill: name, lines: result.lines, findings: result.findings });
    }
    // Ten thousand skills need not be in memory at once.
    entry.forget('texts');
  }
  return { kind: 'report', report: { skills, files } };
}

const slashes = (path: string): string => path.replaceAll('\\', '/');

/** A path as the report names it: from the working folder, or absolute on another drive. */
function shown(path: string, cwd: string): string {
  const from = relative(cwd, path);
  return isAbsolute(from) ? path : slashes(from);
}
