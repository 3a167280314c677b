/** The bundles with their entries. Only this file has esbuild options. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { directImports } from './direct-imports.mjs';
import { dist, filesBelow, root } from './paths.mjs';
import { sharedChunks } from './shared-chunks.mjs';

/** Folder of `dist/` with the chunks of the command line. */
const PIECES = 'cli';

/**
 * Removes zod's messages in 50 languages (264 kB) except English.
 * @type {import('esbuild').Plugin}
 */
const onlyEnglishZod = {
  name: 'only-english-zod',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};

/**
 * Removes the YAML parser of gray-matter, which splits documents for us and is given another parser: its 100 kB would be
 * loaded and evaluated at every start.
 * @type {import('esbuild').Plugin}
 */
const noOtherYaml = {
  name: 'no-other-yaml',
  setup(build) {
    build.onLoad({ filter: /[\\/]js-yaml[\\/]index\.js$/ }, () => ({
      contents:
        "const unused = () => { throw new Error('js-yaml is not part of the bundle.'); };" +
        'module.exports = { safeLoad: unused, safeDump: unused };',
      loader: 'js',
    }));
  },
};

/**
 * Bundles the ES modules of `yaml`, which it offers to browsers: those of Node are CommonJS, each of which is evaluated at
 * every start. The two differ in how they decode binary values and print warnings, of which nothing here makes use.
 * @type {import('esbuild').Plugin}
 */
const yamlModules = {
  name: 'yaml-modules',
  setup(build) {
    build.onResolve({ filter: /^yaml$/ }, () => ({
      path: join(root, 'node_modules/yaml/browser/dist/index.js'),
      sideEffects: false,
    }));
  },
};

/**
 * Bundles the ES modules of `jsonc-parser`: its main file loads the others in a way that no bundler follows.
 * @type {import('esbuild').Plugin}
 */
const jsoncModules = {
  name: 'jsonc-modules',
  setup(build) {
    build.onResolve({ filter: /^jsonc-parser$/ }, () => ({
      path: join(root, 'node_modules/jsonc-parser/lib/esm/main.js'),
      sideEffects: false,
    }));
  },
};

/** The import that `REQUIRE` adds to each file of a bundle. */
const UNUSED_REQUIRE = /^import \{ createRequire as __createRequire \}.*$/m;

/**
 * Removes `REQUIRE` from the chunks without a CommonJS package: nearly all, and each call takes time at every start. The
 * line stays, for source maps.
 * @type {import('esbuild').Plugin}
 */
const requireWhereUsed = {
  name: 'require-where-used',
  setup(build) {
    build.onEnd(({ metafile }) => {
      for (const path of Object.keys(metafile?.outputs ?? {})) {
        const file = join(root, path);
        if (!path.endsWith('.mjs') || !existsSync(file)) continue;
        const text = readFileSync(file, 'utf8');
        const without = text.replace(UNUSED_REQUIRE, '');
        if (without !== text && !/\brequire\b/.test(without)) writeFileSync(file, without);
      }
    });
  },
};

/**
 * Keeps only the version of the manifest in the bundles that need nothing else of it: the rest, 84 kB of settings of VS Code,
 * would be loaded at every start.
 * @type {import('esbuild').Plugin}
 */
