/** Searches one folder of skills as a client does: the files that it reads, and those that it passes over. */
import type { Depth, Reading } from '../clients/discovery.ts';
import type { DirectoryEntry, FileSystem } from '../files/files.ts';
import { mayBeSkillFolder } from '../files/find.ts';
import { basename, dirname, join, within } from '../files/paths.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import type { NotOffered } from './reasons.ts';
import { deepestLevel, MAX_LEVELS } from './search-depth.ts';
import { isSkillText } from './skill-text.ts';

/** Maximum number of folders below a folder of skills. */
const MAX_FOLDERS = 20_000;
/** Levels below the deepest that a client searches, where skills are still found and named as too deep. */
const LEVELS_BELOW = 8;
/** Maximum number of files that are named as passed over. */
const MAX_PASSED_OVER = 500;

/** The rules of a client by which a folder is searched. `client` is its name. */
export interface SearchRules {
  readonly client: string;
  readonly depth: Depth;
  readonly nested?: boolean;
  /** Absent if unknown: everything is followed. */
  readonly reading?: Reading;
}

export interface FoundFiles {
  /** Absolute paths of files that the client reads, in its order. */
  readonly files: readonly string[];
  readonly passedOver: readonly NotOffered[];
  /** Places that could not be searched, each as the end of "not known: …". */
  readonly unknown: readonly string[];
}

/**
 * Searches a folder of skills.
 * @param others other folders that are searched by themselves, and so not as a part of this one
 */
export function searchFolder(
  fs: FileSystem,
  root: string,
  rules: SearchRules,
  others: ReadonlySet<string>,
): FoundFiles {
  const search = new Search(fs, root, rules, others);
  search.visit(root, { level: 0, outer: undefined, isSearched: true, isHidden: false, below: 0 });
  return search;
}

/** The position of a folder. */
interface Position {
  /** 0 for the folder of skills. */
  readonly level: number;
  /** The name of the closest skill around it. */
  readonly outer: string | undefined;
  /** False where the client does not look. */
  readonly isSearched: boolean;
  /** True in a folder whose name begins with a dot, if the client skips those. */
  readonly isHidden: boolean;
  /** Levels below the last folder in which the client looks. */
  readonly below: number;
}

class Search implements FoundFiles {
  readonly files: string[] = [];
  readonly passedOver: NotOffered[] = [];
  readonly unknown: string[] = [];
  private folders = 0;
  private readonly linked = new Set<string>();
  private readonly fs: FileSystem;
  private readonly root: string;
  private readonly rules: SearchRules;
  private readonly others: ReadonlySet<string>;

  constructor(fs: FileSystem, root: string, rules: SearchRules, others: ReadonlySet<string>) {
    this.fs = fs;
    this.root = root;
    this.rules = rules;
    this.others = others;
  }

