/**
 * One fact, one finding. After all rules ran and suppressed ranges were removed, findings of the same rule with the same
 * target are merged into one, and so are all paths into the same missing folder.
 */
import { type Bundle, defined } from '../../../skill/index.ts';
import type { Severity } from '../../protocol.ts';
import type { Finding, Joint, MissingFolder, Place } from '../rule/rule.ts';
import { mergeFixes } from './group-fixes.ts';
import { jointFinding } from './joint-finding.ts';
import { missingFolderFinding } from './missing-folder.ts';

/** A finding at a single range. */
export type Found = Finding & { readonly into?: MissingFolder; readonly cause?: string; readonly joint?: Joint };

/**
 * Returns one finding per fact, ordered by first range, with the other ranges in `related`.
 * @param found in document order
 * @param bundle the skill's files, which may include those that belong in a missing folder
 */
export function groupFindings(found: readonly Found[], bundle: Bundle): readonly Finding[] {
  const folderOf = missingFolders(found);
  const groups = new Map<string | Found, Found[]>();
  for (const one of found) {
    // Without a target, nothing shows that two ranges are about the same fact.
    const key =
      one.cause !== undefined
        ? `${one.code}\0\0${one.cause}`
        : one.target === undefined
          ? one
          : (folderOf.get(keyOf(one)) ?? keyOf(one));
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  const folders = new Set(folderOf.values());
  return [...groups].map(([key, group]) => {
    const finding = mergeGroup(group);
    return typeof key === 'string' && folders.has(key) ? missingFolderFinding(finding, group, bundle) : finding;
  });
}

const keyOf = ({ code, target = '' }: Pick<Finding, 'code' | 'target'>): string => `${code}\0${target}`;

/** Maps targets to the missing folder they are in, for folders with several missing targets. Keys and values include the code. */
function missingFolders(found: readonly Found[]): ReadonlyMap<string, string> {
  const targets = new Map<string, Set<string>>();
  for (const one of found) {
    if (one.into === undefined) continue;
    const folder = keyOf({ code: one.code, target: `${one.into.folder}/` });
    const inside = targets.get(folder);
    if (inside) inside.add(keyOf(one));
    else targets.set(folder, new Set([keyOf(one)]));
  }
  const folderOf = new Map<string, string>();
  for (const [folder, inside] of targets) {
    if (inside.size < 2) continue;
    folderOf.set(folder, folder);
    for (const target of inside) folderOf.set(target, folder);
  }
  return folderOf;
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, information: 2, hint: 3 };

/** Merges several ranges into one finding, with the highest severity and the first range. */
function mergeGroup(group: readonly Found[]): Finding {
  const [first, ...others] = group;
  if (first === undefined) throw new Error('a group is never empty');
  const mostSevere = group.reduce((a, b) => (RANK[b.severity] < RANK[a.severity] ? b : a));
  const { into: _, cause: __, joint, ...finding } = mostSevere;
  if (others.length === 0) return finding;
  if (joint !== undefined) return jointFinding(finding, joint, group);
  const fixes = mergeFixes(group);
  return {
    ...finding,
    range: first.range,
    ...defined<Partial<Finding>>({ fixes: fixes.length > 0 ? fixes : undefined }),
    related: others.map(
      ({ range, target, message }): Place =>
        defined({
          range,
          target: target !== undefined && target !== finding.target ? target : undefined,
          message: message === finding.message ? undefined : message,
        }),
    ),
  };
}