const onlyVersion = {
  name: 'only-version',
  setup(build) {
    build.onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) => {
      if (path !== join(root, 'package.json')) return undefined;
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * Replaces the parts of the timeline's host that read files, for a page that holds its run itself.
 * @type {import('esbuild').Plugin}
 */
const runInPage = {
  name: 'run-in-page',
  setup(build) {
    const replacement = (/** @type {string} */ name) => ({ path: join(root, 'client/saved-page', name) });
    build.onResolve({ filter: /\/journal-file\.ts$/ }, () => replacement('journal.ts'));
    build.onResolve({ filter: /\/blob-search\.ts$/ }, () => replacement('blob-search.ts'));
    build.onResolve({ filter: /^node:path$/ }, () => replacement('path.ts'));
  },
};

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  sourcemap: 'linked',
  metafile: true,
  logLevel: 'silent',
  legalComments: 'none',
  plugins: [onlyEnglishZod, noOtherYaml, jsoncModules, directImports],
};

/**
 * The oldest VS Code in `engines.vscode` runs Node 22. A `.cjs` ending because the package is `"type": "module"`
 * and VS Code loads `main` with `require`.
 * @type {import('esbuild').BuildOptions}
 */
const node = { ...common, platform: 'node', target: 'node22', format: 'cjs', external: ['vscode'] };

/** CommonJS packages inside an ES module still call `require`. */
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);";

/** @type {import('esbuild').BuildOptions} */
const page = {
  ...common,
  platform: 'browser',
  format: 'iife',
  // The Chromium of the Electron in VS Code 1.104, and the browsers that vscode.dev supports.
  target: ['chrome128', 'firefox128', 'safari17.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.ttf': 'dataurl', '.woff2': 'dataurl', '.svg': 'text' },
};

/**
 * Hooks run with the Node of a client's user, which can be older than VS Code's.
 * @type {import('esbuild').BuildOptions}
 */
const hook = {
  ...node,
  target: 'node20',
  minify: true,
  sourcemap: false,
  plugins: [...(node.plugins ?? []), onlyVersion, yamlModules],
};

/**
 * The MCP server alone, for the plugins: one file, without the command line. No package of ours has it.
 * @type {import('esbuild').BuildOptions}
 */
export const mcpBundle = { ...hook, entryPoints: ['cli/mcp-entry.ts'], outfile: 'dist/plugins/mcp.cjs' };

/**
 * Appends another bundle to one, compressed, in a comment: Node reads it, but does not compile it.
 * @param {string} entry from the root
 * @returns {import('esbuild').Plugin}
 */
function withPacked(entry) {
  return {
    name: 'with-packed',
    setup(build) {
      build.onEnd(async ({ errors }) => {
        const { outfile } = build.initialOptions;
        if (errors.length > 0 || outfile === undefined) return undefined;
        const packed = await esbuild.build({ ...hook, entryPoints: [entry], outfile, write: false });
        const [code] = packed.outputFiles;
        const text = brotliCompressSync(code?.contents ?? '').toString('base64');
        appendFileSync(join(root, outfile), `/*packed:${text}*/\n`);
        return undefined;
      });
    },
  };
}

/**
 * The bundles that ship.
 * @typedef {{ name: string, entry: string, options: import('esbuild').BuildOptions }} Bundle
 * @type {readonly Bundle[]}
 */
