/**
 * Imports from the door of `skill/` become imports from the files behind it. esbuild divides the command line into chunks
 * by the files that an entry can reach, and through the door each reaches all of them: `--version` would load the
 * whole of `skill/` for one function of five lines.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { root } from './paths.mjs';

const DOORS = ['skill/index.ts', 'skill/disk.ts'].map((path) => join(root, path));
/** Types are left: esbuild removes them. */
const FROM_DOOR = /^(import|export) \{([^}]*)\} from '([^']*\/(?:index|disk)\.ts)';$/gm;
const REEXPORT = /^export (?:\{([^}]*)\}|\*) from '([^']*)';$/gm;
const DECLARATION = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;

/** @typedef {{ readonly path: string, readonly name: string }} Origin the file that declares an export, and its name there */

/**
 * Replaces each import or export from a door by one for each of its names, from the file that declares it. They are in
 * one line, and the number of lines stays, so that source maps keep theirs.
 * @param {string} text of the module
 * @param {string} path of the module, absolute
 */
export function importDirectly(text, path) {
  return text.replaceAll(FROM_DOOR, (statement, /** @type {string[]} */ ...[keyword = '', list = '', target = '']) => {
    const door = resolve(dirname(path), target);
    if (!DOORS.includes(door)) return statement;
    const origins = exportsOf(door);
    const statements = valuesIn(list).map(([name, local]) => {
      const origin = origins.get(name);
      if (origin === undefined) throw new Error(`${relative(root, door)} does not export a value '${name}'.`);
      const from = relative(dirname(path), origin.path).split(sep).join('/');
      return `${keyword} { ${origin.name} as ${local} } from '${from.startsWith('.') ? from : `./${from}`}';`;
    });
    return statements.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
  });
}

/** @type {Map<string, ReadonlyMap<string, Origin>>} */
const known = new Map();

/**
 * Returns the values that a door exports, by name. Types are not among them.
 * @param {string} door absolute
 */
function exportsOf(door) {
  const before = known.get(door);
  if (before !== undefined) return before;
  /** @type {Map<string, Origin>} */
  const origins = new Map();
  for (const [, list, target = ''] of readFileSync(door, 'utf8').matchAll(REEXPORT)) {
    const path = resolve(dirname(door), target);
    const names =
      list === undefined
        ? [...readFileSync(path, 'utf8').matchAll(DECLARATION)].map(([, name = '']) => [name, name])
        : valuesIn(list);
    for (const [name = '', exported = name] of names) origins.set(exported, { path, name });
  }
  known.set(door, origins);
  return origins;
}

/**
 * Returns the names in the braces of an import or export and what each is called on this side, without types.
 * @param {string} list
 */
function valuesIn(list) {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && !item.startsWith('type '))
    .map((item) => {
      const [name = '', local = name] = item.split(/\s+as\s+/);
      return /** @type {const} */ ([name, local]);
    });
}

/** @type {import('esbuild').Plugin} */
export const directImports = {
  name: 'direct-imports',
  setup(build) {
    // A watching build sees changed doors.
    build.onStart(() => known.clear());
    build.onLoad({ filter: /[\\/](?:cli|runtime|server|client)[\\/].*\.tsx?$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const text = await readFile(path, 'utf8');
      return { contents: importDirectly(text, path), loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};
