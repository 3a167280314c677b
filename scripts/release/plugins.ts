/** Writes the plugins for agent clients: `node scripts/release/plugins.ts`, and part of `npm run package`. Needs a build. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { mcpBundle } from '../lib/bundles.mjs';
import { dist, root } from '../lib/paths.mjs';
import { ADDRESS } from './address.ts';
import {
  folderOf,
  HOOK_PROGRAM,
  MCP_PROGRAM,
  PLUGIN_LAYOUTS,
  type PluginLayout,
  type Product,
} from './plugin-layouts.ts';

/** Files of a skill that are for its author: their answers must not be where an agent finds them. */
const OF_AUTHOR = 'evals';

/**
 * Writes a folder for each client into `folder`, which is replaced: what its user installs, self-contained.
 * @returns the folders, by the id of the client
 */
export async function writePlugins(folder = join(dist, 'plugins')): Promise<Readonly<Record<string, string>>> {
  rmSync(folder, { recursive: true, force: true });
  const product: Product = { ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), address: ADDRESS };
  const shared = await sharedFiles();
  return Object.fromEntries(
    PLUGIN_LAYOUTS.map((layout) => [layout.client, writePlugin(join(folder, layout.client), layout, product, shared)]),
  );
}

/** Returns the files of all plugins by their paths. */
async function sharedFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await esbuild.build({ ...mcpBundle, write: false });
  const [program] = outputFiles;
  if (program === undefined) throw new Error('The MCP server was not bundled.');
  const copied = { [HOOK_PROGRAM]: join(dist, 'hook.cjs'), LICENSE: join(root, 'LICENSE') };
  // Only a production build has it. The command line has all packages of both programs.
  const licenses = { 'third-party-licenses.txt': join(dist, 'third-party-licenses.txt') };
  return new Map([
    [MCP_PROGRAM, program.contents],
    ...Object.entries({ ...copied, ...licenses })
      .filter(([path, file]) => !(path in licenses) || existsSync(file))
      .map(([path, file]): [string, Uint8Array] => [path, readFileSync(file)]),
  ]);
}

function writePlugin(
  folder: string,
  layout: PluginLayout,
  product: Product,
  shared: ReadonlyMap<string, Uint8Array>,
): string {
  const plugin = join(folder, product.name);
  for (const [path, content] of shared) write(join(plugin, path), content);
  for (const [path, value] of Object.entries(layout.files(product, folderOf(layout))))
    write(join(plugin, path), json(value));
  for (const [path, value] of Object.entries(layout.marketplace(product))) write(join(folder, path), json(value));
  const skills = join(root, 'plugin/skills');
  for (const skill of readdirSync(skills))
    cpSync(join(skills, skill), join(plugin, 'skills', skill), {
      recursive: true,
      filter: (from) => from !== join(skills, skill, OF_AUTHOR),
    });
  return folder;
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [client, folder] of Object.entries(await writePlugins())) console.log(`${client}: ${folder}`);
