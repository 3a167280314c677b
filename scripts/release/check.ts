/** `npm run release:check`: reports what prevents a release of this commit, and exits with 1 if anything does. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { ADDRESS, NPM_NAME, PUBLISHER } from './address.ts';
import { releaseFaults } from './faults.ts';
import { extensionManifest } from './manifest.ts';
import { folderOf, PLUGIN_LAYOUTS } from './plugin-layouts.ts';

const { GITHUB_REF_TYPE, GITHUB_REF_NAME, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const texts = (paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, read(path)]));
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));

const manifest = JSON.parse(read('package.json'));
const icon = join(root, manifest.icon ?? '');
const { contributes, ...described } = extensionManifest(manifest, ADDRESS);
const product = { ...manifest, address: ADDRESS };
const plugins = PLUGIN_LAYOUTS.flatMap((layout) =>
  Object.entries({ ...layout.files(product, folderOf(layout)), ...layout.marketplace(product) }).map(
    ([path, value]) => [`the plugin of ${layout.client}, ${path}`, JSON.stringify(value)],
  ),
);
const faults = releaseFaults({
  address: ADDRESS,
  publisher: PUBLISHER,
  npmName: NPM_NAME,
  manifest,
  lockedVersion: JSON.parse(read('package-lock.json')).version,
  tag: GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined,
  server: GITHUB_REPOSITORY === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`,
  changelog: read('CHANGELOG.md'),
  notes: pagesIn('.changeset').filter((name) => name !== 'README.md'),
  license: existsSync(join(root, 'LICENSE')) ? read('LICENSE') : undefined,
  icon: manifest.icon !== undefined && existsSync(icon) ? readFileSync(icon) : undefined,
  pages: texts(['README.md', 'SECURITY.md', ...pagesIn('docs').map((name) => `docs/${name}`)]),
  published: {
    ...texts(['LICENSE', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'action.yml', '.pre-commit-hooks.yaml']),
    'package.json': JSON.stringify(described),
    ...Object.fromEntries(plugins),
  },
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
