/**
 * Reads a client's own settings: the keys that its data name, and nothing else. Settings hold credentials, so no text and no other
 * value of them is kept, returned or quoted.
 */

import { parse as parseToml } from 'smol-toml';
import stripJsonComments from 'strip-json-comments';
import type { SettingsEffect, SettingsFile } from '../clients/discovery.ts';
import { dirname, join } from '../files/paths.ts';
import { isObject } from '../plugins/read-json.ts';
import { isDeeperThan } from '../text/json-depth.ts';
import { own } from '../text/own.ts';
import { matchesWildcards } from '../text/wildcards.ts';
import { type Place, pathsOf } from './places.ts';

/** Maximum length of settings, in UTF-16 units, and of their levels. */
const MAX_LENGTH = 1024 * 1024;
const MAX_LEVELS = 32;
/** Maximum number of entries of a list or a table. */
const MAX_ENTRIES = 2000;

/** A decision of settings, and the file that has it. */
export interface Decided<T> {
  readonly value: T;
  readonly file: string;
}

/** A folder of skills that settings add. */
export interface AddedFolder {
  /** Absolute. */
  readonly path: string;
  /** The scope of whose folders it is searched before; absent if after all. */
  readonly before?: 'user' | 'project';
}

export interface ClientSettings {
  /** Returns the file that switches a skill off, and how it is written there; undefined if none does. */
  off(skill: {
    readonly name: string;
    readonly file: string;
  }): { readonly file: string; readonly key: string } | undefined;
  /** True if only the name of a skill is listed. */
  isNameOnly(name: string): boolean;
  /** The file that switches all skills off. */
  readonly allOff?: string;
  /** Further folders of skills. */
  readonly folders: readonly AddedFolder[];
  /** By `PLUGIN@MARKETPLACE`. */
  readonly plugins: ReadonlyMap<string, Decided<boolean>>;
  /** Folders of marketplaces on this machine, by name. */
  readonly marketplaces: ReadonlyMap<string, string>;
  /** The value of the key about trust. */
  readonly trust?: string;
  /** Files that could not be read, each as a clause. */
  readonly problems: readonly string[];
}

interface SkillRule {
  readonly file: string;
  readonly key: string;
  readonly isOff: boolean;
  matches(skill: { readonly name: string; readonly file: string }): boolean;
}

/** Reads the settings of a client at a place, the later files over the earlier ones. */
export function readSettings(files: readonly SettingsFile[], place: Place): ClientSettings {
  const found = new Found();
  for (const { at, format, keys } of files)
    for (const file of pathsOf(at, place).toReversed()) {
      const values = readValues(
        file,
        format,
        keys.map(({ key }) => key),
        place,
      );
      if (values === undefined) continue;
      if (values.kind === 'unusable') found.problems.push(`${file} ${values.why}`);
      else
        for (const [index, value] of values.values.entries()) {
          const effect = keys[index];
          if (effect !== undefined && value !== undefined)
            found.apply(effect.does, value, {
              ...{ file, key: effect.key.join('.'), place },
              scope: at.scope === 'workspace' ? 'project' : 'user',
            });
        }
    }
  return found;
}

type Values =
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'unusable'; readonly why: string };

/** Returns the values of some keys of a file, undefined for each that it lacks; undefined if there is no file. */
function readValues(
  file: string,
  format: SettingsFile['format'],
  keys: readonly (readonly string[])[],
  { fs }: Place,
): Values | undefined {
  const read = fs.read(file);
  if (read.kind === 'missing') return undefined;
  if (read.kind === 'too-large' || (read.kind === 'text' && read.text.length > MAX_LENGTH))
    return { kind: 'unusable', why: 'is too large' };
  if (read.kind === 'binary') return { kind: 'unusable', why: 'is not UTF-8 text' };
  if (read.kind === 'unreadable') return { kind: 'unusable', why: 'cannot be read' };
  const text = read.text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = format === 'toml' ? parseToml(text) : JSON.parse(stripJsonComments(text, { trailingCommas: true }));
  } catch {
    // The parser's message quotes the file.
    return { kind: 'unusable', why: `is not valid ${format.toUpperCase()}` };
  }
  if (!isObject(value) || isDeeperThan(value, MAX_LEVELS)) return { kind: 'unusable', why: 'has another form' };
  const top = value;
  return {
    kind: 'values',
    values: keys.map((key) => key.reduce<unknown>((at, name) => (isObject(at) ? own(at, name) : undefined), top)),
  };
}

/** Where a value stands. */
interface Source {
  readonly file: string;
  readonly key: string;
  readonly place: Place;
  readonly scope: 'user' | 'project';
}

class Found implements ClientSettings {
  readonly folders: AddedFolder[] = [];
  readonly plugins = new Map<string, Decided<boolean>>();
  readonly marketplaces = new Map<string, string>();
  readonly problems: string[] = [];
  allOff?: string;
  trust?: string;
  private readonly rules: SkillRule[] = [];
  private readonly nameOnly = new Set<string>();

