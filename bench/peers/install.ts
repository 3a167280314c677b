/**
 * Installs other packages from the npm registry into `.cache/peers`. They are measured, not used, so they are not
 * dependencies of the project.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Packages = Readonly<Record<string, string>>;

/** Other checkers. `markdown-it` is the parser that VS Code gives to its language service. */
const CHECKERS: Packages = {
  'skill-check': '1.2.0',
  'skill-tools': '0.2.2',
  'vscode-markdown-languageservice': '0.5.0',
  'markdown-it': '14.1.0',
};

/** Checkers of Markdown: `remark-validate-links` of links, `markdownlint-cli2` of style and headings. */
const MARKDOWN: Packages = {
  'remark-cli': '12.0.1',
  'remark-validate-links': '13.1.0',
  'markdownlint-cli2': '0.24.1',
};

/** Other agent loops. */
const LOOPS: Packages = {
  ai: '7.0.173',
  '@google/adk': '2.0.0',
  '@openai/agents': '0.20.0',
};

/** Returns the folder of the checkers; undefined, with a message, if npm could not install them. */
export const installPeers = (cache: string): string | undefined => install(join(cache, 'peers'), CHECKERS);

/** Returns the folder of the checkers of Markdown; undefined, with a message, if npm could not install them. */
export const installMarkdownCheckers = (cache: string): string | undefined =>
  install(join(cache, 'peers/markdown'), MARKDOWN);

/** Returns the folder of the agent loops; undefined, with a message, if npm could not install them. */
export const installLoops = (cache: string): string | undefined => install(join(cache, 'peers/loop'), LOOPS);

function install(folder: string, packages: Packages): string | undefined {
  const installedVersion = (name: string): string | undefined => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    if (!existsSync(manifest)) return undefined;
    const { version }: { version?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'));
    return typeof version === 'string' ? version : undefined;
  };
  if (Object.entries(packages).every(([name, version]) => installedVersion(name) === version)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const specs = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  // Their install scripts are third-party code and must not run.
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const npm = spawnSync('npm', ['install', ...flags, ...specs], { cwd: folder, encoding: 'utf8' });
  if (npm.status === 0) return folder;
  console.log(`npm could not install ${specs.join(', ')}:\n${npm.stderr ?? npm.error?.message ?? ''}`);
  return undefined;
}
