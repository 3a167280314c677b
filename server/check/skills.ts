import { clearDocumentCache, defined, type FileSystem, skimDocument } from '../../skill/index.ts';
import type { Finding } from '../rules/rule/rule.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import type { UnresolvedPath } from '../unresolved-path.ts';
import { Workspace, type WrapWorld } from '../workspace/workspace.ts';
import { Recorder, type Trace } from './trace.ts';

/** The findings of one skill, instruction file or manifest, as plain data to be passed between threads and cached. */
export interface SkillFindings {
  /** The skill's folder, or the file. */
  readonly root: string;
  /** Empty for a file outside of skills. */
  readonly name: string;
  /** Documents with findings, SKILL.md first, then by path; with `explain`, also those with paths that are not reported. */
  readonly files: readonly {
    readonly path: string;
    readonly findings: readonly Finding[];
    /** With `explain`: the account of the paths without a file. */
    readonly account?: readonly UnresolvedPath[];
  }[];
  /** The dependencies of the findings; absent if they are not needed, or a rule threw. */
  readonly trace?: Trace;
}

export interface CheckerOptions {
  readonly fs: FileSystem;
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  readonly settings: Settings;
  readonly onRuleError: OnRuleError;
  /** Record the dependencies of each skill's findings. */
  readonly traced: boolean;
}

/** Returns a function that parses and checks the skill of a folder, an instruction file or a manifest. */
export function createChecker({ fs, folders, targets, settings, onRuleError, traced }: CheckerOptions) {
  const recorders = new Map<string, Recorder>();
  let failed = false;
  const watch: WrapWorld = (root, world) => {
    if (!traced) return world;
    const recorder = recorders.get(root) ?? new Recorder(world);
    recorders.set(root, recorder);
    return recorder.world;
  };
  const fail: OnRuleError = (...about) => {
    failed = true;
    onRuleError(...about);
  };
  const { explain = false } = settings;
  // To explain the paths that are not reported, blocks without findings must be parsed too.
  const workspace = new Workspace(fs, fail, watch, explain ? undefined : skimDocument);
  workspace.setSettings(settings);
  workspace.setFolders(folders);
  for (const target of targets) workspace.opened(target);
  const entries = new Map(workspace.skills().map((entry) => [entry.root, entry]));

  return (root: string): SkillFindings | undefined => {
    const entry = entries.get(root);
    failed = false;
    if (entry === undefined) return fileFindings(root);
    const skill = entry.skill();
    const name = 'unreadable' in skill ? entry.folder : skill.name;
    const files: SkillFindings['files'][number][] = [];
    for (const path of [...entry.documents(), ...entry.evalFiles()]) files.push(...findingsIn(path));
    // Ten thousand skills should not be in memory simultaneously.
    entry.forget('texts');
    clearDocumentCache();
    return defined({ root, name, files, trace: traceOf(root) });
  };

  function findingsIn(path: string): SkillFindings['files'] {
    const result = workspace.diagnose(path);
    if (result === undefined) return [];
    const { findings } = result;
    const account = explain ? workspace.accountOf(result) : [];
    // Judgments are passed between threads and cached only on request.
    const included = explain ? findings : findings.map(({ judgment: _, ...finding }) => finding);
    if (findings.length + account.length === 0) return [];
    return [defined({ path, findings: included, account: account.length > 0 ? account : undefined })];
  }

  function fileFindings(path: string): SkillFindings {
    const files = findingsIn(path);
    workspace.unloadInstructions(path);
    clearDocumentCache();
    return defined({ root: path, name: '', files, trace: traceOf(path) });
  }

  function traceOf(root: string): Trace | undefined {
    const trace = recorders.get(root)?.take();
    return failed ? undefined : trace;
  }
}