  off(skill: {
    readonly name: string;
    readonly file: string;
  }): { readonly file: string; readonly key: string } | undefined {
    const rule = this.rules.findLast((one) => one.matches(skill));
    return rule?.isOff === true ? rule : undefined;
  }

  isNameOnly(name: string): boolean {
    return this.nameOnly.has(name);
  }

  apply(effect: SettingsEffect, value: unknown, source: Source): void {
    switch (effect.kind) {
      case 'disables':
        for (const name of textsIn(value)) this.addNameRule(name, true, source, effect.ignoresCase);
        return;
      case 'overrides':
        for (const [name, level] of entriesOf(value)) {
          if (level === 'name-only') this.nameOnly.add(name);
          else this.nameOnly.delete(name);
          this.addNameRule(name, level === 'off' || level === 'user-invocable-only', source);
        }
        return;
      case 'configures':
        for (const entry of listOf(value)) this.addConfiguration(entry, source);
        return;
      case 'permits':
        for (const [pattern, action] of typeof value === 'string' ? [['*', value] as const] : entriesOf(value))
          this.addRule(source, action === 'deny', ({ name }) => matchesWildcards(pattern.split('*'), name));
        return;
      case 'adds-folders':
        for (const written of textsIn(value)) this.addFolder(written, effect, source);
        return;
      case 'adds-folder-table':
        for (const [written, isOn] of entriesOf(value))
          if (isOn === true) this.folders.push({ path: absolute(written, source.place.cwd, source.place) });
        return;
      case 'switches':
        if (value === false) this.allOff = source.file;
        else delete this.allOff;
        return;
      case 'enables-plugins':
        for (const [name, entry] of entriesOf(value)) {
          const isOn = isObject(entry) ? own(entry, 'enabled') : entry;
          if (typeof isOn === 'boolean') this.plugins.set(name, { value: isOn, file: source.file });
        }
        return;
      case 'declares-marketplaces':
        for (const [name, entry] of entriesOf(value)) {
          const from = isObject(entry) ? own(entry, 'source') : undefined;
          const path = isObject(from) && own(from, 'source') === 'directory' ? own(from, 'path') : undefined;
          if (typeof path === 'string') this.marketplaces.set(name, absolute(path, dirname(source.file), source.place));
        }
        return;
      case 'trusts':
        if (typeof value === 'string' || typeof value === 'boolean') this.trust = String(value);
    }
  }

  private addRule(source: Source, isOff: boolean, matches: SkillRule['matches']): void {
    this.rules.push({ file: source.file, key: source.key, isOff, matches });
  }

  private addNameRule(name: string, isOff: boolean, source: Source, ignoresCase?: boolean): void {
    const wanted = ignoresCase === true ? name.toLowerCase() : name;
    this.addRule(source, isOff, (skill) => (ignoresCase === true ? skill.name.toLowerCase() : skill.name) === wanted);
  }

  private addConfiguration(entry: unknown, source: Source): void {
    if (!isObject(entry)) return;
    const [path, name, isOn] = [own(entry, 'path'), own(entry, 'name'), own(entry, 'enabled')];
    if (typeof isOn !== 'boolean') return;
    if (typeof path === 'string') {
      const file = absolute(path, source.place.cwd, source.place);
      this.addRule(source, !isOn, (skill) => skill.file === file || dirname(skill.file) === file);
    } else if (typeof name === 'string') this.addNameRule(name, isOn === false, source);
  }

  private addFolder(
    written: string,
    { relativeTo, signs, isFirst }: Extract<SettingsEffect, { kind: 'adds-folders' }>,
    source: Source,
  ): void {
    const base = relativeTo === 'file' ? dirname(source.file) : source.place.cwd;
    const sign = signs === true && /^[-+!]/.test(written) ? written.charAt(0) : '';
    if (sign === '') {
      const path = absolute(written, base, source.place);
      this.folders.push(isFirst === true ? { path, before: source.scope } : { path });
      return;
    }
    const pattern = absolute(written.slice(1), base, source.place);
    const parts = pattern.split(/\*+/);
    this.addRule(source, sign !== '+', ({ file }) =>
      [file, dirname(file)].some((path) => (sign === '!' ? matchesWildcards(parts, path) : path === pattern)),
    );
  }
}

/** Returns a path of settings as an absolute one; `~` is the home. */
function absolute(written: string, base: string, { home }: Place): string {
  const path = written.replaceAll('\\', '/');
  if (/^[A-Za-z]:\//.test(path)) return path;
  return /^~(?:\/|$)/.test(path) && home !== undefined ? join(home, `.${path.slice(1)}`) : join(base, path);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : []);

const textsIn = (value: unknown): readonly string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string');

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value).slice(0, MAX_ENTRIES) : [];
