/** Checks that the files of the npm package are sufficient to run it, in a folder without the checkout's packages. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownFolders } from '../../scripts/lib/own-folders.ts';
import { commandLineFiles } from '../../scripts/lib/package-files.ts';
import { npmManifest } from '../../scripts/release/manifest.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sw-package-'));
  for (const path of commandLineFiles()) cpSync(join(root, path), join(folder, path));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(npmManifest(manifest, '')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('checks skills', () => {
  const { status, stdout, stderr } = spawnSync('node', [command(), 'check', join(root, 'examples')], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('reference.guessable');
  expect(status).toBe(1);
});

it('runs a skill with a simulated model', () => {
  const skill = join(root, 'examples/skills/release-writer');
  const args = ['run', 'Write the notes', '--skills', skill, '--model', 'simulated/stubborn', '--runs', folder];
  expect(spawnSync('node', [command(), ...args], { encoding: 'utf8' }).stdout).toContain('ended: guard');
});

it('installs and removes hooks', () => {
  const home = join(folder, 'home');
  const options = { encoding: 'utf8', env: { ...process.env, ...ownFolders(home) } } as const;
  const hook = (word: string) => spawnSync('node', [command(), 'hook', word, '--client', 'claude-code'], options);
  expect(hook('install')).toMatchObject({ status: 0, stderr: '' });
  expect(hook('uninstall')).toMatchObject({ status: 0, stderr: '' });
});

it('contains nothing that only VS Code reads', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).join('\n');
  expect(files).not.toMatch(/extension\.cjs|timeline\.js|walkthrough/);
});

function command(): string {
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, bin.skillwright);
}
