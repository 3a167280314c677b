/**
 * Installs what the project needs: npm packages, the bundles in `dist/`, and a VS Code for the tests. Called by
 * `start.mjs` and `test.mjs`. On a fresh clone it runs on any Node from 20, so it imports only built-in modules
 * before the packages are installed. A second run changes nothing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStale } from './lib/freshness.mjs';
import { projectNode, root } from './lib/paths.mjs';
import { isProjectNode } from './lib/project-node.mjs';
import { run, since } from './lib/run.mjs';

/**
 * Installs the npm packages if they differ from `package-lock.json`, and continues under the project's own Node: this
 * process then only waits for the same script there, and exits with its exit code.
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

/** Builds `dist/` if it is out of date; exits the process if that fails. */
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

/**
 * Compares the content of `node_modules/.package-lock.json`, which npm writes at the end of an installation, because
 * modification times are misleading in a fresh checkout and after an interrupted installation.
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
 * @returns {[string, string][]} without the project itself and platform-specific packages
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
