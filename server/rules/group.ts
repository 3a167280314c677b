/**
 * One fact, one finding. What rules find place by place is put together once all of them ran and suppressed places are
 * gone: the same target of the same rule is one finding, and so are all paths into a folder that is not there.
 */
import type { Bundle } from '../../skill/index.ts';
import type { Severity } from '../protocol.ts';
import { mergedFixes } from './group-fixes.ts';
import { atFolder } from './missing-folder.ts';
import type { Finding, MissingFolder, Place } from './rule.ts';

/** What a rule found at one place. */
export type Found = Finding & { readonly into?: MissingFolder };

/**
 * Findings by their first place, with the others in `related`.
 * @param found in order of their places
 * @param bundle the skill's files, among which those of a missing folder may be
 */
export function grouped(found: readonly Found[], bundle: Bundle): readonly Finding[] {
  const folderOf = missingFolders(found);
  const groups = new Map<string | Found, Found[]>();
  for (const one of found) {
    // Without a target nothing tells that two places are of one fact.
    const key = one.target === undefined ? one : (folderOf.get(keyOf(one)) ?? keyOf(one));
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  const folders = new Set(folderOf.values());
  return [...groups].map(([key, group]) => {
    const finding = together(group);
    return typeof key === 'string' && folders.has(key) ? atFolder(finding, group, bundle) : finding;
  });
}

const keyOf = ({ code, target = '' }: Pick<Finding, 'code' | 'target'>): string => `${code}\0${target}`;

/** Targets to the missing folder that they lead into, of folders that several targets lead into. Both with their code. */
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

const STRENGTH: Readonly<Record<Severity, number>> = { error: 0, warning: 1, information: 2, hint: 3 };

/** One finding of several places: as grave as the gravest, at the first. */
function together(group: readonly Found[]): Finding {
  const [first, ...others] = group;
  if (first === undefined) throw new Error('a group holds what it was made of');
  const gravest = group.reduce((a, b) => (STRENGTH[b.severity] < STRENGTH[a.severity] ? b : a));
  const { into: _, ...finding } = gravest;
  if (others.length === 0) return finding;
  const fixes = mergedFixes(group);
  return {
    ...finding,
    range: first.range,
    ...(fixes.length > 0 ? { fixes } : {}),
    related: others.map(
      ({ range, target, message }): Place => ({
        range,
        ...(target !== undefined && target !== finding.target ? { target } : {}),
        ...(message === finding.message ? {} : { message }),
      }),
    ),
  };
}
