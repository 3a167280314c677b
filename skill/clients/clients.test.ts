import { describe, expect, it } from 'vitest';
import { foldersIn, KNOWN_FIELDS, userFolders } from './clients.ts';
import { PROFILE_PARTS } from './profile.ts';
import { SPECIFICATION } from './spec.ts';
import { CLIENTS } from './table.ts';

const duplicatesIn = (all: readonly string[]): readonly string[] =>
  all.filter((one, index) => all.indexOf(one) !== index);

it('has no duplicate clients', () => {
  expect(CLIENTS.length).toBeGreaterThan(8);
  expect(duplicatesIn(CLIENTS.map(({ id }) => id))).toEqual([]);
  expect(duplicatesIn(CLIENTS.map(({ name }) => name))).toEqual([]);
});

describe.each(CLIENTS.map((client) => [client.id, client] as const))('%s', (id, client) => {
  it('gives the evidence for each part, unless it was run and compared', () => {
    if (client.behaviors.length === 0 || client.evidence.includes('run')) return;
    expect(client.parts?.map(({ part }) => part)).toEqual(PROFILE_PARTS);
    for (const { date, source } of client.parts ?? []) {
      expect(date).toMatch(/^20\d\d(?:-\d\d){0,2}$/);
      expect(client.sources).toContain(source);
    }
  });

  it('gives the version, date and sources of its facts', () => {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(client.version).not.toBe('');
    expect(client.date).toMatch(/^20\d\d(?:-[01]\d(?:-[0-3]\d)?)?$/);
    expect(client.evidence.length).toBeGreaterThan(0);
    expect(client.sources.length).toBeGreaterThan(0);
    for (const source of client.sources) expect(source).toMatch(/^https:\/\/[\w.-]+\//);
  });

  it('has no duplicates, and no field without a meaning', () => {
    expect(duplicatesIn(client.fields.map(({ name }) => name))).toEqual([]);
    expect(duplicatesIn(client.tools.map(({ name }) => name))).toEqual([]);
    expect(duplicatesIn(client.sources)).toEqual([]);
    const meaningless = client.fields.map(({ name }) => name).filter((name) => !KNOWN_FIELDS.has(name));
    expect(meaningless, 'Describe these fields in `means`.').toEqual([]);
  });

  it('reads a name and a description, and every field that it requires', () => {
    const names = client.fields.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['name', 'description', ...client.discovery.required]));
  });

  it('spells folders and tools as an author must write them', () => {
    const folders = client.discovery.kind === 'folders' ? client.discovery.folders : [];
    expect(client.discovery.kind === 'by-code' || folders.length > 0).toBe(true);
    expect(duplicatesIn(folders.map((folder) => JSON.stringify(folder)))).toEqual([]);
    for (const { scope, path } of folders) expect(path).toMatch(scope === 'machine' ? /^\/.*[^/]$/ : /^[^/~\\].*[^/]$/);
    for (const { name, does } of client.tools) {
      expect(name).toMatch(/^[A-Za-z]\w*$/);
      expect(does).toMatch(/^\S.*[^.\s]$/);
    }
  });

  it('gives the number and the source of misses of real agents, each kind once', () => {
    const { misses } = client;
    expect(duplicatesIn(misses.map((one) => `${one.basis} ${one.what} ${'kind' in one ? one.kind : ''}`))).toEqual([]);
    for (const one of misses) {
      expect(one.missed).toBeGreaterThan(0);
      expect(one.source).toMatch(/20\d\d-\d\d-\d\d$/);
      if (one.basis !== 'collected') expect(one.of).toBeGreaterThan(one.missed);
      if (one.basis === 'runs') expect(one.neverRead ?? 0).toBeLessThanOrEqual(one.missed);
    }
  });

  it('describes its use of a field in sentences', () => {
    for (const { name, does } of client.fields) if (does !== undefined) expect(`${name}: ${does}`).toMatch(/[.)]$/);
  });
});

it('has shares only where all requests were counted', () => {
  const rates = CLIENTS.flatMap(({ id, misses }) =>
    misses.flatMap((one) => (one.basis === 'requests' ? [`${id} ${one.what} ${one.missed}/${one.of}`] : [])),
  );
  expect(rates).toEqual(['claude-code bundled 3/291', 'claude-code skill-name 16/122', 'codex bundled 4/30']);
});

it('knows a reader for every field', () => {
  for (const { name, means, readers } of KNOWN_FIELDS.values()) {
    expect(readers.length, name).toBeGreaterThan(0);
    expect(means).toMatch(/\.$/);
  }
  for (const { name } of SPECIFICATION) expect(KNOWN_FIELDS.has(name)).toBe(true);
});

it('has each folder once, with all clients that read it', () => {
  const workspace = foldersIn('workspace');
  expect(duplicatesIn(workspace.map(({ path }) => path))).toEqual([]);
  const shared = workspace.find(({ path }) => path === '.agents/skills')?.clients;
  expect(shared).toEqual(expect.arrayContaining(['vscode', 'codex', 'gemini-cli']));
  expect(shared).not.toContain('claude-code');
  expect(foldersIn('user').find(({ path }) => path === '.claude/skills')?.clients).toContain('claude-code');
});

it('finds the user’s folders below the home directory, and those set by a variable', () => {
  const paths = (environment: Record<string, string>) =>
    userFolders({ home: '/home/ada', environment }).map(({ path }) => path);
  expect(paths({})).toEqual(expect.arrayContaining(['/home/ada/.claude/skills', '/home/ada/.codex/skills']));
  expect(paths({ CODEX_HOME: '/srv/codex/' })).toContain('/srv/codex/skills');
  // A relative path would point into the workspace.
  expect(paths({ CODEX_HOME: 'codex' })).toContain('/home/ada/.codex/skills');
});
