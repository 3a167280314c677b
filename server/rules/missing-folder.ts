import type { Bundle } from '../../skill/index.ts';
import { inPlaces, withoutOverlap } from './group-fixes.ts';
import type { Finding, Fix, MissingFolder, TextEdit } from './rule.ts';

type InFolder = Finding & { readonly into?: MissingFolder };

/**
 * The finding of a folder that is not there, made of the findings of the paths into it. Where another folder has all of
 * its files, a fix renames it in all places.
 * @param finding all of them as one finding
 */
export function atFolder(finding: Finding, paths: readonly InFolder[], bundle: Bundle): Finding {
  const folder = paths.find(({ into }) => into !== undefined)?.into?.folder ?? '';
  const target = `${folder}/`;
  const covers = [...new Set(paths.flatMap((one) => one.target ?? []))].filter((path) => path !== target);
  const renamed = renamedTo(paths, bundle);
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
  ...(own === folder ? {} : { target: own }),
});

function messageOf(folder: string, count: number, renamed: string | undefined): string {
  const paths = `${count} path${count === 1 ? '' : 's'}`;
  const none = folder.startsWith('../') ? 'there is no such folder' : 'the skill has no such folder';
  const fix =
    renamed === undefined
      ? `Add \`${folder}\`, or correct the ${paths} into it`
      : renamed === ''
        ? `Leave \`${folder}\` out of ${paths}, whose files lie beside SKILL.md`
        : `Change \`${folder}\` to \`${renamed}/\`, which has what ${paths} lead${count === 1 ? 's' : ''} to`;
  return `${fix}: ${none}, so a model misses whatever it asks for there.`;
}

/** The bundled folder that has everything that paths into the missing one name, `` for the skill's own; undefined where none has. */
function renamedTo(paths: readonly InFolder[], bundle: Bundle): string | undefined {
  const inside = paths.flatMap(({ into }) => (into && into.rest !== '' ? [into.rest] : []));
  const has = (path: string): boolean => bundle.files.has(path) || bundle.folders.has(path.replace(/\/$/, ''));
  for (const { into, suggestions = [] } of paths) {
    if (into === undefined || into.rest === '') continue;
    for (const file of suggestions) {
      if (file !== into.rest && !file.endsWith(`/${into.rest}`)) continue;
      const folder = file.slice(0, -into.rest.length).replace(/\/$/, '');
      if (inside.every((rest) => has(folder === '' ? rest : `${folder}/${rest}`))) return folder;
    }
  }
  return undefined;
}

/** Undefined where a place cannot name the other folder. */
function renameFix(from: string, to: string, paths: readonly InFolder[]): Fix | undefined {
  const edits: TextEdit[] = [];
  for (const { range, target = '', into } of paths) {
    if (into === undefined) return undefined;
    const file = [to, into.rest].filter(Boolean).join('/');
    const text = file === '' ? undefined : into.write(file);
    if (text === undefined) return undefined;
    edits.push({ range, text: target.endsWith('/') && !text.endsWith('/') ? `${text}/` : text });
  }
  const title = inPlaces(to === '' ? `Leave out ${from}` : `Change ${from} to ${to}/`, edits.length);
  return { kind: 'edit', title, edits: withoutOverlap(edits), preferred: true };
}
