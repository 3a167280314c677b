/** The fixes of a document's findings, with the new names of files that git knows to be renamed. */
import { type Reference, type SkillDocument, within } from '../../../skill/index.ts';
import { mergeFixes } from '../../rules/findings/group-fixes.ts';
import { type Finding, type Fix, placesOf, type TextEdit } from '../../rules/rule/rule.ts';
import { pathEdits, writePath } from '../../rules/rule/writing.ts';
import type { DocumentResult } from '../../workspace/skill-entry.ts';
import { historyLookup } from '../path-history.ts';
import type { Session } from '../session.ts';

/**
 * Returns a result whose findings have the change to the new name of a renamed file first, as the preferred fix. Everything
 * else about the findings is unchanged.
 */
export function withRenamedPaths(session: Session, result: DocumentResult): DocumentResult {
  const { analysis, findings, path } = result;
  const document = session.workspace.skillOf(path)?.document(path);
  if (analysis === undefined || findings.length === 0 || document === undefined || 'unreadable' in document)
    return result;
  const lookup = historyLookup(session, result);
  if (lookup === undefined) return result;
  const { root } = analysis.skill;
  /** Returns the change at one range of a finding. */
  const fixesAt = (start: number): readonly Fix[] => {
    const reference = analysis.references.find((one) => one.reference.range.start === start);
    const lost = reference && lookup(reference);
    const file = lost?.change.kind === 'renamed' ? within(root, lost.after) : undefined;
    return lost === undefined || file === undefined || file === ''
      ? []
      : changeTo(file, lost.reference, document, root);
  };
  return {
    ...result,
    findings: findings.map((finding): Finding => {
      if (!finding.code.startsWith('reference.')) return finding;
      const places = placesOf(finding).map(
        ({ range }): Pick<Finding, 'range' | 'fixes'> => ({ range, fixes: fixesAt(range.start) }),
      );
      const renames = mergeFixes(places);
      return renames.length === 0 ? finding : { ...finding, fixes: putFirst(renames, finding.fixes ?? []) };
    }),
  };
}

function changeTo(file: string, reference: Reference, document: SkillDocument, root: string): readonly Fix[] {
  const text = writePath(file, reference, document, root);
  if (text === undefined) return [];
  const isFolder = reference.path.endsWith('/') && !text.endsWith('/');
  const edits = pathEdits(isFolder ? `${text}/` : text, reference, document);
  return [{ kind: 'edit', title: `Change to ${isFolder ? `${file}/` : file}`, preferred: true, edits }];
}

/**
 * Returns the fixes with the renames first. A fix that does the same as a rename, or the same and more (it renames the folder
 * in all paths), replaces it.
 */
function putFirst(renames: readonly Fix[], fixes: readonly Fix[]): readonly Fix[] {
  const first = new Set(renames.map((rename) => fixes.find((fix) => includes(fix, rename)) ?? rename));
  const leading = [...first].map((fix): Fix => (fix.kind === 'edit' ? { ...fix, preferred: true } : fix));
  const others = fixes.filter((fix) => !first.has(fix));
  return [...leading, ...others.map((fix): Fix => (fix.kind === 'edit' ? { ...fix, preferred: false } : fix))];
}

function includes(fix: Fix, rename: Fix): boolean {
  if (fix.kind !== 'edit' || rename.kind !== 'edit') return false;
  const has = (wanted: TextEdit): boolean =>
    fix.edits.some(
      ({ range, text }) => range.start === wanted.range.start && range.end === wanted.range.end && text === wanted.text,
    );
  return rename.edits.every(has);
}
