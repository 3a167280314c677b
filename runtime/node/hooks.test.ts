import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { findNode } from '../hooks/install.ts';
import type { HookChangeParams } from '../protocol/hooks.ts';
import { sessionRecord } from '../user-data/hook-record.ts';
import { applyHooks, describeHooks, planHooks, refreshHooks } from './hooks.ts';

const INSTALL: HookChangeParams = { client: 'claude-code', install: { guard: 'on', check: 'stop' } };
let folder: string;
let settings: string;
let program: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillwright-node-hooks-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  vi.stubEnv('HOME', folder);
  vi.stubEnv('USERPROFILE', folder);
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(folder, '.claude'));
  vi.stubEnv('SKILLWRIGHT_HOOKS_DATA', join(folder, 'data'));
  settings = join(folder, '.claude/settings.json');
  mkdirSync(join(folder, '.claude'));
  writeFileSync(settings, '{\n  // mine\n  "model": "some"\n}\n');
  program = join(folder, 'hook.cjs');
  writeFileSync(program, 'one');
});

const clientOf = (id = 'claude-code') => describeHooks({ folder }).clients.find(({ client }) => client === id);

function apply(params: HookChangeParams, version = '1.2.3') {
  const plan = planHooks(params);
  if (plan.kind === 'failed') return expect.fail(plan.message);
  return applyHooks({ ...params, files: plan.files, program, version });
}

test('writes what was previewed, describes it, and takes it back', () => {
  const before = readFileSync(settings, 'utf8');
  expect(clientOf()).toMatchObject({ isUsed: true, installed: [], canEnd: true, userFile: '~/.claude/settings.json' });
  const plan = planHooks(INSTALL);
  expect(plan).toMatchObject({ kind: 'planned', refused: [], files: [{ file: settings, clients: ['Claude Code'] }] });
  expect(readFileSync(settings, 'utf8')).toBe(before);
  expect(apply(INSTALL)).toEqual({ kind: 'applied' });
  expect(readFileSync(settings, 'utf8')).toBe(plan.kind === 'planned' && plan.files[0]?.after);
  expect(readFileSync(join(folder, 'data/skillwright-hook.cjs'), 'utf8')).toBe('one');
  expect(clientOf()?.installed).toEqual([{ scope: 'user', file: settings, guard: 'on', check: 'stop' }]);
  expect(apply({ client: 'claude-code' })).toEqual({ kind: 'applied' });
  expect(readFileSync(settings, 'utf8')).toBe(before);
  expect(existsSync(join(folder, 'data/skillwright-hook.cjs'))).toBe(false);
});

test('names all clients that read a file', () => {
  const plan = planHooks({ ...INSTALL, client: 'vscode' });
  expect(plan).toMatchObject({ files: [{ clients: ['GitHub Copilot CLI', 'VS Code'] }] });
});

test('reads the options in each form of a command', () => {
  for (const client of ['codex', 'copilot-cli', 'opencode']) {
    expect(apply({ ...INSTALL, client })).toEqual({ kind: 'applied' });
    expect(clientOf(client)?.installed).toMatchObject([{ guard: 'on', check: 'stop' }]);
  }
});

test('writes nothing if a file has changed since the preview', () => {
  const plan = planHooks(INSTALL);
  const files = plan.kind === 'planned' ? plan.files : [];
  writeFileSync(settings, '{}');
  expect(applyHooks({ ...INSTALL, files, program, version: '1.2.3' })).toEqual({ kind: 'outdated' });
  expect(readFileSync(settings, 'utf8')).toBe('{}');
});

test('reports a file that cannot be written', () => {
  const plan = planHooks(INSTALL);
  const files = plan.kind === 'planned' ? plan.files : [];
  const missing = join(folder, 'missing.cjs');
  expect(applyHooks({ ...INSTALL, files, program: missing, version: '1' })).toMatchObject({ kind: 'failed' });
  writeFileSync(settings, '{ broken');
  expect(planHooks(INSTALL)).toMatchObject({ kind: 'planned', files: [], refused: [{ file: settings }] });
});

test('replaces the installed program by a newer one only, and none that is not installed', () => {
  const installed = join(folder, 'data/skillwright-hook.cjs');
  const other = join(folder, 'other.cjs');
  writeFileSync(other, 'two');
  expect(refreshHooks({ program: other, version: '2.0.0' })).toBe(false);
  expect(existsSync(installed)).toBe(false);
  apply(INSTALL, '1.10.0');
  expect(refreshHooks({ program: other, version: '1.9.0' })).toBe(false);
  expect(refreshHooks({ program: other, version: '1.10.0' })).toBe(false);
  expect(readFileSync(installed, 'utf8')).toBe('one');
  expect(refreshHooks({ program: other, version: '1.11.0' })).toBe(true);
  expect(readFileSync(installed, 'utf8')).toBe('two');
  // An older command line installs for another client, and leaves the newer program.
  apply({ ...INSTALL, client: 'codex' }, '1.10.0');
  expect(readFileSync(installed, 'utf8')).toBe('two');
});

test.skipIf(process.platform === 'win32')('takes the Node of the extension only if there is no other', () => {
  vi.stubEnv('ELECTRON_RUN_AS_NODE', '1');
  vi.stubEnv('PATH', folder);
  expect(findNode()).toEqual({ node: process.execPath, isElectron: false });
  // A file that is no Node is not taken.
  writeFileSync(join(folder, 'node'), '#!/bin/sh\necho no\n', { mode: 0o755 });
  expect(findNode()?.node).toBe(process.execPath);
  const other = join(folder, 'bin');
  mkdirSync(other);
  symlinkSync(process.execPath, join(other, 'node'));
  vi.stubEnv('PATH', `${folder}:${other}`);
  expect(findNode()).toEqual({ node: join(other, 'node'), isElectron: false });
});

test('counts the sessions in which a hook ran', () => {
  apply(INSTALL);
  expect(clientOf()?.runs).toEqual({ here: 0, elsewhere: 0 });
  sessionRecord('claude-code', 's1').add({ at: Date.UTC(2026, 0, 1), event: 'session', directory: folder });
  expect(clientOf()?.runs).toEqual({ here: 1, elsewhere: 0, last: '2026-01-01T00:00:00.000Z' });
});
