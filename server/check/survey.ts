import { resolve } from 'node:path';
import type { Bundle, DirectoryEntry, FileSystem, ReadResult, SkillLookup } from '../../skill/index.ts';
import {
  type CachingFiles,
  cachingFiles,
  dirname,
  findSkills,
  instructionsIn,
  isMarkdown,
  join,
  manifestsIn,
  mayHaveCases,
  readBundle,
  within,
} from '../../skill/index.ts';
import { matcher, type ProjectFile } from '../project-file.ts';
import { manifestAbove } from '../workspace/manifests.ts';
import { Projects } from '../workspace/projects.ts';
import { Roots } from '../workspace/roots.ts';
import { SkillPlaces } from '../workspace/skill-places.ts';

export interface SurveyOptions {
  /** Files and folders to check, as given; relative to `cwd`. */
  readonly paths: readonly string[];
  /** The folder with other skills and files that may be referenced; by default, the repository of each path. */
  readonly root?: string | undefined;
  /** Globs of files and folders not to check, relative to `cwd`; other skills can still reference them. */
  readonly exclude?: readonly string[];
  readonly cwd: string;
  readonly fs: FileSystem;
  /** Called for every skill found at or under the paths, with the number so far and their folders. */
  readonly onSkill?: (count: number, folders: readonly string[]) => void;
}

/** A skill to check, not parsed yet. */
export interface SurveyedSkill {
  readonly root: string;
  readonly manifest: string;
  /** Returns true if a document of the skill was requested. */
  readonly isRequested: (path: string) => boolean;
  /** Returns the surroundings as one string: the enclosing folders and skill, and the project file. Only the cache needs it. */
  readonly surroundings: () => string;
}

/** An instruction file or a manifest to check, not parsed yet. */
export interface SurveyedFile {
  readonly path: string;
  /** Returns the surroundings, like those of a skill. */
  readonly surroundings: () => string;
}

/** The skills to check, found without loading a parser or a rule, which is enough if nothing changed. */
export interface Survey {
  readonly fs: CachingFiles;
  /** Absolute, with `/`, as for a `Workspace`. */
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  /** Returns true if a path is to be checked. */
  readonly isRequested: (path: string) => boolean;
  /** All skills in the folders, including those not requested: folder to SKILL.md. */
  readonly roots: ReadonlyMap<string, string>;
  /** The requested skills, sorted by path. */
  readonly skills: readonly SurveyedSkill[];
  /** The requested files outside of skills that may be instruction files, sorted by path. */
  readonly instructions: readonly SurveyedFile[];
  /** The requested manifests of plugins, extensions and marketplaces, sorted by path. */
  readonly plugins: readonly SurveyedFile[];
  readonly lookup: SkillLookup;
  /** The `.skillwright.json` files that apply to any of them. */
  readonly projects: readonly ProjectFile[];
}

export type SurveyResult = Survey | { readonly unreadable: string };

