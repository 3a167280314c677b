/** Finds the mistakes in the manifest of a plugin or marketplace for which a client does not load it. */
import { type ParsedText, parseText } from '../eval-cases/parsed-text.ts';
import type { DirectoryEntry, FileSystem } from '../files/files.ts';
import { join } from '../files/paths.ts';
import type { Range } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import {
  isManifestName,
  MARKETPLACE_MANIFESTS,
  type ManifestFile,
  PLUGIN_MANIFESTS,
  type PluginFormat,
} from './manifest-files.ts';
import { LookUp } from './manifest-lookup.ts';
import type { ManifestFinding, ManifestProblem } from './manifest-problem.ts';
import { marketplaceProblems } from './marketplace-findings.ts';
import { pluginProblems } from './plugin-findings.ts';
import { readMarketplaces } from './read-marketplace.ts';
import { readPlugins } from './read-plugin.ts';

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
    const message = `The manifest ${manifest.unusable}, so no client loads it. Write a JSON object into it.`;
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
