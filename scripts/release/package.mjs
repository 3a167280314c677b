/**
 * `npm run package`: a production build, then `skillwright-VERSION.vsix` and `skillwright-VERSION.tgz` of it. Everything is
 * bundled except the packages of `eval --queue`, which are dependencies of the npm package alone. The plugins for agent clients
 * are in `dist/plugins/`, and in `plugins-VERSION.tgz`.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, dist, root } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { useProjectNode } from '../setup.mjs';

await useProjectNode(import.meta.url);

// Only the project's Node loads TypeScript, and the bundler is available only after setup.
const { build } = await import('../build.mjs');
const { ADDRESS } = await import('./address.ts');
const { commandLineFiles, extensionFiles } = await import('../lib/package-files.ts');
const { extensionManifest, npmManifest, withAbsoluteLinks } = await import('./manifest.ts');
const { writePlugins } = await import('./plugins.ts');

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `${manifest.name}-${manifest.version}`;
const staged = join(cache, 'package');

if (!(await build({ production: true }))) process.exit(1);
stage('extension', extensionFiles(), extensionManifest(manifest, ADDRESS));
stage('npm', commandLineFiles(), npmManifest(manifest, ADDRESS));
const plugins = Object.keys(await writePlugins());
const archive = join(root, `plugins-${manifest.version}.tgz`);

const vsce = join(root, 'node_modules/.bin/vsce');
const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
const out = ['--out', join(root, `${name}.vsix`)];
process.exitCode =
  (await run(vsce, ['package', ...flags, ...out], { cwd: join(staged, 'extension') })) ||
  (await run('npm', ['pack', '--pack-destination', root], { cwd: join(staged, 'npm') })) ||
  (await run('tar', ['-czf', archive, ...plugins], { cwd: join(dist, 'plugins') }));

/**
 * @param {string} folder below `.cache/package`
 * @param {readonly string[]} paths from the root of the checkout
 * @param {Readonly<Record<string, unknown>>} own the package's manifest
 */
function stage(folder, paths, own) {
  const to = join(staged, folder);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const path of paths) cpSync(join(root, path), join(to, path));
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(own, undefined, 2)}\n`);
  for (const page of ['README.md', 'CHANGELOG.md']) {
    const text = readFileSync(join(root, page), 'utf8');
    writeFileSync(join(to, page), withAbsoluteLinks(text, ADDRESS, `v${manifest.version}`));
  }
}
