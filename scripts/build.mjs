/**
 * Bundles everything that ships: `node scripts/build.mjs [--watch] [--production]`.
 * `--watch` keeps running and prints the lines that the problem matcher of `.vscode/tasks.json` waits for; `--production`
 * minifies, and requires every entry to exist.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { bundleOnce, report } from './lib/bundle.mjs';
import { bundles } from './lib/bundles.mjs';
import { fingerprint, stamp } from './lib/freshness.mjs';
import { licenses } from './lib/licenses.mjs';
import { dist, root } from './lib/paths.mjs';

/**
 * Builds the bundles in `dist/`.
 * @param {{ production?: boolean, strict?: boolean, quiet?: boolean }} options `strict`: a missing entry
 *   is an error instead of a note
 * @returns {Promise<boolean>} false if a bundle failed; its errors have been printed
 */
export async function build({
  production = false,
  strict = production || Boolean(process.env.CI),
  quiet = false,
} = {}) {
  const sources = fingerprint();
  mkdirSync(dist, { recursive: true });
  const results = await Promise.all(
    bundles.map(async ({ name, entry, options }) => {
      if (!existsSync(join(root, entry))) {
        console.log(
          `  ${name.padEnd(10)} ${strict ? 'error: ' : ''}${entry} does not exist${strict ? '' : ' yet, skipped'}`,
        );
        return !strict;
      }
      return bundleOnce(name, { ...options, minify: production || options.minify === true }, quiet);
    }),
  );
  const whole = results.every(Boolean);
  if (whole && production) {
    const built = results.filter((result) => typeof result === 'object');
    writeFileSync(join(dist, 'third-party-licenses.txt'), licenses(built));
  }
  if (whole) writeFileSync(stamp, JSON.stringify({ sources, production }));
  else rmSync(stamp, { force: true });
  return whole;
}

async function watch() {
  for (const { name, entry, options } of bundles) {
    if (!existsSync(join(root, entry))) {
      console.log(`  ${name}: ${entry} does not exist yet, skipped`);
      continue;
    }
    const context = await esbuild.context({ ...options, plugins: [...(options.plugins ?? []), announce(name)] });
    await context.watch();
  }
}

/**
 * Prints the lines that `.vscode/tasks.json` waits for.
 * @param {string} name
 * @returns {esbuild.Plugin}
 */
function announce(name) {
  return {
    name: 'announce',
    setup({ onStart, onEnd }) {
      onStart(() => console.log(`[watch] ${name} started`));
      onEnd(async (result) => {
        await report(result.errors, 'error');
        console.log(`[watch] ${name} finished`);
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--watch')) await watch();
  else if (!(await build({ production: process.argv.includes('--production') }))) process.exitCode = 1;
}
