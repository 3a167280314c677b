/** The history of paths in a document that resolve to nothing, from git. */
import {
  basesOf,
  dirname,
  formatCount,
  join,
  type Reference,
  type ResolveContext,
  type SkillDocument,
  within,
} from '../../skill/index.ts';
import type { PathChange, PathChanges } from '../history/path-changes.ts';
import type { ResolvedReference } from '../rules/rule/analysis.ts';
import type { DocumentResult, SkillEntry } from '../workspace/skill-entry.ts';
import type { Session } from './session.ts';

/** A path that git knows, and what happened to it. */
export interface LostPath {
  readonly reference: Reference;
  readonly change: PathChange;
  /** Absolute path before the change. */
  readonly before: string;
  /** Absolute path after the change. Of a renamed file or folder it exists. */
  readonly after: string;
}

/** A repository with a skill. */
interface SkillRepository {
  /** Absolute, without symbolic links. */
  readonly root: string;
  /** The skill's folder without symbolic links. */
  readonly skill: string;
}

/** Returns true for a reference that has no target. The path of one that is only similar to a file need not be looked up. */
export const isUnresolved = ({ resolution: { kind } }: ResolvedReference): boolean =>
  kind !== 'found' && kind !== 'case' && kind !== 'bare';

/** Reads the history of a document's repository in the background, if the document has paths that may be in it. */
export function prepareHistory(session: Session, path: string): void {
  const found = repositoryOf(session, path);
  if (found === undefined) return;
  const { findings = [], analysis } = session.workspace.diagnose(path) ?? {};
  if (findings.length > 0 && analysis?.references.some(isUnresolved))
    void session.history?.refresh(found.repository.root, session.workspace.folders);
}

/**
 * Returns a function that looks up an unresolved reference of a document in the history of its repository; undefined if
 * that is not known (yet). The lookup returns undefined for a path that was never there.
 */
export function historyLookup(
  session: Session,
  { path }: DocumentResult,
): ((reference: ResolvedReference) => LostPath | undefined) | undefined {
  const found = repositoryOf(session, path);
  const changes = found && session.history?.changesIn(found.repository.root, session.workspace.folders);
  const document = found?.entry.document(path);
  const context = found && session.workspace.contextOf(found.entry);
  if (!changes || !context || document === undefined || 'unreadable' in document) return undefined;
  return (one) =>
    isUnresolved(one) ? lookUp(session, found.repository, changes, one.reference, document, context) : undefined;
}

function lookUp(
  { workspace }: Session,
  repository: SkillRepository,
  changes: PathChanges,
  reference: Reference,
  document: SkillDocument,
  context: ResolveContext,
): LostPath | undefined {
  if (reference.excuse === 'glob') return undefined;
  const { root, manifest } = context.skill;
  const inRepository = (path: string): string | undefined => {
    const inner = within(root, path);
    return within(repository.root, inner === undefined ? path : join(repository.skill, inner));
  };
  const fromRepository = (path: string): string => {
    const real = join(repository.root, path);
    const inner = within(repository.skill, real);
    return inner === undefined ? real : join(root, inner);
  };
  /** The folders that the skill had before it was moved. */
  const formerRoots = changes.formerPaths(inRepository(manifest.path) ?? '').map(dirname);
  for (const base of basesOf(reference, document, context)) {
    const before = join(base, reference.path).replace(/\/$/, '');
    if (workspace.kind(before) !== undefined) continue;
    const inner = within(root, before);
    const places = [
      inRepository(before),
      ...(inner === undefined ? [] : formerRoots.map((former) => join(former, inner))),
    ];
    for (const place of places) {
      if (place === undefined || place === '') continue;
      const change =
        (reference.path.endsWith('/') ? undefined : changes.changeOf(place)) ?? changes.changeOf(`${place}/`);
      if (change === undefined) continue;
      const after = fromRepository(change.kind === 'renamed' ? change.to : change.as).replace(/\/$/, '');
      // A file that the author has since moved without a commit, or a skill that was moved with all of its files.
      if (change.kind === 'renamed' && (after === before || workspace.kind(after) === undefined)) continue;
      return { reference, change, before, after };
    }
  }
  return undefined;
}

/** Returns the repository of a document's skill, if it is in a workspace folder; links count as where they lead. */
function repositoryOf(
  { workspace, history }: Session,
  path: string,
): { readonly entry: SkillEntry; readonly repository: SkillRepository } | undefined {
  const entry = workspace.skillOf(path);
  if (history === undefined || entry === undefined || workspace.settingsOf(entry, path).history === false)
    return undefined;
  const skill = workspace.realPath(entry.root);
  const isTrusted = workspace.folders.some((folder) => {
    const real = workspace.realPath(folder);
    return skill !== undefined && real !== undefined && within(real, skill) !== undefined;
  });
  if (skill === undefined || !isTrusted) return undefined;
  for (let root = skill; ; root = dirname(root)) {
    if (workspace.kind(join(root, '.git')) !== undefined) return { entry, repository: { root, skill } };
    if (dirname(root) === root || dirname(root) === '') return undefined;
  }
}

const UNITS = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 7 * 86_400],
  ['month', 30 * 86_400],
  ['year', 365 * 86_400],
] as const;

/**
 * Returns the age of a commit in words: "3 weeks ago".
 * @param time of the commit, in seconds since 1970
 * @param now in milliseconds since 1970
 */
export function ageInWords(time: number, now: number): string {
  const age = Math.max(0, now / 1000 - time);
  const unit = UNITS.findLast(([, seconds]) => age >= seconds);
  return unit === undefined ? 'just now' : `${formatCount(Math.floor(age / unit[1]), unit[0])} ago`;
}
