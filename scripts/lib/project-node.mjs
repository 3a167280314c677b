/** The project's own Node. Uses only Node's built-in modules: `setup.mjs` imports it before `node_modules` exists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Returns true if this process runs on the project's own Node. */
export function isProjectNode() {
  return process.versions.node === projectVersion();
}

/**
 * Returns why the tests cannot run on a version of Node, and what to do; undefined if they can: on the project's major
 * version. On others, scripts that tests start cannot load TypeScript, and vitest's reporter throws.
 * @param {string} version such as `20.20.2`
 * @returns {string | undefined}
 */
export function wrongNode(version) {
  const wanted = projectVersion();
  if (majorOf(version) === majorOf(wanted)) return undefined;
  return `This is Node ${version}, and the tests need the project's own Node ${wanted}. Run them with \`npm run test:unit -- PATH\` or \`npx vitest\`, which use it.`;
}

/** @returns {string} */
function projectVersion() {
  return JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')).version;
}

/** @param {string} version */
const majorOf = (version) => version.split('.')[0];
