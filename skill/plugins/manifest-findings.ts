/** Finds the mistakes in the manifest of a plugin or marketplace for which a client does not load it. */
import { type ParsedText, parseText, type ValuePath } from '../eval-cases/parsed-text.ts';
import type { DirectoryEntry, FileSystem } from '../files/files.ts';
import { MANIFESTS } from '../files/find.ts';
import { basename, dirname, join, within } from '../files/paths.ts';
import type { Range } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import { agentPluginFindings } from './agent-plugin-findings.ts';
import {
  isManifestName,
  MARKETPLACE_MANIFESTS,
  type ManifestFile,
  PLUGIN_MANIFESTS,
  type PluginFormat,
} from './manifest-files.ts';
import { type ManifestFinding, type ManifestProblem, typeProblem } from './manifest-problem.ts';
import { isObject, type JsonObject } from './read-json.ts';
import { type ListedPlugin, type Marketplace, readMarketplaces } from './read-marketplace.ts';
import { type Plugin, readPlugins, type SkillPath } from './read-plugin.ts';

/** A manifest by its place. */
export interface ManifestPlace extends ManifestFile {
  readonly kind: 'plugin' | 'marketplace';
  /** The folder of the plugin or marketplace. */
  readonly root: string;
}

/** Returns the absolute paths of the manifests among the entries of a folder. A link is left out: its target is read in its own place. */
export const manifestsIn = (folder: string, entries: readonly DirectoryEntry[]): readonly string[] =>
  entries.flatMap(({ name, kind, link }) => {
    if (kind !== 'file' || link || !name.endsWith('.json') || !isManifestName(name)) return [];
    const path = join(folder, name);
    return manifestPlaceOf(path) === undefined ? [] : [path];
  });

/** Returns what manifest a path is that of; undefined for any other file. */
export function manifestPlaceOf(file: string): ManifestPlace | undefined {
  const all = [
    ...MARKETPLACE_MANIFESTS.map((one) => ({ ...one, kind: 'marketplace' as const })),
    ...PLUGIN_MANIFESTS.map((one) => ({ ...one, kind: 'plugin' as const })),
  ];
  const found = all.find(({ path }) => file.endsWith(`/${path}`));
  return found && { ...found, root: file.slice(0, -found.path.length - 1) };
}

/**
 * Returns the problems of a manifest.
 * @param file absolute path
 * @param boundary the repository, or else the workspace folder: a path in the manifest is looked up inside of it only
 */
export function manifestFindings(fs: FileSystem, file: string, boundary: string): readonly ManifestFinding[] {
  const place = manifestPlaceOf(file);
  const read = fs.read(file);
  if (place === undefined || read.kind !== 'text') return [];
  const { kind, root, format } = place;
  const isThis = ({ path }: ManifestFile): boolean => path === place.path;
  const looksUp = new LookUp(fs, boundary);
  const plugin = kind === 'plugin' ? readPlugins(fs, root, isThis)[0] : undefined;
  const marketplace = kind === 'marketplace' ? readMarketplaces(fs, root, isThis)[0] : undefined;
  const { manifest } = plugin ?? marketplace ?? {};
  if (manifest === undefined) return [];
  const source = parseText(file, read.text);
  if (!('kind' in source)) {
    const { range = { start: 0, end: 0 }, message } = source;
    return [{ range, severity: severityIn(format), message, aspect: 'syntax' }];
  }
  if ('unusable' in manifest) {
    const message = `Write a JSON object into the manifest: it ${manifest.unusable}, and no client loads it.`;
    return [{ range: { start: 0, end: 0 }, severity: severityIn(format), message }];
  }
  const problems =
    plugin !== undefined
      ? pluginProblems(plugin, manifest.value, looksUp)
      : marketplace !== undefined
        ? marketplaceProblems(marketplace, manifest.value, looksUp)
        : [];
  return problems
    .map((problem): ManifestFinding => toFinding(problem, source, format))
    .sort((a, b) => a.range.start - b.range.start);
}

/** Only Claude Code, Gemini CLI and the standard were seen, or are documented, to refuse a plugin for what is found here. */
const severityIn = (format: PluginFormat): 'error' | 'warning' =>
  format === 'claude-code' || format === 'gemini-cli' || format === 'agent-plugins' ? 'error' : 'warning';

function toFinding(problem: ManifestProblem, source: ParsedText, format: PluginFormat): ManifestFinding {
  const { at, onKey = false, severity, message, target, replacement } = problem;
  const range: Range = onKey ? source.keyRangeOf(at) : source.rangeOf(at);
  return defined({ range, severity: severity ?? severityIn(format), message, target, replacement });
}

/** Looks up paths of manifests. */
class LookUp {
  readonly #fs: FileSystem;
  readonly #boundary: string;
  #submodules: readonly string[] | undefined;

  constructor(fs: FileSystem, boundary: string) {
    this.#fs = fs;
    this.#boundary = boundary;
  }

