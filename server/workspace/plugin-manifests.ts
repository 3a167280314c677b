import { type CachingFiles, dirname, findSkills, manifestPlaceOf, manifestsIn, within } from '../../skill/index.ts';
import type { Finding } from '../rules/rule/rule.ts';
import { levelOf, type OnRuleError, severityOf } from '../rules/run.ts';
import { pluginInvalid, pluginProblems } from '../rules/skill/plugin-invalid.ts';
import { Lines } from './lines.ts';
import type { DocumentResult, Stamp } from './skill-entry.ts';
import type { Surroundings } from './surroundings.ts';
import type { World } from './world.ts';

/** The manifests of plugins, extensions and marketplaces in a workspace. Their findings are dropped at every change outside of texts. */
export class PluginManifests {
  readonly #fs: CachingFiles;
  readonly #surroundings: Surroundings;
  readonly #world: (path: string) => World;
  readonly #onRuleError: OnRuleError;
  readonly #paths = new Set<string>();
  readonly #results = new Map<string, DocumentResult>();

  /** @param world returns what the findings of a file depend on */
  constructor(fs: CachingFiles, surroundings: Surroundings, world: (path: string) => World, onRuleError: OnRuleError) {
    this.#fs = fs;
    this.#surroundings = surroundings;
    this.#world = world;
    this.#onRuleError = onRuleError;
  }

  /** Sets the paths of the manifests. */
  setPaths(paths: Iterable<string>): void {
    this.#paths.clear();
    for (const path of paths) this.#paths.add(path);
    this.forget();
  }

  /** Returns the absolute paths of the manifests, sorted. */
  paths(): readonly string[] {
    return [...this.#paths].sort();
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Returns the findings of a manifest; undefined for any other file. */
  diagnose(path: string): DocumentResult | undefined {
    if (!this.has(path)) return undefined;
    const known = this.#results.get(path);
    if (known !== undefined) return known;
    const { fs } = this.#world(path);
    const read = fs.read(path);
    const findings = read.kind === 'text' && !this.#leadsOut(path) ? this.#findings(path) : [];
    const stamp: Stamp = { usedFiles: new Set(), names: false, siblings: false, others: true, within: '' };
    const result = { path, lines: new Lines(read.kind === 'text' ? read.text : ''), findings, stamp };
    this.#results.set(path, result);
    return result;
  }

  /** Returns the stamp of the last result of a manifest, if still valid. */
  stamp(path: string): Stamp | undefined {
    return this.#results.get(path)?.stamp;
  }

  /** Drops the findings, because files may have changed. */
  forget(): void {
    this.#results.clear();
  }

  /** @param parts the folders in which new manifests are searched: the path, or some below it */
  pathCreatedOrDeleted(path: string, parts: readonly string[]): void {
    for (const one of this.#paths)
      if (within(path, one) !== undefined && this.#fs.kind(one) !== 'file') this.#paths.delete(one);
    if (parts.length > 0 && manifestPlaceOf(path) !== undefined)
      for (const one of manifestsIn(dirname(path), this.#fs.list(dirname(path)))) this.#paths.add(one);
    if (this.#fs.kind(path) !== 'folder') return;
    for (const part of parts)
      findSkills(this.#fs, part, undefined, (folder, entries) => {
        for (const one of manifestsIn(folder, entries)) this.#paths.add(one);
      });
  }

  #folderOf(path: string): string {
    return this.#surroundings.folders.find((one) => within(one, path) !== undefined) ?? dirname(path);
  }

  /** Returns true if a folder above a manifest is a link out of the workspace folder. */
  #leadsOut(path: string): boolean {
    const [real, top] = [this.#fs.realPath(path), this.#fs.realPath(this.#folderOf(path))];
    return real === undefined || top === undefined || within(top, real) === undefined;
  }

  #findings(path: string): readonly Finding[] {
    const root = dirname(path);
    const settings = this.#surroundings.settings({ root, manifest: path }, path);
    const level = levelOf(pluginInvalid.code, settings);
    if (level === 'off') return [];
    const boundary = this.#surroundings.rootsAround(root).repositoryRoot ?? this.#folderOf(path);
    const findings: Finding[] = [];
    try {
      for (const { judge: _, ...problem } of pluginProblems(this.#world(path).fs, path, boundary)) {
        const severity = severityOf(pluginInvalid, problem, settings, level);
        findings.push({ ...problem, code: pluginInvalid.code, severity });
      }
    } catch (error) {
      this.#onRuleError(pluginInvalid.code, path, error);
    }
    return findings;
  }
}
