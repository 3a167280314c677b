/** The licenses of bundled packages, which must accompany every copy. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Returns the name, version and license text of every package with code in a bundle.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @returns {string}
 */
export function licenses(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  const folders = new Set(inputs.flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));
  return [...folders]
    .sort()
    .map(licenseOf)
    .join(`\n${'─'.repeat(80)}\n\n`);
}

/** @param {string} folder of a package, from the root */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file && existsSync(join(root, folder, file)) ? readFileSync(join(root, folder, file), 'utf8') : '';
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