export const bundles = [
  bundle('extension', 'client/main.ts', { ...node, outfile: 'dist/extension.cjs' }),
  bundle('server', 'server/node/main.ts', { ...node, outfile: 'dist/server/main.cjs' }),
  // Started for each module of tools, by `runtime/tools/module/host-process.ts`.
  bundle('tool host', 'runtime/tools/module/host.ts', {
    ...node,
    format: 'esm',
    outfile: 'dist/tool-host.mjs',
    banner: { js: REQUIRE },
  }),
  bundle('server entry', 'cli/server-entry.ts', { ...node, outfile: 'dist/server.cjs' }),
  // Copied into the user's folder as it is, so in one file.
  bundle('hook', 'cli/hook-entry.ts', {
    ...hook,
    plugins: [...(hook.plugins ?? []), withPacked('cli/hook-answers.ts')],
    outfile: 'dist/hook.cjs',
  }),
  bundle('uninstall', 'cli/uninstall-entry.ts', { ...hook, outfile: 'dist/uninstall.cjs' }),
  bundle('runtime entry', 'cli/runtime-entry.ts', { ...node, outfile: 'dist/runtime.cjs' }),
  // In chunks, so that a command loads only its own code and its provider. The process for the extension's runs is
  // one of the entries, so that both share the chunks.
  bundle('cli', 'cli/main.ts', {
    ...node,
    plugins: [sharedChunks, ...(node.plugins ?? []), onlyVersion, yamlModules, requireWhereUsed],
    // The imports of a group only decide what is in one chunk.
    logOverride: { 'ignored-bare-import': 'silent' },
    format: 'esm',
    entryPoints: {
      cli: 'cli/main.ts',
      // Named, for tests that call it in process.
      'cli/program': 'cli/program.ts',
      'cli/check-worker': 'server/check/worker.ts',
      'cli/runtime': 'runtime/node/main.ts',
    },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: `${PIECES}/[name]-[hash]`,
    banner: { js: REQUIRE },
  }),
  bundle('timeline', 'client/timeline/view/main.tsx', { ...page, outfile: 'dist/timeline.js' }),
  bundle('comparison', 'client/timeline/compare/main.tsx', { ...page, outfile: 'dist/compare.js' }),
  bundle('runs table', 'client/timeline/runs-table/main.tsx', { ...page, outfile: 'dist/runs-table.js' }),
  // The timeline in a file of its own, as `runtime/export/html.ts` writes it. Always minified: it is copied into each file.
  bundle('saved page', 'client/saved-page/main.ts', {
    ...page,
    minify: true,
    plugins: [...(page.plugins ?? []), runInPage],
    outfile: 'dist/saved-page.js',
  }),
];

/**
 * @param {string} name
 * @param {string} entry from the root
 * @param {import('esbuild').BuildOptions} options
 * @returns {Bundle}
 */
function bundle(name, entry, options) {
  return { name, entry, options: { entryPoints: [entry], ...options } };
}

/**
 * Removes the chunks of earlier builds. Called after a build, so that running programs still find theirs.
 * @param {import('esbuild').Metafile} metafile of the build
 */
export function dropOldPieces(metafile) {
  const made = new Set(Object.keys(metafile.outputs).map((path) => resolve(root, path)));
  if (![...made].some((path) => dirname(path) === join(dist, PIECES))) return;
  for (const path of filesBelow(join(dist, PIECES))) if (!made.has(path)) rmSync(path, { force: true });
}

/**
 * The tests that run inside VS Code: each `test/editor/SUITE/*.test.ts` becomes `OUTDIR/SUITE/*.test.cjs`, and the
 * entry that VS Code calls `OUTDIR/run.cjs`. Mocha is external, because it is an ES module and loads
 * files itself.
 * @param {string} outdir absolute
 * @returns {import('esbuild').BuildOptions}
 */
export function editorTestBundles(outdir) {
  const tests = filesBelow(join(root, 'test/editor'), (path) => path.endsWith('.test.ts'));
  return {
    ...node,
    external: ['vscode', 'mocha'],
    entryPoints: [
      { in: 'test/editor/harness/run.ts', out: 'run' },
      ...tests.map((path) => ({
        in: relative(root, path),
        out: relative(join(root, 'test/editor'), path).replace(/\.ts$/, ''),
      })),
    ],
    outdir,
    outExtension: { '.js': '.cjs' },
  };
}

/**
 * Formats the content of a bundle as one line, largest packages first.
 * @param {import('esbuild').Metafile} metafile of one output
 */
export function describeSize(metafile) {
  /** @type {Map<string, number>} */
  const packages = new Map();
  let bytes = 0;
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (!/\.[cm]?js$/.test(path)) continue;
    bytes += output.bytes;
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1] ?? 'own code';
      packages.set(name, (packages.get(name) ?? 0) + bytesInOutput);
    }
  }
  const largest = [...packages].sort((a, b) => b[1] - a[1]).slice(0, 4);
  return `${kilobytes(bytes)} (${largest.map(([name, size]) => `${name} ${kilobytes(size)}`).join(', ')})`;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}
