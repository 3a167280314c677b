import { createHash } from 'node:crypto';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { type FailedRequest, readDocument, type SkillDocument } from '../../skill/index.ts';
import type { FileMiss, SkillFile } from '../protocol/events.ts';
import { MissFinder } from '../skill-files/miss-finder.ts';
import { provokedPaths } from '../skill-files/provoked-paths.ts';
import type { Installation, InstalledSkill } from './installation.ts';
import { wasExposed } from './installed-content.ts';
import { globMatcher } from './linear-regex.ts';
import type { RunCondition } from './reached-commands.ts';

/** A file or folder that a call looks for. */
export interface Lookup {
  readonly kind: Exclude<FileMiss['kind'], 'skill'>;
  /** Absolute; with a pattern, the folder in which the search starts. */
  readonly path: string;
  /** The directory that a relative path was resolved against, absolute. */
  readonly from: string;
  /** The path as the command writes it. */
  readonly asked?: string;
  /** A pattern for the names or paths that are searched for. */
  readonly pattern?: string;
  /** The pattern below `path` that the shell expands: only the folder is looked for. */
  readonly glob?: string;
  /** True if the command that looks runs only if one before it succeeds or fails. */
  readonly isConditional?: true;
  /** When the command certainly runs, if its program exists; absent if always. */
  readonly condition?: RunCondition;
  /**
   * The program of a command whose existence is not certain; absent in one with a path. If it `decides`, the exit code of the
   * line says whether it started.
   */
  readonly starts?: { readonly program?: string; readonly decides: boolean };
  /** True if the file was missing before the call. */
  readonly isMissing?: true;
  /** True if nothing but `cd` comes before the command. */
  readonly isFirst?: true;
  /** True if the line has no other command but `cd`, and the command looks for nothing else. */
  readonly isOnly?: true;
  /** True if a command of a shell looks for it, not a tool for files. */
  readonly byCommand?: true;
  /** True if a search reads the file, and shows only what it finds. */
  readonly isSearched?: true;
  /** True if the command copies the file instead of printing it. */
  readonly isCopied?: true;
  /** True if the command prints the file, or the names in the folder, unless that is empty. */
  readonly isPrinted?: true;
  /** True if it prints lines of the file. */
  readonly showsLines?: true;
  /** True if the errors of that command are not shown. */
  readonly isSilent?: true;
  /** Text that is printed instead if the command fails. */
  readonly fallback?: string;
}

/** The skills that an approval of a command covers. */
export interface ApprovedSkills {
  /** Sorted. */
  readonly names: readonly string[];
  /** Hash of their files as they were installed; undefined without skills. */
  readonly files: string | undefined;
  /** The folders of the skills that were neither loaded nor looked into; absolute. */
  readonly otherFolders: readonly string[];
  /** The folder of such a skill that is not certainly where it was installed, so that its content may be elsewhere. */
  readonly lost: string | undefined;
}

export const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
/** Largest Markdown file that is parsed, and all of them together, in characters: commands can write any text into them. */
const MAX_TEXT = 100_000;
const MAX_TEXTS = 1_000_000;
/** Maximum number of paths of a skill, and of missed ones, that are remembered. */
const MAX_PATHS = 5_000;
const MAX_MISSED = 1_000;
/** Maximum length of a pattern that is compared, in characters. */
const MAX_PATTERN = 200;
/** Minimum number of literal characters with which a pattern names a file: `*.md` names none. */
const MIN_LITERAL = 3;

/**
 * The skills that a model has loaded, and their files that it has read. Determines which of its failures are misses:
 * those inside a loaded skill's folder, and those of a path that a text it has read names or makes it guess. Coding
 * agents often look for absent files, so no other failure says anything about a skill.
 */
