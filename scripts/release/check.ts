/** `npm run release:check`: reports what prevents a release of this commit, and exits with 1 if anything does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { ADDRESS } from './address.ts';
import { releaseFaults } from './manifest.ts';

const { GITHUB_REF_TYPE, GITHUB_REF_NAME, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));
const faults = releaseFaults({
  address: ADDRESS,
  version,
  tag: GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined,
  server: GITHUB_REPOSITORY === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`,
  changelog: read('CHANGELOG.md'),
  pages: { 'README.md': read('README.md'), 'docs/command-line.md': read('docs/command-line.md') },
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
