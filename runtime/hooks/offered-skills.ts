/** The skills that a client offers in a folder, as far as a request concerns them, for the kinds of misses. */
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { diskFiles, homeFolder, toSlashes } from '../../skill/disk.ts';
import {
  type Bundle,
  basename,
  CLIENTS,
  cachingFiles,
  catalogOf,
  defined,
  dirname,
  type FileSystem,
  guessesOf,
  join,
  normalize,
  readBundle,
  readDocument,
  type SkillDocument,
  type SkillFacts,
  SPEC_FOLDERS,
} from '../../skill/index.ts';
import { clientFiles } from '../catalog/client-files.ts';
import { writtenPaths } from '../skill-files/provoked-paths.ts';
import type { RecordLine } from '../user-data/hook-record.ts';

/** A skill that a client offers, or that the session has loaded. */
export interface HookSkill {
  /** The name that the client offers. */
  readonly name: string;
  /** Absolute, with `/`. */
  readonly folder: string;
  readonly manifest: string;
  /** True if the session has loaded it. */
  readonly isLoaded: boolean;
  /** Its files, read when they are needed. */
  readonly bundle: () => Bundle;
  /** Its SKILL.md; undefined if it cannot be read. */
  readonly document: () => SkillDocument | undefined;
}

/** Largest number of skills whose files are listed, and time for it, in milliseconds. */
const MAX_LISTED = 300;
const MAX_LISTING = 250;
/** Largest SKILL.md that is parsed, in characters. */
const MAX_TEXT = 400_000;

/** Returns the offered skills and those that the session has loaded, each once. */
export function offeredSkills(client: string, directory: string, lines: readonly RecordLine[]): readonly HookSkill[] {
  const disk = diskFiles();
  const profile = CLIENTS.find(({ id }) => id === client);
  const place = {
    fs: clientFiles(),
    cwd: toSlashes(directory),
    home: toSlashes(homeFolder()),
    environment: process.env,
  };
  const offered = profile === undefined ? [] : catalogOf(profile, place).offered;
  const manifests = lines.flatMap((line) =>
    line.event === 'skill' && line.manifest !== undefined ? [toSlashes(line.manifest)] : [],
  );
  const names = new Set(
    lines.flatMap((line) => (line.event === 'skill' && line.name !== undefined ? [line.name] : [])),
  );
  const found = new Map<string, HookSkill>();
  const add = (name: string, manifest: string, isLoaded: boolean): void => {
    const folder = dirname(manifest);
    if (found.has(folder)) return;
    found.set(folder, {
      name,
      folder,
      manifest,
      isLoaded,
      bundle: once(() => readBundle(cachingFiles(disk), folder)),
      document: once(() => documentAt(disk, manifest)),
    });
  };
  for (const { name, file } of offered)
    add(
      name,
      file,
      manifests.some((one) => dirname(one) === dirname(file)) || names.has(name) || names.has(bare(name)),
    );
  // One that was loaded from elsewhere, such as a folder outside of the client's.
  for (const manifest of manifests) if (existsSync(manifest)) add(nameAt(disk, manifest), manifest, true);
  return [...found.values()];
}

/**
 * Returns the facts about skills from which the kind of a miss follows. The files of a loaded skill are always known, those of
 * others as far as there is time.
 */
export function factsOf(skills: readonly HookSkill[], asked: string): readonly SkillFacts[] {
  const end = performance.now() + MAX_LISTING;
  let listed = 0;
  return skills.map((skill): SkillFacts => {
    const { name, folder, isLoaded } = skill;
    const isNamed = asked.includes(`/${basename(folder)}/`);
    const isListed = isLoaded || isNamed || (listed++ < MAX_LISTED && performance.now() < end);
    if (!isListed) return { name, folder };
    const bundle = skill.bundle();
    const document = isLoaded || isNamed ? skill.document() : undefined;
    return defined<SkillFacts>({
      name,
      folder,
      files: [...bundle.files].filter(isShown),
      hasAllFiles: bundle.truncated ? undefined : true,
      written: document && writtenPaths(document).map((path) => ({ path, document: 'SKILL.md' })),
      guesses: document && guessesOf(document).map(({ path }) => path),
    });
  });
}

/** True if the text of a skill leads to a file. */
export function leadsTo(skill: HookSkill, file: string): boolean {
  const document = skill.document();
  if (document === undefined) return false;
  return (
    writtenPaths(document).some((path) => normalize(path) === file) ||
    guessesOf(document).some(({ path }) => path === file)
  );
}

/** True if a file is in a folder of the kinds that skills bundle, and the skill has that folder. */
export function isInBundledFolder(skill: HookSkill, file: string): boolean {
  const [first = ''] = file.split('/');
  return SPEC_FOLDERS.has(first) && existsSync(join(skill.folder, first));
}

/** True for a skill that is a whole repository: most of its files have nothing to do with the skill. */
export const isWholeRepository = ({ folder }: HookSkill): boolean => existsSync(join(folder, '.git'));

/** True if a path of a skill may be named to a model: hidden files may not. */
export const isShown = (path: string): boolean => !path.split('/').some((part) => part.startsWith('.'));

/** True if an existing file is in a skill's folder, also after its links are followed. */
export function isInside({ folder }: HookSkill, path: string): boolean {
  try {
    const [root, real] = [realpathSync(folder), realpathSync(path)];
    return (real === root || real.startsWith(`${root}/`) || real.startsWith(`${root}\\`)) && lstatSync(real).isFile();
  } catch {
    return false;
  }
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the name of a skill: that in its frontmatter, or that of its folder. */
function nameAt(fs: FileSystem, manifest: string): string {
  const frontmatter = documentAt(fs, manifest)?.frontmatter;
  const name: unknown = frontmatter?.kind === 'valid' ? frontmatter.data.name : undefined;
  return typeof name === 'string' ? name : basename(dirname(manifest));
}

function documentAt(fs: FileSystem, manifest: string): SkillDocument | undefined {
  const result = fs.read(manifest);
  return result.kind === 'text' && result.text.length <= MAX_TEXT ? readDocument(manifest, result.text) : undefined;
}

function once<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined;
  return () => {
    loaded ??= { value: load() };
    return loaded.value;
  };
}