export class LoadedSkills {
  private readonly installation: Installation;
  /** Paths that the texts read so far name or make a model guess, with the stems of their names, by skill. */
  private readonly paths = new Map<InstalledSkill, Map<string, string>>();
  /** Number of characters of further texts that are parsed. */
  private charactersLeft = MAX_TEXTS;
  private readonly readFiles = new Set<string>();
  /** The skills that were loaded or looked into. */
  private readonly known = new Set<InstalledSkill>();
  /** The skills among them that bring scripts. */
  private readonly withScripts = new Set<InstalledSkill>();
  private readonly scripts = new Map<InstalledSkill, boolean>();
  /** The paths that were missed, latest last. */
  private missed: string[] = [];
  private readonly misses: MissFinder;

  constructor(installation: Installation) {
    this.installation = installation;
    const { allSkills, skills, home } = installation;
    const placed = allSkills.map(({ skill, folder }) => ({ skill, name: skill.name, folder: toSlashes(folder) }));
    this.misses = new MissFinder({
      skills: () => placed,
      offered: () => skills.map(({ name }) => name),
      home: toSlashes(home),
    });
  }

  /** Records that a file was read or run. Returns it if it belongs to a skill. */
  recordRead(path: string): SkillFile | undefined {
    this.recordLook(path);
    const skill = this.skillAbove(path);
    const found = this.fileAt(path);
    if (skill === undefined || found === undefined) return undefined;
    const { path: file } = found;
    if (file === 'SKILL.md') this.pathsOf(skill);
    if (!this.readFiles.has(path)) {
      this.readFiles.add(path);
      const document = MARKDOWN.test(file) ? this.readText(path) : undefined;
      if (document !== undefined) {
        this.misses.learn(skill.skill.name, file, document);
        const paths = this.pathsOf(skill);
        for (const one of provokedPaths(document, file, (one) => skill.skill.bundle.files.has(one)))
          if (paths.size < MAX_PATHS) paths.set(one, stemOf(basename(one)));
      }
    }
    return found;
  }

  /** Returns the file of a skill at a path, whether it exists or not; undefined if the path leads to none. */
  fileAt(path: string): SkillFile | undefined {
    const skill = this.skillAbove(path);
    if (skill === undefined || skill.folder === path) return undefined;
    return { skill: skill.skill.name, path: toSlashes(relative(skill.folder, path)) };
  }

