/** Reads the lists of plugins of a marketplace. */
import type { FileSystem } from '../files/files.ts';
import { join } from '../files/paths.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import { type LocalPath, localPath } from './local-path.ts';
import { MARKETPLACE_MANIFESTS, type ManifestFile, type PluginFormat } from './manifest-files.ts';
import { isObject, type JsonObject, readJsonObject } from './read-json.ts';
import { nameIn, type SkillPath, skillPaths } from './read-plugin.ts';

/** Maximum number of plugins that are read. */
const MAX_PLUGINS = 2000;

/** A plugin in the list of a marketplace. */
export interface ListedPlugin {
  readonly name?: string;
  /** The keys and indexes of its entry in the manifest. */
  readonly at: readonly (string | number)[];
  /** Its folder in the marketplace; undefined if it is fetched from elsewhere. */
  readonly source?: LocalPath;
  /** The skills that the entry itself lists, relative to the plugin's folder. */
  readonly skills: readonly SkillPath[];
}

/** A marketplace with its manifest. */
export interface Marketplace {
  readonly format: PluginFormat;
  /** The folder that its plugins are relative to: absolute, with `/`. */
  readonly root: string;
  /** Absolute path of the manifest. */
  readonly file: string;
  readonly plugins: readonly ListedPlugin[];
  /** The contents of the manifest, or why there are none, as a clause. */
  readonly manifest: { readonly value: JsonObject; readonly text: string } | { readonly unusable: string };
}

/** Reads the marketplaces of a folder, in the order of `MARKETPLACE_MANIFESTS`. `has` tells quickly that a manifest may exist. */
export function readMarketplaces(
  fs: FileSystem,
  root: string,
  has: (manifest: ManifestFile) => boolean = () => true,
): readonly Marketplace[] {
  return MARKETPLACE_MANIFESTS.filter(has).flatMap(({ format, path }): readonly Marketplace[] => {
    const file = join(root, path);
    const read = readJsonObject(fs, file);
    if (read.kind === 'missing') return [];
    if (read.kind === 'unusable') return [{ format, root, file, plugins: [], manifest: { unusable: read.why } }];
    const { value, text } = read;
    return [{ format, root, file, plugins: listedPlugins(value, root), manifest: { value, text } }];
  });
}

function listedPlugins(value: JsonObject, root: string): readonly ListedPlugin[] {
  const plugins = own(value, 'plugins');
  if (!Array.isArray(plugins)) return [];
  const metadata = own(value, 'metadata');
  // The folder that sources without a leading `./` are relative to.
  const base = isObject(metadata) ? localPath(root, root, own(metadata, 'pluginRoot')) : undefined;
  const pluginRoot = base?.kind === 'inside' ? base.path : root;
  return plugins.slice(0, MAX_PLUGINS).flatMap((entry: unknown, index): readonly ListedPlugin[] => {
    if (!isObject(entry)) return [];
    const at = ['plugins', index];
    const source = sourceOf(own(entry, 'source'), root, pluginRoot);
    const skills =
      source?.kind === 'inside' ? skillPaths(own(entry, 'skills'), [...at, 'skills'], source.path, source.path) : [];
    return [defined({ name: nameIn(entry), at, source, skills })];
  });
}

/** Returns the folder of a plugin: a path, or in Codex `{ "source": "local", "path": … }`; undefined if it is fetched. */
function sourceOf(source: unknown, root: string, pluginRoot: string): LocalPath | undefined {
  const written = isObject(source) && own(source, 'source') === 'local' ? own(source, 'path') : source;
  if (typeof written !== 'string') return undefined;
  return localPath(root, /^\.\.?(?:\/|$)/.test(written) ? root : pluginRoot, written);
}
