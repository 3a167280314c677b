/**
 * Installs VS Code's workbench, extension host and server as code-server from npm into `.cache/vscode-host`. It is not
 * a dependency of the project, because its install script rejects Node 20 and would fail the project's `npm ci`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { removeLeftovers } from '../lib/leftovers.ts';
import { hostFolder } from '../lib/paths.mjs';

/** `recipe` is the version of the steps below, so that an older installation is replaced. */
const required = { 'code-server': '4.139.1', recipe: 1 };

/** code-server's command line, as a Node script. */
export const codeServerEntry = join(hostFolder, 'node_modules/code-server/out/node/entry.js');

const marker = 'installed.json';

/** Returns true if the host is installed completely and in the required version. */
export function isHostInstalled(): boolean {
  try {
    return readFileSync(join(hostFolder, marker), 'utf8') === JSON.stringify(required);
  } catch {
    return false;
  }
}

/**
 * Installs the host if it is missing or has another version. Works in a temporary folder that is renamed at the end, so
 * that an interrupted installation leaves nothing behind.
 * @throws with the output of npm, if it failed
 */
export async function installHost(log: (line: string) => void): Promise<void> {
  removeLeftovers(hostFolder);
  if (isHostInstalled()) return;
  const temporary = `${hostFolder}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  try {
    log(`VS Code for the browser (code-server ${required['code-server']}, about 350 MB on disk, once) …`);
    const dependencies = { 'code-server': required['code-server'] };
    writeFileSync(join(temporary, 'package.json'), JSON.stringify({ private: true, dependencies }));
    await npm(temporary, []);
    const vscode = join(temporary, 'node_modules/code-server/lib/vscode');
    log('its own packages …');
    // Not `npm ci`, because its lock file is incomplete. With optional packages, because the file watcher is one.
    await npm(vscode, ['--omit=dev']);
    await npm(join(vscode, 'extensions'), ['--omit=dev']);
    prune(vscode);
    silenceNativeLogger(vscode);
    writeFileSync(join(temporary, marker), JSON.stringify(required));
    rmSync(hostFolder, { recursive: true, force: true });
    renameSync(temporary, hostFolder);
  } catch (error) {
    // Another setup may have been faster.
    if (!isHostInstalled()) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Runs `npm install` in a folder that has a package.json, under the Node that runs this. */
function npm(cwd: string, flags: readonly string[]): Promise<void> {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  // Under `npm test` these direct npm to the project instead of `cwd`.
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^npm_(config_local_prefix|package_|lifecycle_)/.test(key),
  );
  const env = { ...Object.fromEntries(inherited), PATH: dirname(process.execPath) + delimiter + process.env.PATH };
  return new Promise((resolve, reject) => {
    const child = spawn('npm', [...args, ...flags], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm install ended with ${code}:\n${output}`)),
    );
  });
}

/** Removes large parts that neither the tests nor a user of the extension need. */
function prune(vscode: string): void {
  const parts = [
    'node_modules/@github',
    'node_modules/@microsoft/mxc-sdk',
    'extensions/copilot',
    'extensions/mermaid-markdown-features',
  ];
  for (const part of parts) rmSync(join(vscode, part), { recursive: true, force: true });
}

/** Replaces the one native module that each process loads and that has no prebuilt binary. Nothing reads its logs. */
function silenceNativeLogger(vscode: string): void {
  const logger = `'use strict';
class Logger {
  trace() {} debug() {} info() {} warn() {} error() {} critical() {} flush() {} drop() {} clearFormatters() {}
  setLevel() {} setPattern() {} getLevel() { return 6; }
}
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = exports.setFlushOn = () => {};
exports.createRotatingLogger = exports.createAsyncRotatingLogger = async () => new Logger();
`;
  writeFileSync(join(vscode, 'node_modules/@vscode/spdlog/index.js'), logger);
}
