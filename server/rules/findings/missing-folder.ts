import { type Bundle, basename, defined, formatCount } from '../../../skill/index.ts';
import type { Finding, Fix, MissingFolder, TextEdit } from '../rule/rule.ts';
import { withoutOverlap, withPlaceCount } from './group-fixes.ts';

type InFolder = Finding & { readonly into?: MissingFolder };

/**
 * Builds the finding for a missing folder from the findings of the paths into it. If another folder has all of the files,
 * a fix renames the folder at every range.
 * @param finding all paths merged into one finding
 */
export function missingFolderFinding(finding: Finding, paths: readonly InFolder[], bundle: Bundle): Finding {
  const folder = paths.find(({ into }) => into !== undefined)?.into?.folder ?? '';
  const target = `${folder}/`;
  const covers = [...new Set(paths.flatMap((one) => one.target ?? []))].filter((path) => path !== target);
  const renamed = findRenamedFolder(paths, bundle);
  const rename = renamed === undefined ? undefined : renameFix(target, renamed, paths);
  const { range, fixes = [], related = [], suggestions: _, ...rest } = finding;
  const others = rename ? fixes.map((fix) => (fix.kind === 'edit' ? { ...fix, preferred: false } : fix)) : fixes;
  return {
    ...rest,
    range,
    target,
    covers,
    related: related.map((place, index) => withTarget(place, paths[index + 1]?.target, target)),
    suggestions: rename ? [renamed === '' ? './' : `${renamed}/`] : (paths[0]?.suggestions ?? []),
    message: messageOf(target, covers.length, rename ? renamed : undefined),
    fixes: rename ? [rename, ...others] : others,
  };
}

const withTarget = <P extends { readonly message?: string }>(
  { message: _, ...place }: P,
  own = '',
  folder: string,
) => ({
  ...place,
  ...defined<Pick<Finding, 'target'>>({ target: own === folder ? undefined : own }),
});

function messageOf(folder: string, count: number, renamed: string | undefined): string {
  const paths = formatCount(count, 'path');
  const none = `${folder.startsWith('../') ? 'There is' : 'The skill has'} no folder \`${folder}\``;
  const plural = count === 1 ? '' : 's';
  if (renamed === undefined) return `${none}. Add it, or correct the ${count === 1 ? 'path' : paths} into it.`;
  return renamed === ''
    ? `${none}: the file${plural} ${count === 1 ? 'is' : 'are'} next to SKILL.md. Remove it from ${paths}.`
    : `${none}, but \`${renamed}/\` has the file${plural}. Change the folder in ${paths}.`;
}

/**
 * Returns the bundled folder that contains every file named by the paths into the missing folder: an empty string for the
 * skill's own folder, undefined if there is none. Of names that several folders have, such as `INDEX.md`, nothing follows, unless
 * the folders have the same name.
 */
function findRenamedFolder(paths: readonly InFolder[], bundle: Bundle): string | undefined {
  const inside = paths.flatMap(({ into }) => (into && into.rest !== '' ? [into.rest] : []));
  const has = (path: string): boolean => bundle.files.has(path) || bundle.folders.has(path.replace(/\/$/, ''));
  for (const { into, suggestions = [] } of paths) {
    if (into === undefined || into.rest === '') continue;
    for (const file of suggestions) {
      if (file !== into.rest && !file.endsWith(`/${into.rest}`)) continue;
      const folder = file.slice(0, -into.rest.length).replace(/\/$/, '');
      const isMeant = basename(folder) === basename(into.folder) || inside.some((rest) => isOnlyOne(rest, bundle));
      if (isMeant && inside.every((rest) => has(folder === '' ? rest : `${folder}/${rest}`))) return folder;
    }
  }
  return undefined;
}

/** Returns true if one bundled file or folder at most has the name that a path ends in. */
function isOnlyOne(path: string, { files, folders }: Bundle): boolean {
  const name = basename(path.replace(/\/$/, ''));
  return [...files, ...folders].filter((one) => basename(one) === name).length <= 1;
}

/** Returns the fix that renames a folder in all paths; undefined if one of them cannot be written for the other folder. */
function renameFix(from: string, to: string, paths: readonly InFolder[]): Fix | undefined {
  const edits: TextEdit[] = [];
  for (const { range, target = '', into } of paths) {
    if (into === undefined) return undefined;
    const file = [to, into.rest].filter(Boolean).join('/');
    const text = file === '' ? undefined : into.write(file);
    if (text === undefined) return undefined;
    edits.push({ range, text: target.endsWith('/') && !text.endsWith('/') ? `${text}/` : text });
  }
  const title = withPlaceCount(to === '' ? `Remove ${from}` : `Change ${from} to ${to}/`, edits.length);
  return { kind: 'edit', title, edits: withoutOverlap(edits), preferred: true };
}
