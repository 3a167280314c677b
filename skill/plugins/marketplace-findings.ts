/** Finds the mistakes in the manifest of a marketplace. */
import { basename, dirname, join, within } from '../files/paths.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import type { PluginFormat } from './manifest-files.ts';
import type { LookUp } from './manifest-lookup.ts';
import { type ManifestProblem, withSlug } from './manifest-problem.ts';
import { isObject, type JsonObject } from './read-json.ts';
import type { ListedPlugin, Marketplace } from './read-marketplace.ts';
import { skillPathProblems } from './skill-path-findings.ts';

/** Returns the problems of the manifest of a marketplace, whose contents are `value`. */
export function marketplaceProblems(
  { format, root, plugins }: Marketplace,
  value: JsonObject,
  look: LookUp,
): readonly ManifestProblem[] {
  const entries = own(value, 'plugins');
  const first = new Map<string, number>();
  const ofEntries = plugins.flatMap((plugin): readonly ManifestProblem[] => {
    const [, index = 0] = plugin.at;
    const entry: unknown = Array.isArray(entries) ? entries[Number(index)] : undefined;
    if (!isObject(entry)) return [];
    const { name, source, skills, at } = plugin;
    const problems: ManifestProblem[] = [];
    if (format === 'claude-code') {
      if (name === undefined)
        problems.push({ at, message: 'The plugin has no `name`, so Claude Code does not install it. Add one.' });
      else if (!/^[a-zA-Z0-9][\w.-]*$/.test(name))
        problems.push(
          withSlug(
            [...at, 'name'],
            name,
            'Claude Code cannot install a plugin of this name. Use letters, digits, `.`, `_` and `-`.',
          ),
        );
      if (own(entry, 'source') === undefined || own(entry, 'source') === null)
        problems.push({ at, message: 'The plugin has no `source`, so Claude Code does not install it. Add one.' });
    }
    if (name !== undefined && first.has(name))
      problems.push({
        at: [...at, 'name'],
        severity: 'warning',
        target: name,
        message: `An earlier plugin of the list has the same name, \`${name}\`. Rename or remove one of them.`,
      });
    if (name !== undefined) first.set(name, Number(index));
    const dead = sourceProblem(plugin, entry, value, format, root, look);
    if (dead !== undefined) return [...problems, dead];
    const folder = source?.kind === 'inside' ? source.path : undefined;
    if (format === 'claude-code' && folder !== undefined)
      problems.push(...conflictProblems(plugin, entry, folder, look));
    if (folder !== undefined)
      problems.push(...skillPathProblems(skills, own(entry, 'skills'), [...at, 'skills'], folder, root, format, look));
    return problems;
  });
  return format === 'claude-code' ? [...topProblems(value), ...ofEntries] : ofEntries;
}

/** Returns the fields that a marketplace lacks: Claude Code 2.1.332 does not add one without them. */
function topProblems(value: JsonObject): readonly ManifestProblem[] {
  const needs = (field: string, isThere: boolean, what: string): readonly ManifestProblem[] =>
    isThere
      ? []
      : [
          {
            at: own(value, field) === undefined ? [] : [field],
            message: `Without \`${field}\`, ${what}, Claude Code does not add the marketplace. Add it.`,
          },
        ];
  return [
    ...needs('name', typeof own(value, 'name') === 'string', 'a string'),
    ...needs('owner', isObject(own(value, 'owner')), 'an object with a `name`'),
    ...needs('plugins', Array.isArray(own(value, 'plugins')), 'a list'),
  ];
}

/** Returns the problem with an entry that Claude Code 2.1.332 takes as a second manifest, in addition to the plugin's own. */
function conflictProblems(
  { at }: ListedPlugin,
  entry: JsonObject,
  folder: string,
  look: LookUp,
): readonly ManifestProblem[] {
  if (own(entry, 'strict') !== false || own(entry, 'skills') === undefined) return [];
  if (look.kind(join(folder, '.claude-plugin/plugin.json')) !== 'file') return [];
  const message =
    'The plugin has a plugin.json as well, and Claude Code loads neither of the two. Remove `strict: false`, or `skills`.';
  return [{ at: [...at, 'strict'], message, target: 'false', replacement: 'true' }];
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
          message: `Claude Code refuses a source with \`..\` or from elsewhere. Put the plugin below the marketplace's folder.`,
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
      message: `Claude Code refuses \`${written}\` without \`metadata.pluginRoot\`. Begin the source with \`./\`.`,
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
    message: `There is no folder \`${written}\`, and ${client} cannot install ${label}. Correct the source, or remove the entry.`,
  });
}