  visit(folder: string, at: Position): void {
    const { level } = at;
    if (this.folders >= MAX_FOLDERS || level > MAX_LEVELS) {
      this.unknown.push(
        `what else is in ${this.root}, of which at most ${formatNumber(MAX_FOLDERS)} folders and ${MAX_LEVELS} levels were searched`,
      );
      return;
    }
    this.folders++;
    if (this.fs.canList?.(folder) === false) this.unknown.push(`what is in ${folder}, which cannot be listed`);
    const entries = this.fs.list(folder);
    const manifest = this.manifestIn(folder, entries, at);
    const { depth, nested, reading } = this.rules;
    const isSkill = manifest !== undefined;
    const ends = isSkill && (depth.kind === 'to-skill' || (nested === false && level > 0));
    const outer = isSkill && level > 0 ? basename(folder) : at.outer;
    if (outer === undefined) this.addDeadLinks(folder, at.isSearched && level < deepestLevel(depth));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.kind === 'file') {
        if (level === 0) this.addFlatFile(path, isSkill);
        continue;
      }
      const isSearched = at.isSearched && level < deepestLevel(depth) && !ends;
      const isHidden = at.isHidden || (entry.name.startsWith('.') && reading?.hidden === false);
      const below = isSearched && !isHidden ? 0 : at.below + 1;
      if (below > LEVELS_BELOW || this.others.has(path) || !this.enters(entry, path, isSearched)) continue;
      this.visit(path, { level: level + 1, outer, isSearched, isHidden, below });
    }
  }

  /** Adds a folder's SKILL.md, or says why it is passed over; returns its name, undefined if there is none. */
  private manifestIn(folder: string, entries: readonly DirectoryEntry[], at: Position): string | undefined {
    const files = entries.filter(({ kind, name }) => kind === 'file' && name.toLowerCase() === 'skill.md');
    const exact = files.find(({ name }) => name === 'SKILL.md');
    const { client, reading } = this.rules;
    const entry = exact ?? files[0];
    if (entry === undefined) return undefined;
    const file = join(folder, entry.name);
    const isRead = exact !== undefined || reading?.anyCase === true;
    const isLink = entry.link && reading?.fileLinks === false;
    const reason = this.whyNotHere(folder, at);
    if (reason !== undefined) this.passOver({ file, ...reason });
    else if (!isRead)
      this.passOver({
        file,
        reason: 'file-name',
        says: `${client} reads files with the name SKILL.md, and this one is called ${entry.name}.`,
        fix: 'Rename it to SKILL.md.',
      });
    else if (isLink)
      this.passOver({
        file,
        reason: 'link',
        says: `SKILL.md is a link, and ${client} skips files that are links.`,
        fix: 'Put the file itself there, or make its folder the link.',
      });
    else this.files.push(file);
    return isRead && !isLink ? entry.name : undefined;
  }

  /** Returns why the client does not look for a SKILL.md in a folder; undefined if it does. */
  private whyNotHere(
    folder: string,
    { level, outer, isSearched, isHidden }: Position,
  ): Omit<NotOffered, 'file'> | undefined {
    const { client, depth, reading } = this.rules;
    if (level === 0)
      return reading === undefined || reading.rootFile
        ? undefined
        : {
            reason: 'file-name',
            says: `It is directly in the folder of skills, where ${client} looks for folders only.`,
            fix: 'Move it into a folder with the name of the skill.',
          };
    if (isHidden)
      return {
        reason: 'file-name',
        says: `It is in a folder whose name begins with a dot, and ${client} skips those.`,
        fix: 'Rename the folder.',
      };
    if (isSearched) return undefined;
    const where = relativeFolder(this.root, folder);
    if (outer !== undefined)
      return {
        reason: 'too-deep',
        says: `\`${where}\` is inside the folder of the skill \`${outer}\`, where ${client} looks for no other skill.`,
        fix: `Move it next to \`${outer}\`.`,
      };
    if (depth.kind === 'to-skill')
      return {
        reason: 'too-deep',
        says: `The folder of skills has a SKILL.md itself, and ${client} looks for no skill below one.`,
        fix: `Move ${this.root}/SKILL.md into a folder of its own.`,
      };
    const levels = deepestLevel(depth);
    return {
      reason: 'too-deep',
      says: `\`${where}\` is ${formatCount(level, 'folder')} deep, and ${client} searches ${levels === 1 ? 'only the folders directly in the folder of skills' : formatCount(levels, 'level')}.`,
      fix: `Move the folder \`${basename(folder)}\` ${levels === 1 ? `to ${this.root}` : `up, at most ${formatCount(levels, 'level')} below the folder of skills`}.`,
    };
  }

  /** Says which links in a folder lead to nothing, where they may be meant as folders of skills. */
  private addDeadLinks(folder: string, isSearched: boolean): void {
    if (!isSearched) return;
    for (const name of this.fs.deadLinks?.(folder) ?? [])
      if (mayBeSkillFolder(name))
        this.passOver({
          file: join(folder, name),
          reason: 'link',
          says: 'It is a link to a folder that does not exist.',
          fix: 'Correct the link, or remove it.',
        });
  }

  private addFlatFile(file: string, isInSkill: boolean): void {
    const { client, reading } = this.rules;
    const name = basename(file);
    if (!name.endsWith('.md') || name.toLowerCase() === 'skill.md') return;
    if (reading?.flatFiles === true) {
      if (!isInSkill) this.files.push(file);
    } else if (isSkillText(this.fs, file))
      this.passOver({
        file,
        reason: 'file-name',
        says: `It is a file directly in the folder of skills, and ${client} reads FOLDER/SKILL.md.`,
        fix: `Move it to \`${name.slice(0, -3)}/SKILL.md\`.`,
      });
  }

  /** True if a folder is to be visited: it is not left out, and no circle of links. */
  private enters({ name, link }: DirectoryEntry, path: string, isSearched: boolean): boolean {
    const { reading, client } = this.rules;
    if (name === '.git' || reading?.skips.includes(name) === true || (!isSearched && name === 'node_modules'))
      return false;
    if (!link) return true;
    const real = this.fs.realPath(path);
    // A link into what is searched anyway adds nothing that ends.
    if (
      real === undefined ||
      this.linked.has(real) ||
      within(real, this.fs.realPath(dirname(path)) ?? path) !== undefined
    )
      return false;
    this.linked.add(real);
    if (reading?.folderLinks !== false) return true;
    if (this.fs.kind(join(path, 'SKILL.md')) === 'file')
      this.passOver({
        file: join(path, 'SKILL.md'),
        reason: 'link',
        says: `Its folder is a link, and ${client} does not follow links.`,
        fix: 'Put the folder itself there.',
      });
    return false;
  }

  private passOver(one: NotOffered): void {
    if (this.passedOver.length < MAX_PASSED_OVER) this.passedOver.push(one);
  }
}

const relativeFolder = (root: string, folder: string): string => folder.slice(root.length + 1);