/** Finds the skills at or under the paths. */
export function survey({ paths, root, exclude = [], cwd, fs: disk, onSkill }: SurveyOptions): SurveyResult {
  const manifests = new Map<string, string>();
  const fs = cachingFiles(readingOnce(disk, manifests));
  const absolute = (path: string) => resolve(cwd, path).replaceAll('\\', '/');
  const targets = paths.map(absolute);
  const missing = targets.findIndex((target) => fs.kind(target) === undefined);
  if (missing >= 0) {
    return {
      unreadable: `Specify a folder with skills, a skill, or a SKILL.md: ${paths[missing]} does not exist, or is neither a file nor a folder.`,
    };
  }
  if (root !== undefined && fs.kind(absolute(root)) !== 'folder') {
    return { unreadable: `Specify a folder for --root: ${root} is not one.` };
  }
  const roots = new Roots(fs);
  const enclosing = targets.map((target) => {
    const folder = fs.kind(target) === 'folder' ? target : dirname(target);
    return root !== undefined && within(absolute(root), folder) !== undefined
      ? absolute(root)
      : (roots.repository(folder) ?? folder);
  });
  const folders = [...new Set(enclosing)];
  const isRequested = requested(targets, exclude, absolute('.'));
  let count = 0;
  const onFound = (manifest: string): void => {
    if (manifests.has(join(manifest, '..'))) return;
    if (isRequested(manifest)) onSkill?.(++count, folders);
  };
  const candidates = new Set<string>();
  const plugins = new Set<string>();
  /** Links to each SKILL.md. */
  const links = new Map<string, readonly string[]>();
  const search = (folder: string): boolean => {
    const known = manifests.size;
    const onFolder = (inner: string, entries: readonly DirectoryEntry[]): void => {
      for (const path of instructionsIn(folder, inner, entries)) candidates.add(path);
      for (const path of manifestsIn(inner, entries)) plugins.add(path);
    };
    const onLink = (link: string, manifest: string): void => {
      links.set(manifest, [...(links.get(manifest) ?? []), link]);
    };
    for (const manifest of findSkills(fs, folder, onFound, onFolder, onLink)) {
      const own = join(manifest, '..');
      if (!manifests.has(own)) manifests.set(own, manifest);
    }
    return manifests.size > known;
  };
  for (const folder of folders) search(folder);
  // A search of the repository follows only one of several links to a folder, and stops at a limit.
  for (const target of targets)
    if (!folders.includes(target) && fs.kind(target) === 'folder' && search(target)) folders.push(target);
  for (const target of targets) {
    if ([...manifests.keys()].some((own) => within(own, join(target, '..')) !== undefined)) continue;
    // A file other than SKILL.md belongs to the closest skill above it.
    const manifest = manifestAbove(fs, target);
    if (manifest !== undefined) manifests.set(join(manifest, '..'), manifest);
  }
  const places = new SkillPlaces(fs);
  const projects = new Projects(fs);
  const skills: SurveyedSkill[] = [];
  const surroundingsOf = (own: string): SurveyedFile['surroundings'] => {
    const folder = folders.find((one) => within(one, own) !== undefined);
    const repository = roots.repository(own);
    const project = projects.source(own, folder, repository);
    return () => {
      const linked = links.get(manifests.get(own) ?? '') ?? [];
      return JSON.stringify([
        folder,
        repository,
        roots.place(own, folder),
        outerOf(own, manifests),
        linked,
        ...project,
      ]);
    };
  };
  for (const [own, manifest] of manifests) {
    let read: Bundle | undefined;
    const bundle = () => {
      read ??= readBundle(fs, own);
      return read;
    };
    places.put({ root: own, manifest, bundle });
    const documents = () => [
      manifest,
      ...[...bundle().files].filter((file) => isMarkdown(file) || mayHaveCases(file)).map((file) => join(own, file)),
    ];
    if (!isRequested(own) && !documents().some(isRequested)) continue;
    skills.push({ root: own, manifest, isRequested, surroundings: surroundingsOf(own) });
  }
  const surveyed = (path: string): SurveyedFile => ({ path, surroundings: surroundingsOf(dirname(path)) });
  const instructions = [...candidates]
    .filter((path) => isRequested(path) && outerOf(path, manifests).length === 0)
    .sort()
    .map(surveyed);
  skills.sort((a, b) => (a.manifest < b.manifest ? -1 : 1));
  return {
    fs,
    folders,
    targets,
    isRequested,
    roots: manifests,
    skills,
    instructions,
    plugins: [...plugins].filter(isRequested).sort().map(surveyed),
    lookup: places,
    projects: projects.all(),
  };
}

/** Returns a test for paths at or under the targets that no glob excludes. */
function requested(targets: readonly string[], exclude: readonly string[], cwd: string): (path: string) => boolean {
  const isExcluded = exclude.length === 0 ? () => false : matcher(exclude);
  // A path outside of the working directory is matched as an absolute one.
  return (path) =>
    targets.some((target) => within(target, path) !== undefined) &&
    !isExcluded(within(cwd, path) ?? path.replace(/^\//, ''));
}

/** Reads every SKILL.md only once: for its name, its digest and the lines of the report. */
function readingOnce(disk: FileSystem, manifests: ReadonlyMap<string, string>): FileSystem {
  const texts = new Map<string, ReadResult>();
  return {
    ...disk,
    read(path) {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const result = disk.read(path);
      if (manifests.get(path.slice(0, path.lastIndexOf('/'))) === path) texts.set(path, result);
      return result;
    },
  };
}

/** Returns the folders of the skills that contain a skill. */
function outerOf(own: string, roots: ReadonlyMap<string, unknown>): readonly string[] {
  const outer: string[] = [];
  for (let folder = own; folder !== dirname(folder); ) {
    folder = dirname(folder);
    if (roots.has(folder)) outer.push(folder);
  }
  return outer;
}
