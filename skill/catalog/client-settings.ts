/** The decisions of a client's settings on skills, plugins and folders. Nothing else of settings is kept. */
import type { SettingsEffect } from '../clients/discovery.ts';
import { dirname, join } from '../files/paths.ts';
import { isObject } from '../plugins/read-json.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import { matchesWildcards } from '../text/wildcards.ts';
import type { Place } from './places.ts';

/** Maximum number of entries of a list or a table. */
const MAX_ENTRIES = 2000;

/** The words of settings for the scopes of folders. */
const SCOPES: ReadonlyMap<string, string> = new Map([
  ['project', 'project'],
  ['user', 'user'],
  ['custom', 'user'],
  ['plugin', 'extension'],
]);

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

/** A skill that settings may switch off. */
export interface SettingsSkill {
  readonly name: string;
  readonly file: string;
  readonly root?: { readonly scope: string };
}

export interface ClientSettings {
  /** Returns the file that switches a skill off, and how it is written there; undefined if none does. */
  off(skill: SettingsSkill): { readonly file: string; readonly key: string } | undefined;
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
  /** True if it does not hold for a skill that settings switch on. */
  readonly isDefault?: true;
  matches(skill: SettingsSkill): boolean;
}

/** The place of a value. */
interface Source {
  readonly file: string;
  readonly key: string;
  readonly place: Place;
  readonly scope: 'user' | 'project';
}

/** Collects what settings say, in the order in which their files are read. */
export class FoundSettings implements ClientSettings {
  readonly folders: AddedFolder[] = [];
  readonly plugins = new Map<string, Decided<boolean>>();
  readonly marketplaces = new Map<string, string>();
  readonly problems: string[] = [];
  allOff?: string;
  trust?: string;
  private readonly rules: SkillRule[] = [];
  private readonly nameOnly = new Set<string>();
  private readonly enabled = new Set<string>();

  off(skill: SettingsSkill): { readonly file: string; readonly key: string } | undefined {
    const isOn = this.enabled.has(skill.name.toLowerCase());
    const rule = this.rules.findLast((one) => !(isOn && one.isDefault === true) && one.matches(skill));
    return rule?.isOff === true ? rule : undefined;
  }

  isNameOnly(name: string): boolean {
    return this.nameOnly.has(name);
  }

  /** Applies the value of a key; later ones replace earlier ones. */
  apply(effect: SettingsEffect, value: unknown, source: Source): void {
    switch (effect.kind) {
      case 'disables':
        for (const name of textsIn(value)) this.addNameRule(name, true, source, effect);
        return;
      case 'enables':
        for (const name of textsIn(value)) this.enabled.add(name.toLowerCase());
        return;
      case 'disables-scopes':
        for (const scope of textsIn(value))
          this.addRule(source, true, ({ root }) => SCOPES.get(root?.scope ?? '') === scope);
        return;
      case 'overrides':
        this.addOverrides(value, source);
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
        this.addPlugins(value, source);
        return;
      case 'declares-marketplaces':
        this.addMarketplaces(value, source);
        return;
      case 'trusts':
        if (typeof value === 'string' || typeof value === 'boolean') this.trust = String(value);
    }
  }

  private addOverrides(value: unknown, source: Source): void {
    for (const [name, level] of entriesOf(value)) {
      if (level === 'name-only') this.nameOnly.add(name);
      else this.nameOnly.delete(name);
      this.addNameRule(name, level === 'off' || level === 'user-invocable-only', source);
    }
  }

  private addPlugins(value: unknown, { file }: Source): void {
    for (const [name, entry] of entriesOf(value)) {
      const isOn = isObject(entry) ? own(entry, 'enabled') : entry;
      if (typeof isOn === 'boolean') this.plugins.set(name, { value: isOn, file });
    }
  }

  private addMarketplaces(value: unknown, { file, place }: Source): void {
    for (const [name, entry] of entriesOf(value)) {
      const from = isObject(entry) ? own(entry, 'source') : undefined;
      const path = isObject(from) && own(from, 'source') === 'directory' ? own(from, 'path') : undefined;
      if (typeof path === 'string') this.marketplaces.set(name, absolute(path, dirname(file), place));
    }
  }

  private addRule(source: Source, isOff: boolean, matches: SkillRule['matches'], isDefault?: true): void {
    this.rules.push(defined({ file: source.file, key: source.key, isOff, isDefault, matches }));
  }

  private addNameRule(
    name: string,
    isOff: boolean,
    source: Source,
    { ignoresCase, isDefault }: { readonly ignoresCase?: true; readonly isDefault?: true } = {},
  ): void {
    const wanted = ignoresCase === true ? name.toLowerCase() : name;
    const matches = (skill: SettingsSkill): boolean =>
      (ignoresCase === true ? skill.name.toLowerCase() : skill.name) === wanted;
    this.addRule(source, isOff, matches, isDefault);
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