  /** Returns the kind of a path; undefined if it does not exist. What cannot be known counts as a folder. */
  kind(path: string): 'file' | 'folder' | undefined {
    if (within(this.#boundary, path) === undefined || this.#isInSubmodule(path)) return 'folder';
    return this.#fs.kind(path);
  }

  /** Returns the folder with a SKILL.md that has the name of a path's last part, closest to where it was looked for. */
  skillNamed(root: string, path: string): string | undefined {
    const name = basename(path);
    const places = [join(root, 'skills', name), join(root, name)];
    return places.find((one) => MANIFESTS.some((manifest) => this.#fs.kind(join(one, manifest)) === 'file'));
  }

  /** True for a path in a Git submodule, which may not be checked out. */
  #isInSubmodule(path: string): boolean {
    if (this.#submodules === undefined) {
      const read = this.#fs.read(join(this.#boundary, '.gitmodules'));
      const text = read.kind === 'text' ? read.text : '';
      this.#submodules = [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm)].map(([, one = '']) =>
        join(this.#boundary, one.trim()),
      );
    }
    return this.#submodules.some((one) => within(one, path) !== undefined);
  }
}

function pluginProblems(plugin: Plugin, value: JsonObject, look: LookUp): readonly ManifestProblem[] {
  const { format, root, skills } = plugin;
  switch (format) {
    case 'agent-plugins':
      return agentPluginFindings(value);
    case 'gemini-cli':
      return extensionProblems(value);
    default:
      return [
        ...(format === 'claude-code' ? claudePluginProblems(value) : []),
        ...skillProblems(skills, own(value, 'skills'), ['skills'], root, root, format, look),
      ];
  }
}

/** The fields that Gemini CLI needs, and the names that it accepts. */
function extensionProblems(value: JsonObject): readonly ManifestProblem[] {
  const name = own(value, 'name');
  const version = own(value, 'version');
  const needs = (field: string, isThere: boolean): readonly ManifestProblem[] =>
    isThere ? [] : [{ at: [], message: `Add a \`${field}\`: Gemini CLI does not load an extension without one.` }];
  return [
    ...needs('name', typeof name === 'string' && name !== ''),
    ...needs('version', typeof version === 'string' && version !== ''),
    ...(typeof name === 'string' && name !== '' && !/^[a-zA-Z0-9-]+$/.test(name)
      ? [
          {
            at: ['name'],
            target: name,
            message: 'Use letters, digits and hyphens in the name: Gemini CLI does not load the extension otherwise.',
          },
        ]
      : []),
  ];
}

/** The mistakes for which Claude Code 2.1.332 refuses a plugin, as it says itself; it ignores unknown fields. */
function claudePluginProblems(value: JsonObject): readonly ManifestProblem[] {
  const name = own(value, 'name');
  const version = own(value, 'version');
  const why = 'Claude Code does not install the plugin otherwise.';
  const problems: ManifestProblem[] = [];
  if (name === undefined)
    problems.push({ at: [], message: `Add a \`name\`: Claude Code installs no plugin without one.` });
  else if (typeof name !== 'string') problems.push({ at: ['name'], message: `Write the name as a string: ${why}` });
  else if (name === '' || name.includes(' '))
    problems.push(withSlug(['name'], name, `Use a name without spaces: ${why}`));
  if (version !== undefined && typeof version !== 'string')
    problems.push({ at: ['version'], message: `Put \`version\` in quotes: ${why}` });
  return problems;
}

function withSlug(at: ValuePath, name: string, message: string): ManifestProblem {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? { at, message } : { at, message, target: name, replacement: slug };
}

/**
 * Returns the problems with a list of paths to skills.
 * @param value the list as written
 * @param base the folder of the plugin
 * @param marketplace the folder that a wrong path may be relative to
 */
function skillProblems(
  skills: readonly SkillPath[],
  value: unknown,
  at: ValuePath,
  base: string,
  marketplace: string,
  format: PluginFormat,
  look: LookUp,
): readonly ManifestProblem[] {
  const isClaude = format === 'claude-code';
  if (isClaude && isObject(value))
    return [{ at, message: 'Write `skills` as a list of paths: Claude Code does not load the plugin otherwise.' }];
  const seen = new Set<string>();
  return skills.flatMap(({ at, written, path }): readonly ManifestProblem[] => {
    // A client may know names besides paths.
    if (typeof written !== 'string') return isClaude ? [typeProblem(at, 'the path of a skill')] : [];
    if (isClaude && !written.startsWith('./')) return [relativeProblem(at, written, base, look)];
    if (path.kind !== 'inside') return [];
    if (seen.has(path.path))
      return [{ at, severity: 'information', target: written, message: `Remove \`${written}\`: it is listed twice.` }];
    seen.add(path.path);
    const kind = look.kind(path.path);
    if (kind === 'file' && MANIFESTS.some((name) => name === basename(path.path))) {
      const replacement = written.slice(0, -basename(path.path).length).replace(/(?<=[^.])\/$/, '');
      const message = `Change it to the skill's folder, \`${replacement}\`: ${lost(format)}.`;
      return [{ at, target: written, replacement, message }];
    }
    if (kind !== undefined) return [];
    const similar = look.skillNamed(base, path.path) ?? look.skillNamed(marketplace, path.path);
    const inner = similar === undefined ? undefined : within(base, similar);
    const message = `Correct the path: the plugin has no \`${written}\`, and ${lost(format)}.`;
    return [defined({ at, target: written, replacement: inner === undefined ? undefined : `./${inner}`, message })];
  });
}

const lost = (format: PluginFormat): string =>
  format === 'claude-code' ? 'Claude Code loads none of its skills' : 'its skills there are not loaded';

/** Returns the problem with a path that Claude Code refuses, since it does not begin with `./`. */
function relativeProblem(at: ValuePath, written: string, base: string, look: LookUp): ManifestProblem {
  const message = `Begin the path with \`./\`, without \`..\`: Claude Code does not install the plugin with \`${written}\`.`;
  if (/^(?:\.\.|\/|~|[a-z][\w+.-]*:)/i.test(written)) return { at, target: written, message };
  const direct = join(base, written);
  const found = look.kind(direct) === undefined ? look.skillNamed(base, direct) : direct;
  const inner = found === undefined ? undefined : within(base, found);
  return defined({ at, target: written, replacement: inner ? `./${inner}` : undefined, message });
}

function marketplaceProblems(
  { format, root, plugins }: Marketplace,
  value: JsonObject,
  look: LookUp,
): readonly ManifestProblem[] {
  const entries = own(value, 'plugins');
  const first = new Map<string, number>();
  return plugins.flatMap((plugin): readonly ManifestProblem[] => {
    const [, index = 0] = plugin.at;
    const entry: unknown = Array.isArray(entries) ? entries[Number(index)] : undefined;
    if (!isObject(entry)) return [];
    const { name, source, skills, at } = plugin;
    const problems: ManifestProblem[] = [];
    if (format === 'claude-code') {
      if (name === undefined)
        problems.push({ at, message: 'Add a `name`: Claude Code installs no plugin without one.' });
      else if (!/^[a-zA-Z0-9][\w.-]*$/.test(name))
        problems.push(
          withSlug(
            [...at, 'name'],
            name,
            'Use letters, digits, `.`, `_` and `-`: Claude Code cannot install a plugin of this name.',
          ),
        );
      if (own(entry, 'source') === undefined || own(entry, 'source') === null)
        problems.push({ at, message: 'Add a `source`: Claude Code installs no plugin without one.' });
    }
    if (name !== undefined && first.has(name))
      problems.push({
        at: [...at, 'name'],
        severity: 'warning',
        target: name,
        message: `Rename or remove one of two plugins: an earlier one of the list has the same name, \`${name}\`.`,
      });
    if (name !== undefined) first.set(name, Number(index));
    const dead = sourceProblem(plugin, entry, value, format, root, look);
    if (dead !== undefined) return [...problems, dead];
    const folder = source?.kind === 'inside' ? source.path : undefined;
    if (folder !== undefined)
      problems.push(...skillProblems(skills, own(entry, 'skills'), [...at, 'skills'], folder, root, format, look));
    return problems;
  });
}

function sourceProblem(
  { at, source, name }: ListedPlugin,
  entry: JsonObject,
  value: JsonObject,
  format: PluginFormat,
  root: string,
  look: LookUp,
): ManifestProblem | undefined {
  const outer = own(entry, 'source');
  const isLocal = isObject(outer) && own(outer, 'source') === 'local';
  const written = isLocal ? own(outer, 'path') : outer;
  if (typeof written !== 'string' || source === undefined || source.kind === 'no-path') return undefined;
  const place = [...at, 'source', ...(isLocal ? ['path'] : [])];
  const isClaude = format === 'claude-code';
  const client = isClaude ? 'Claude Code' : 'a client';
  if (source.kind === 'outside')
    return isClaude
      ? {
          at: place,
          target: written,
          message: `Put the plugin below the marketplace's folder: Claude Code refuses a source with \`..\` or from elsewhere.`,
        }
      : undefined;
  const metadata = own(value, 'metadata');
  const hasRoot = isObject(metadata) && typeof own(metadata, 'pluginRoot') === 'string';
  const exists = look.kind(source.path) === 'folder';
  if (isClaude && !/^\.\//.test(written) && written !== '.' && !hasRoot && exists)
    return {
      at: place,
      target: written,
      replacement: `./${written}`,
      message: `Begin the source with \`./\`: without \`metadata.pluginRoot\`, Claude Code refuses \`${written}\`.`,
    };
  if (exists) return undefined;
  const label = name === undefined ? 'the plugin' : `\`${name}\``;
  const moved = [join(root, 'plugins', basename(source.path)), join(root, basename(source.path))].find(
    (one) => look.kind(one) === 'folder' && dirname(one) !== one,
  );
  const inner = moved === undefined ? undefined : within(root, moved);
  return defined({
    at: place,
    target: written,
    replacement: inner ? `./${inner}` : undefined,
    message: `Correct the source, or remove the entry: there is no folder \`${written}\`, and ${client} cannot install ${label}.`,
  });
}
