/** Reads the manifest of one plugin. */
import type { FileSystem } from '../files/files.ts';
import { join } from '../files/paths.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import { type LocalPath, localPath } from './local-path.ts';
import { type ManifestFile, PLUGIN_MANIFESTS, type PluginFormat } from './manifest-files.ts';
import { type JsonObject, readJsonObject } from './read-json.ts';

/** Maximum number of paths of skills that are read. */
const MAX_PATHS = 1000;

/** A path to a skill or to a folder of skills, in a manifest. */
export interface SkillPath {
  /** The keys and indexes of its place in the manifest. */
  readonly at: readonly (string | number)[];
  readonly written: unknown;
  readonly path: LocalPath;
}

/** A plugin with its manifest. */
export interface Plugin {
  readonly format: PluginFormat;
  /** The folder of the plugin: absolute, with `/`. */
  readonly root: string;
  /** Absolute path of the manifest. */
  readonly file: string;
  readonly name?: string;
  /** Paths of skills besides the folder `skills/`. */
  readonly skills: readonly SkillPath[];
  /** The contents of the manifest, or why there are none, as a clause. */
  readonly manifest: { readonly value: JsonObject; readonly text: string } | { readonly unusable: string };
}

/** Reads the plugins of a folder, in the order of `PLUGIN_MANIFESTS`. `has` tells quickly that a manifest may exist. */
export function readPlugins(
  fs: FileSystem,
  root: string,
  has: (manifest: ManifestFile) => boolean = () => true,
): readonly Plugin[] {
  return PLUGIN_MANIFESTS.filter(has).flatMap(({ format, path }): readonly Plugin[] => {
    const file = join(root, path);
    const read = readJsonObject(fs, file);
    if (read.kind === 'missing') return [];
    // Other programs have a file of this name, too.
    if (format === 'agent-plugins' && (read.kind === 'unusable' || !isAgentPlugin(read.value))) return [];
    if (read.kind === 'unusable') return [{ format, root, file, skills: [], manifest: { unusable: read.why } }];
    const { value, text } = read;
    const skills = skillPaths(own(value, 'skills'), ['skills'], root, root);
    return [defined({ format, root, file, name: nameIn(value), skills, manifest: { value, text } })];
  });
}

/** Returns the name that a manifest, or an entry of one, gives a plugin; undefined if it has none. */
export function nameIn(value: JsonObject): string | undefined {
  const name = own(value, 'name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** True for the contents of a root `plugin.json` that are a plugin for agents, and not one for another program. */
const isAgentPlugin = (value: JsonObject): boolean => {
  const schema = own(value, '$schema');
  if (typeof schema === 'string') return /agent-?plugins?|claude-code-plugin/i.test(schema);
  return typeof own(value, 'name') === 'string' && own(value, 'type') === undefined && own(value, 'id') === undefined;
};

/**
 * Reads a list of paths to skills, or a single one.
 * @param top the folder that no path may leave
 * @param base the folder that they are relative to
 */
export function skillPaths(value: unknown, at: SkillPath['at'], top: string, base: string): readonly SkillPath[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [{ at, written: value, path: localPath(top, base, value) }];
  return value
    .slice(0, MAX_PATHS)
    .map((written: unknown, index) => ({ at: [...at, index], written, path: localPath(top, base, written) }));
}