  /** Returns the text of a file of at most `maxBytes`; undefined if it is larger, is no text or cannot be read. */
  textOf(path: string, maxBytes: number): string | undefined {
    const bytes = this.installation.files.read(path, maxBytes);
    return Buffer.isBuffer(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : undefined;
  }

  /**
   * Returns the skills whose scripts a command may run: those that were loaded or looked into, and those that the command
   * looks into.
   * @param directory the directory in which it starts
   */
  scriptsFor(directory: string, lookups: readonly Lookup[]): ApprovedSkills {
    this.recordLook(directory);
    for (const { kind, path } of lookups) {
      // Whatever its name says.
      const script = kind === 'script' ? this.skillAt(path) : undefined;
      if (script !== undefined) this.scripts.set(script, true);
      this.recordLook(path);
    }
    const isExposed = wasExposed(this.installation.root);
    // Its scripts can be anywhere.
    for (const skill of this.installation.allSkills)
      if (isExposed || this.placeOf(skill.folder) === 'nowhere') this.addScripts(skill);
    // Any text can be a script, such as `bash notes.txt`.
    const others = this.installation.allSkills.filter((skill) => !this.known.has(skill));
    const places = others.map(({ folder }) => ({ folder, place: this.placeOf(folder) }));
    const covered = [...this.withScripts].map(({ name, content }) => JSON.stringify([name, content.hash])).sort();
    return {
      names: [...new Set([...this.withScripts].map(({ name }) => name))].sort(),
      files: covered.length === 0 ? undefined : createHash('sha256').update(covered.join('\n')).digest('hex'),
      otherFolders: places.flatMap(({ folder, place }) => (place === 'installed' ? [folder] : [])),
      lost: places.find(({ place }) => place === 'unknown')?.folder,
    };
  }

  /** Records that something at a path was looked at, such as a folder or a script. */
  recordLook(path: string): void {
    const skill = this.skillAt(path);
    if (skill !== undefined) this.addScripts(skill);
  }

  /** Records that the text of every file below a folder was searched. */
  recordSearch(folder: string): void {
    const located = this.installation.files.locate(folder);
    const top = located.kind === 'outside' ? folder : located.path;
    for (const skill of this.installation.allSkills) if (isInside(top, skill.folder)) this.addScripts(skill);
    this.recordLook(folder);
  }

  /** Returns the miss of a lookup that found nothing; undefined if it does not concern a loaded skill. */
  missOf(lookup: Lookup): FileMiss | undefined {
    const miss = this.fileMissOf(lookup);
    const request = miss === undefined ? undefined : requestOf(lookup);
    return miss === undefined || request === undefined ? miss : this.misses.describe(miss, request);
  }

  /** Returns the miss of a lookup that found nothing and does not concern a loaded skill; undefined if it concerns no skill. */
  unloadedMissOf(lookup: Lookup): FileMiss | undefined {
    // Whether a command has run that depends on another one is not certain.
    const request = lookup.isConditional === true ? undefined : requestOf(lookup);
    const miss = request === undefined ? undefined : this.misses.find(request, lookup.kind);
    // A path of the workspace can have the name of a bundled one by chance, as long as no text of the skill was read.
    const isChance = miss?.reason === 'base.workspace' && miss.path !== 'SKILL.md';
    return miss?.unloaded === true && !isChance ? miss : undefined;
  }

  /** Returns the miss of a skill that was asked for by a name that the client does not offer. */
  nameMissOf(name: string): FileMiss | undefined {
    return this.misses.find({ asked: name, by: 'skill' }, 'skill');
  }

  /** Returns the miss of a call of a tool that does not exist and has the name of a skill. */
  toolMissOf(tool: string): FileMiss | undefined {
    return this.misses.findTool(tool);
  }

  private fileMissOf(lookup: Lookup): FileMiss | undefined {
    for (const [skill, paths] of this.paths) {
      const path =
        lookup.pattern === undefined ? this.missByPath(lookup, skill, paths) : this.missByPattern(lookup, skill, paths);
      if (path === undefined) continue;
      this.missed = [...this.missed.filter((one) => one !== path), path].slice(-MAX_MISSED);
      return { skill: skill.skill.name, path, kind: lookup.kind };
    }
    return undefined;
  }

  /**
   * Returns the kind of the existing file or folder that a lookup finds inside the copy; undefined if it finds none.
   */
  existingKind({ path }: Lookup): 'file' | 'folder' | undefined {
    const kind = this.installation.files.kind(path);
    return kind === 'other' ? 'file' : kind;
  }

  /** Parses a text; undefined if it is too long, or all of them are. */
  private readText(path: string): SkillDocument | undefined {
    // A character has at most three bytes.
    const bytes = this.installation.files.read(path, MAX_TEXT * 3);
    if (!Buffer.isBuffer(bytes)) return undefined;
    const text = bytes.toString('utf8');
    if (text.length > Math.min(MAX_TEXT, this.charactersLeft)) return undefined;
    this.charactersLeft -= text.length;
    return readDocument(toSlashes(path), text);
  }

  /** Returns the skill that a file or folder belongs to, links followed. */
  private skillAt(path: string): InstalledSkill | undefined {
    const given = this.skillAbove(path);
    if (given !== undefined) return given;
    const located = this.installation.files.locate(path);
    return located.kind === 'outside' || located.path === path ? undefined : this.skillAbove(located.path);
  }

  private skillAbove(path: string): InstalledSkill | undefined {
    return this.installation.allSkills.find(({ folder }) => isInside(folder, path));
  }

  private addScripts(skill: InstalledSkill): void {
    this.known.add(skill);
    if (this.hasScripts(skill)) this.withScripts.add(skill);
  }

  private hasScripts(installed: InstalledSkill): boolean {
    const known = this.scripts.get(installed) ?? installed.content.bringsScript;
    this.scripts.set(installed, known);
    return known;
  }

  /** Returns where a skill's folder is: where it was installed, nowhere, or possibly elsewhere. */
  private placeOf(folder: string): 'installed' | 'nowhere' | 'unknown' {
    const located = this.installation.files.locateEntry(folder);
    if (located.kind === 'missing' && located.path === folder) return 'nowhere';
    const isThere = located.kind === 'found' && located.path === folder && located.stats.isDirectory();
    return isThere ? 'installed' : 'unknown';
  }

  private pathsOf(skill: InstalledSkill): Map<string, string> {
    const paths = this.paths.get(skill) ?? new Map<string, string>();
    this.paths.set(skill, paths);
    return paths;
  }

  private missByPath(
    { path, from }: Lookup,
    skill: InstalledSkill,
    paths: ReadonlyMap<string, string>,
  ): string | undefined {
    if (isInside(skill.folder, path)) return this.fileFor(toSlashes(relative(skill.folder, path)), paths);
    const bases = [this.installation.workspace, from, dirname(skill.folder)];
    for (const base of bases) {
      if (!isInside(base, path)) continue;
      const below = toSlashes(relative(base, path));
      for (const one of [below, withoutFolder(below, basename(skill.folder))])
        if (paths.has(one) || paths.has(`${one}/`)) return this.fileFor(one, paths);
    }
    return undefined;
  }

  /** Returns the file in a folder that was looked for last, so that the steps of one search have the same path. */
  private fileFor(path: string, paths: ReadonlyMap<string, string>): string {
    if (!paths.has(`${path}/`)) return path;
    const inFolder = (one: string): boolean => one.startsWith(`${path}/`) && !one.endsWith('/');
    return this.missed.findLast(inFolder) ?? [...paths.keys()].find(inFolder) ?? path;
  }

  private missByPattern(
    { path, pattern = '' }: Lookup,
    skill: InstalledSkill,
    paths: ReadonlyMap<string, string>,
  ): string | undefined {
    if (pattern.length > MAX_PATTERN) return undefined;
    const inFolder = isInside(skill.folder, path) ? pattern : undefined;
    const literal = pattern.slice(pattern.lastIndexOf('/') + 1).replace(/[*?[\]{}]/g, '');
    if (stemOf(literal).length < MIN_LITERAL) return inFolder;
    const whole = pattern.startsWith('/') ? toSlashes(relative(path, pattern)) : pattern;
    const patterns = whole.includes('/') ? [whole, `**/${whole}`] : [`**/${whole}`];
    const matchers = patterns.map((one) => globMatcher(one, false));
    // A part of a name, as in `*test*`, may mean any file.
    const stem = stemOf(literal);
    const matches = (one: string): boolean =>
      (paths.get(one) ?? stemOf(basename(one))) === stem && matchers.some((isMatch) => isMatch(one));
    return this.missed.findLast(matches) ?? [...paths.keys()].find(matches) ?? inFolder;
  }
}

const BY = { resource: 'read', script: 'run', search: 'search' } as const;

/** Returns the request for one file that a lookup is; undefined for a list of a folder, and for a pattern of several files. */
function requestOf({ kind, path, from, asked, pattern, glob }: Lookup): FailedRequest | undefined {
  if (glob !== undefined || (kind === 'search' && pattern === undefined)) return undefined;
  if (pattern !== undefined && (!pattern.includes('/') || /[*?[\]{}!()]/.test(pattern))) return undefined;
  const whole = pattern === undefined ? path : resolve(path, pattern);
  return {
    asked: pattern ?? asked ?? path,
    path: toSlashes(whole),
    by: BY[kind],
    directory: toSlashes(from),
  };
}

/** `Style-Guide.md` and `style_guide` have the same stem. */
function stemOf(name: string): string {
  return name
    .replace(/\.\w*$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** `skills/greeter/references/a.md` without everything up to the skill's folder. */
function withoutFolder(path: string, folder: string): string {
  const at = `/${path}`.lastIndexOf(`/${folder}/`);
  return at < 0 ? path : path.slice(at + folder.length + 1);
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

function toSlashes(path: string): string {
  return path.split(sep).join('/');
}
