/** `check --changed-since`: what a change touched, and what it broke elsewhere. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { basename, decode, dirname, join, normalize } from '../../skill/index.ts';
import { PROJECT_FILE } from '../project-file.ts';
import type { Finding } from '../rules/rule/rule.ts';
import type { FileReport, Report } from './report.ts';

/** The changes since a revision. Paths are absolute, with `/`. */
export interface Changes {
  /** Files that no longer exist. */
  readonly removed: readonly string[];
  /** True for a new or changed file. */
  isTouched(path: string): Promise<boolean>;
}

/** Finds the changes in the repositories of folders since a revision. The message says what to do. */
export type FindChanges = (
  folders: readonly string[],
  revision: string,
) => Promise<({ readonly kind: 'changes' } & Changes) | { readonly kind: 'failed'; readonly message: string }>;

/**
 * Returns the findings that a change may have caused: all of touched files, of skills that lost a file, and of documents whose
 * settings changed, and in others those whose path leads to a file that is gone.
 * @param cwd the folder that the paths of the report are relative to
 */
export async function changedOnly(report: Report, changes: Changes, cwd: string): Promise<Report> {
  const gone = goneThrough(changes.removed);
  const touched = new Map<string, boolean>();
  const isTouched = async (path: string): Promise<boolean> => {
    const answer = touched.get(path) ?? (await changes.isTouched(path));
    touched.set(path, answer);
    return answer;
  };
  const haveSettingsChanged = async (path: string): Promise<boolean> => {
    for (const file of settingsFor(path))
      if (gone.files.has(file) || (existsSync(file) && (await isTouched(file)))) return true;
    return false;
  };
  const files: FileReport[] = [];
  for (const one of report.files) {
    const root = resolve(cwd, one.folder).replaceAll('\\', '/');
    const isWhole = gone.folders.has(root) || (await isTouched(one.path)) || (await haveSettingsChanged(one.path));
    const findings = isWhole ? one.findings : one.findings.filter((finding) => leadsToGone(finding, one, root, gone));
    if (isWhole || findings.length > 0) files.push({ ...one, findings });
  }
  return { ...report, files, newOnly: true };
}

/** The files that no longer exist, and all folders above them. */
interface Gone {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Files by their names. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

function goneThrough(removed: readonly string[]): Gone {
  const folders = new Set<string>();
  const byName = new Map<string, string[]>();
  for (const path of removed) {
    for (const folder of foldersAbove(path)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
    byName.set(basename(path), [...(byName.get(basename(path)) ?? []), path]);
  }
  return { files: new Set(removed), folders, byName };
}

/** Visits the folders above a path, the closest first. */
function* foldersAbove(path: string): Generator<string> {
  for (let folder = dirname(path); folder !== '' && folder !== dirname(folder); folder = dirname(folder)) yield folder;
}

/** Returns the settings that may apply to a document. */
const settingsFor = (path: string): readonly string[] => [...foldersAbove(path)].map((one) => join(one, PROJECT_FILE));

/** True if a path of a finding leads to a file that is gone, or into a folder that has lost all of its files. */
function leadsToGone(finding: Finding, { path, lines }: FileReport, root: string, gone: Gone): boolean {
  const bases = [root, ...foldersAbove(path)];
  const isGone = (target: string): boolean => {
    const written = plainPath(target);
    if (written === '') return false;
    const places = bases.map((base) => join(base, written));
    if (places.some((place) => gone.files.has(place) || (gone.folders.has(place) && !existsSync(place)))) return true;
    // A path in a folder that the text names, such as "`references/menu.md` of the brew skill".
    const others = gone.byName.get(basename(written)) ?? [];
    return others.some(
      (file) => file.endsWith(`/${written}`) && isWordOf(lines.text, basename(file.slice(0, -written.length - 1))),
    );
  };
  const { target = '', covers = [], parts = [], related = [] } = finding;
  const targets = [target, ...covers, ...[...parts, ...related].map((one) => one.target ?? '')];
  return [...new Set(targets)].some(isGone);
}

/** True if a text has a name, not as a part of another one. */
function isWordOf(text: string, name: string): boolean {
  const isPart = (character: string | undefined): boolean => /[\w-]/.test(character ?? '');
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) return true;
  return false;
}

const plainPath = (written: string): string =>
  normalize(decode(written).replaceAll('\\', '/')).replace(/^(?:\/|~\/)+/, '');
