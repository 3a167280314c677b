/** `npm run package`: a production build, and `skillwright-VERSION.vsix` of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { useProjectNode } from './setup.mjs';

await useProjectNode(import.meta.url);

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const vsce = join(root, 'node_modules', '.bin', 'vsce');
// All is bundled, so no package of node_modules goes in; vsce runs the build as `vscode:prepublish`.
const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
process.exitCode = await run(vsce, ['package', ...flags, '--out', `${name}-${version}.vsix`], { cwd: root });
