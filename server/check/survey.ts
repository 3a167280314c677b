import { resolve } from 'node:path';
import type { Bundle, FileSystem, ReadResult, SkillLookup } from '../../skill/index.ts';
import {
  type CachingFiles,
  cachingFiles,
  dirname,
  findSkills,
  isMarkdown,
  join,
  readBundle,
  within,
} from '../../skill/index.ts';
import type { ProjectFile } from '../project-file.ts';
import { manifestAbove } from '../workspace/manifests.ts';
import { Places } from '../workspace/places.ts';
import { Projects } from '../workspace/projects.ts';
import { Roots } from '../workspace/roots.ts';

export interface SurveyOptions {
  /** Files and folders to check, as given; relative ones from `cwd`. */
  readonly paths: readonly string[];
  /** Folder whose other skills and files may be referred to; without it the repository around each path. */
  readonly root?: string;
  readonly cwd: string;
  readonly fs: FileSystem;
  /** Told of every skill at or under the paths while others are still looked for: how many there are so far, in which folders. */
  readonly onSkill?: (count: number, folders: readonly string[]) => void;
}

/** A skill to check, none of whose texts has been parsed. */
export interface SurveyedSkill {
  readonly root: string;
  readonly manifest: string;
  /** Whether a document of the skill was asked for. */
  readonly wants: (path: string) => boolean;
  /** What it lies in: the folders and the skill around it, and the file of the project, as one text. */
  readonly surroundings: string;
}

/** What there is to check, found without loading a parser or a rule: `check` with nothing changed needs no more. */
export interface Survey {
  readonly fs: CachingFiles;
  /** Absolute, with `/`, as a `Workspace` takes them. */
  readonly folders: readonly string[];
  readonly targets: readonly string[];
  /** Every skill around by its folder, those too that were not asked for, with its SKILL.md. */
  readonly roots: ReadonlyMap<string, string>;
  /** Those asked for, by path. */
  readonly skills: readonly SurveyedSkill[];
  readonly lookup: SkillLookup;
  /** The `.skillwright.json` files that hold for any of them. */
  readonly projects: readonly ProjectFile[];
}

export type SurveyResult = Survey | { readonly unreadable: string };

/** Looks for the skills at or under the paths. */
export function survey({ paths, root, cwd, fs: disk, onSkill }: SurveyOptions): SurveyResult {
  const manifests = new Map<string, string>();
  const fs = cachingFiles(reading(disk, manifests));
  const absolute = (path: string) => resolve(cwd, path).replaceAll('\\', '/');
  const targets = paths.map(absolute);
  const gone = targets.findIndex((target) => fs.kind(target) === undefined);
  if (gone >= 0) {
    return {
      unreadable: `${paths[gone]} does not exist, or is neither a file nor a folder. Name a folder with skills, a skill, or a SKILL.md.`,
    };
  }
  if (root !== undefined && fs.kind(absolute(root)) !== 'folder') {
    return { unreadable: `--root ${root} is not a folder.` };
  }
  const roots = new Roots(fs);
  const around = targets.map((target) => {
    const folder = fs.kind(target) === 'folder' ? target : dirname(target);
    return root !== undefined && within(absolute(root), folder) !== undefined
      ? absolute(root)
      : (roots.repository(folder) ?? folder);
  });
  const folders = [...new Set(around)];
  let count = 0;
  const onFound = (manifest: string): void => {
    if (manifests.has(join(manifest, '..'))) return;
    if (targets.some((target) => within(target, manifest) !== undefined)) onSkill?.(++count, folders);
  };
  const search = (folder: string): boolean => {
    const known = manifests.size;
    for (const manifest of findSkills(fs, folder, onFound)) {
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
    // A single file that is no SKILL.md belongs to a skill above it.
    const manifest = manifestAbove(fs, target);
    if (manifest !== undefined) manifests.set(join(manifest, '..'), manifest);
  }
  const places = new Places(fs);
  const projects = new Projects(fs);
  const skills: SurveyedSkill[] = [];
  for (const [own, manifest] of manifests) {
    let kept: Bundle | undefined;
    const bundle = () => {
      kept ??= readBundle(fs, own);
      return kept;
    };
    places.put({ root: own, manifest, bundle });
    const wants = (path: string) => targets.some((target) => within(target, path) !== undefined);
    const documents = () => [manifest, ...[...bundle().files].filter(isMarkdown).map((file) => join(own, file))];
    if (!wants(own) && !documents().some(wants)) continue;
    const folder = folders.find((one) => within(one, own) !== undefined);
    const repository = roots.repository(own);
    const project = projects.source(own, folder, repository);
    const surroundings = JSON.stringify([folder, repository, roots.plugin(own), outerOf(own, manifests), ...project]);
    skills.push({ root: own, manifest, wants, surroundings });
  }
  skills.sort((a, b) => (a.manifest < b.manifest ? -1 : 1));
  return { fs, folders, targets, roots: manifests, skills, lookup: places, projects: projects.all() };
}

/** Reads every SKILL.md once: for its name, for its digest and for the lines of the report. */
function reading(disk: FileSystem, manifests: ReadonlyMap<string, string>): FileSystem {
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

/** The folders of the skills that a skill lies in. */
function outerOf(own: string, roots: ReadonlyMap<string, unknown>): readonly string[] {
  const outer: string[] = [];
  for (let folder = own; folder !== dirname(folder); ) {
    folder = dirname(folder);
    if (roots.has(folder)) outer.push(folder);
  }
  return outer;
}
