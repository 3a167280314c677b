/**
 * Few large chunks for what the commands share. esbuild makes a chunk for each set of entries that reach the same modules:
 * with 70 entries a run would load 110 files, most of them smaller than 2 kB, and each costs more time than its content.
 * Here each entry that needs a module of a group loads the entire group, so that all of it is one chunk.
 */
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import * as esbuild from 'esbuild';
import { importDirectly } from './direct-imports.mjs';
import { root } from './paths.mjs';

/**
 * A group: the modules that an entry loads, except those of earlier groups and of entries that must not load the group. If
 * it is small, also except those that load something large.
 * @typedef {{ readonly name: string, readonly of: string, readonly except: RegExp, readonly isSmall: boolean }} Group
 */

/** Entries that must not load everything that most runs need. */
const WITHOUT_RUN =
  /^(?:cli\/(?!mcp\/|hook-)|server\/|runtime\/cli\/(?:commands\/|clients\.ts$)|runtime\/network\/use-network\.ts$)/;

/** @type {readonly Group[]} */
const GROUPS = [
  {
    name: 'commands',
    of: 'runtime/cli/commands/index.ts',
    except: /^(?:cli\/(?!mcp\/|hook-)|server\/)/,
    isSmall: true,
  },
  { name: 'journals', of: 'runtime/cli/run.ts', except: WITHOUT_RUN, isSmall: true },
  { name: 'run', of: 'runtime/cli/run.ts', except: WITHOUT_RUN, isSmall: false },
];

/** Modules that no command should load because another one needs them: packages, profiles of clients, reading of skills. */
const LARGE = /^(?:node_modules\/|skill\/(?!model\/|text\/|disk\/))/;

const NAMESPACE = 'group';

/**
 * Returns the members of each group, and the groups that each entry loads.
 * @param {esbuild.Metafile} metafile of a build without groups
 */
export function groupsOf({ inputs, outputs }) {
  const entries = new Set(Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []));
  const loaded = new Map([...entries].map((entry) => [entry, loadedWith(inputs, [entry])]));
  /** @type {Map<string, readonly string[]>} */
  const members = new Map();
  /** @type {Map<string, readonly string[]>} */
  const groups = new Map();
  for (const { name, of, except, isSmall } of GROUPS) {
    const others = loadedWith(
      inputs,
      [...entries].filter((entry) => except.test(entry)),
    );
    const isMember = (/** @type {string} */ path) =>
      path.endsWith('.ts') &&
      !others.has(path) &&
      ![...members.values()].some((earlier) => earlier.includes(path)) &&
      [...loadedWith(inputs, [path])].every((one) => !entries.has(one) && !(isSmall && LARGE.test(one)));
    const found = [...(loaded.get(of) ?? [])].filter(isMember).sort();
    members.set(name, found);
    for (const [entry, all] of loaded)
      if (!except.test(entry) || entry === of)
        if (found.some((path) => all.has(path))) groups.set(entry, [...(groups.get(entry) ?? []), name]);
  }
  return { members, groups };
}

/**
 * Returns the modules that are loaded with others: those that they import, but not those that they load later.
 * @param {esbuild.Metafile['inputs']} inputs
 * @param {readonly string[]} paths
 */
export function loadedWith(inputs, paths) {
  /** @type {Set<string>} */
  const reached = new Set();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const input = inputs[path];
    if (input === undefined || reached.has(path)) continue;
    reached.add(path);
    for (const { path: next, kind } of input.imports) if (kind !== 'dynamic-import') waiting.push(next);
  }
  return reached;
}

/** @type {esbuild.Plugin} */
export const sharedChunks = {
  name: 'shared-chunks',
  setup(build) {
    /** @type {ReturnType<typeof groupsOf>} */
    let shared = { members: new Map(), groups: new Map() };
    build.onStart(async () => {
      const { plugins = [], ...options } = build.initialOptions;
      const others = plugins.filter(({ name }) => name !== 'shared-chunks');
      const { metafile } = await esbuild.build({
        ...options,
        plugins: others,
        write: false,
        sourcemap: false,
        metafile: true,
      });
      shared = groupsOf(metafile);
    });
    build.onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: NAMESPACE }));
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path: name }) => ({
      contents: (shared.members.get(name) ?? []).map((path) => `import ${JSON.stringify(`./${path}`)};\n`).join(''),
      resolveDir: root,
    }));
    build.onLoad({ filter: /[\\/](?:cli|runtime|server)[\\/].*\.ts$/ }, async ({ path }) => {
      const names = shared.groups.get(relative(root, path).split(sep).join('/'));
      if (names === undefined) return undefined;
      // At the end, so that source maps keep their lines. What is imported there is evaluated before the module, too.
      const imports = names.map((name) => `\nimport '${NAMESPACE}:${name}';`).join('');
      return { contents: importDirectly(await readFile(path, 'utf8'), path) + imports, loader: 'ts' };
    });
  },
};
