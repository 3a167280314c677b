/**
 * Brings what the project needs, once: npm packages, the bundles in `dist/`, and for the tests a VS Code. Called by
 * `start.mjs` and `test.mjs`; on a fresh clone it runs on any Node from 20 on, so it imports nothing but builtins
 * before the packages are there. A second run finds all in place and takes no time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStale } from './lib/freshness.mjs';
import { projectNode, root } from './lib/paths.mjs';
import { run, since } from './lib/run.mjs';

/**
 * Installs the npm packages where they are absent or not those of `package-lock.json`, and goes on under the
 * project's own Node: this process then only waits for the same script there, and ends with its exit code.
 * @param {string} script `import.meta.url` of the caller
 */
export async function useProjectNode(script) {
  if (!arePackagesCurrent()) {
    const start = performance.now();
    console.log('Installing the npm packages, once (npm ci) …');
    const code = await run('npm', ['ci', '--loglevel=error'], { cwd: root });
    if (code !== 0 || !existsSync(projectNode)) {
      console.error('npm ci failed; its message is above. Without a network it needs the packages in its cache.');
      process.exit(code || 1);
    }
    console.log(`npm packages: ${since(start)}`);
  }
  if (isProjectNode()) return;
  const PATH = join(root, 'node_modules', '.bin') + delimiter + process.env.PATH;
  process.exit(await run(projectNode, [fileURLToPath(script), ...process.argv.slice(2)], { env: { PATH } }));
}

/** Builds `dist/` where a source is newer; ends the process where that fails. */
export async function ensureBuilt() {
  if (!isStale()) return;
  const start = performance.now();
  const { build } = await import('./build.mjs');
  if (!(await build())) {
    console.error('The build failed; the errors are above.');
    process.exit(1);
  }
  console.log(`build: ${since(start)}`);
}

function isProjectNode() {
  return (
    process.versions.node === JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')).version
  );
}

/**
 * npm writes what it installed into `node_modules/.package-lock.json`, at the very end: compared by content, so that
 * neither a fresh checkout's times nor an interrupted installation mislead.
 */
function arePackagesCurrent() {
  try {
    const wanted = lockedVersions(join(root, 'package-lock.json'));
    const installed = new Map(lockedVersions(join(root, 'node_modules/.package-lock.json')));
    return existsSync(projectNode) && wanted.every(([path, version]) => installed.get(path) === version);
  } catch {
    return false;
  }
}

/**
 * @param {string} file
 * @returns {[string, string][]} without the project itself and what only some platforms install
 */
function lockedVersions(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.optional && !entry.devOptional && !entry.link)
    .map(([path, entry]) => [path, entry.version]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await useProjectNode(import.meta.url);
  await ensureBuilt();
  const { ensureEditor } = await import('./vscode-host/choose.ts');
  await ensureEditor();
}
