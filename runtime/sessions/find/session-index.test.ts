import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { createOpencodeDatabase } from '../../../test/equipment/runtime/opencode-database.ts';
import { redactorOf } from '../../journal/redact.ts';
import { type ListOptions, listSessions } from './list-sessions.ts';

const TEXT = MADE_UP_SESSIONS['claude-code'] ?? '';
/** Another text of the same length. */
const OTHER = TEXT.replace('Brew.', 'Bake.');

interface Machine {
  readonly home: string;
  readonly index: string;
  readonly file: (name: string) => string;
  readonly titles: (options?: ListOptions) => Promise<readonly string[]>;
  /** The lines of the index. */
  readonly lines: () => readonly string[];
}

/** A home folder with three sessions, which are listed once. */
async function machine(): Promise<Machine> {
  const home = temporaryFolder();
  const index = join(temporaryFolder(), 'index');
  const file = (name: string): string => join(home, '.claude/projects/p', name);
  for (const [at, name] of ['a.jsonl', 'b.jsonl', 'c.jsonl'].entries()) {
    writeFiles(home, { [`.claude/projects/p/${name}`]: TEXT });
    utimesSync(file(name), 1000 - at, 1000 - at);
  }
  const titles = async (options: ListOptions = {}) => {
    const found: string[] = [];
    const machine = { home, environment: {}, platform: 'linux' } as const;
    for await (const one of listSessions({ index, machine, ...options }))
      found.push(one.kind === 'session' ? one.entry.title : one.message);
    return found;
  };
  const path = () => join(index, readdirSync(index)[0] ?? '');
  const lines = () => readFileSync(path(), 'utf8').split('\n').filter(Boolean);
  expect(await titles()).toEqual(['Brew.', 'Brew.', 'Brew.']);
  return { home, index, file, titles, lines };
}

/** Replaces a file so that neither its size nor its time changes. */
function replaceUnnoticed(file: string): void {
  const { mtime } = statSync(file);
  writeFileSync(file, OTHER);
  utimesSync(file, mtime, mtime);
}

it('reads only what has changed', async () => {
  const { file, titles } = await machine();
  for (const name of ['a.jsonl', 'b.jsonl', 'c.jsonl']) replaceUnnoticed(file(name));
  expect(await titles()).toEqual(['Brew.', 'Brew.', 'Brew.']);
  utimesSync(file('b.jsonl'), 2000, 2000);
  expect(await titles()).toEqual(['Bake.', 'Brew.', 'Brew.']);
  expect(await titles({ index: false })).toEqual(['Bake.', 'Bake.', 'Bake.']);
});

it('reads a session again if a file of a sub-agent changes', async () => {
  const { home, file, titles } = await machine();
  replaceUnnoticed(file('a.jsonl'));
  writeFiles(home, { '.claude/projects/p/a/subagents/agent-1.jsonl': TEXT });
  expect(await titles()).toEqual(['Bake.', 'Brew.', 'Brew.']);
});

it('remembers files that are not sessions', async () => {
  const { home, titles, lines } = await machine();
  writeFiles(home, { '.claude/projects/p/notes.jsonl': '{"a": 1}' });
  expect(await titles()).toHaveLength(4);
  expect(lines()).toHaveLength(4);
  expect(await titles()).toHaveLength(4);
  expect(lines()).toHaveLength(4);
});

it.each<[string, (text: string) => string]>([
  ['cut off', (text) => text.slice(0, -20)],
  ['changed', (text) => text.replace('"title":"Brew."', '"title":"Fake."')],
  ['zeros', (text) => text.replace(/^.{40}/m, '\0'.repeat(40))],
  ['another file', () => '{"some": "other file"}\nnull\n\n[]'],
  ['empty', () => ''],
])('a damaged index loses only the damaged lines: %s', async (_, damage) => {
  const { index, titles, lines } = await machine();
  const path = join(index, readdirSync(index)[0] ?? '');
  writeFileSync(path, damage(readFileSync(path, 'utf8')));
  expect(await titles()).toEqual(['Brew.', 'Brew.', 'Brew.']);
  expect(await titles()).toEqual(['Brew.', 'Brew.', 'Brew.']);
  // The line that is appended after one that was cut off remains intact.
  const damaged = lines().length;
  expect(await titles()).toHaveLength(3);
  expect(lines()).toHaveLength(damaged);
});

it('lists everything if the index cannot be written', async () => {
  const { home, titles } = await machine();
  writeFiles(home, { occupied: '' });
  for (const index of [join(home, 'occupied'), join(home, 'occupied/index'), '/proc/skillwright'])
    expect(await titles({ index })).toEqual(['Brew.', 'Brew.', 'Brew.']);
});

it('removes deleted and excluded sessions, and those of other versions', async () => {
  const { index, file, titles, lines } = await machine();
  rmSync(file('a.jsonl'));
  await titles();
  expect(lines()).toHaveLength(2);
  expect(await titles({ folders: { [file('b.jsonl')]: false } })).toEqual(['Brew.']);
  expect(lines()).toHaveLength(1);
  expect(lines().join()).not.toContain('b.jsonl');
  writeFiles(index, { 'index-old.jsonl': '' });
  await titles();
  expect(readdirSync(index)).toHaveLength(1);
});

it('keeps the sessions beyond a limit', async () => {
  const { home, titles, lines } = await machine();
  const folder = join(home, '.local/share/opencode');
  mkdirSync(folder, { recursive: true });
  const { database, add } = createOpencodeDatabase(join(folder, 'opencode.db'));
  for (const name of ['first', 'second', 'third']) add(`ses_${name}`, name);
  // Later than the other sessions.
  database.exec('UPDATE session SET time_updated = time_updated + 2000000');
  expect(await titles()).toHaveLength(6);
  expect(await titles({ limit: 1 })).toEqual(['third']);
  expect(lines()).toHaveLength(6);
  database.close();
});

it('lists sessions that were read before by their last events, as the times of copied files are wrong', async () => {
  const { file, titles } = await machine();
  const write = (name: string, title: string, day: string, seconds: number): void => {
    writeFileSync(file(name), TEXT.replace('Brew.', title).replaceAll('2026-01-05', day));
    utimesSync(file(name), seconds, seconds);
  };
  const january = Date.UTC(2026, 0, 9) / 1000;
  write('a.jsonl', 'First.', '2026-01-06', january + 2);
  write('b.jsonl', 'Third.', '2026-01-08', january);
  write('c.jsonl', 'Second.', '2026-01-07', january + 1);
  expect(await titles()).toEqual(['First.', 'Second.', 'Third.']);
  expect(await titles()).toEqual(['Third.', 'Second.', 'First.']);
  expect(await titles({ limit: 1 })).toEqual(['Third.']);
  // A file that has changed since is as late as its new time.
  write('a.jsonl', 'Later.', '2026-01-06', january + 3);
  expect(await titles({ limit: 1 })).toEqual(['Later.']);
  // A change never makes a session earlier, whatever the time of its file.
  write('b.jsonl', 'Changed.', '2026-01-08', 1000);
  expect(await titles({ limit: 1 })).toEqual(['Changed.']);
});

it('keeps the sessions of other folders', async () => {
  const { titles, lines } = await machine();
  const only = [writeFiles(temporaryFolder(), { 'd.jsonl': TEXT })];
  expect(await titles({ only })).toEqual(['Brew.']);
  expect(lines()).toHaveLength(4);
});

it('does not grow without bound when a session keeps changing', async () => {
  const { file, titles, lines } = await machine();
  for (let at = 0; at < 110; at++) {
    utimesSync(file('a.jsonl'), 3000 + at, 3000 + at);
    await titles();
  }
  expect(lines().length).toBeLessThan(30);
});

it('redacts secrets that became known after a session was read', async () => {
  const { file, titles } = await machine();
  writeFileSync(file('a.jsonl'), TEXT.replace('Brew.', 'Use secret-77-kettle.'));
  expect(await titles()).toContain('Use secret-77-kettle.');
  const [title] = await titles({ redactor: redactorOf(['secret-77-kettle']) });
  expect(title).toMatch(/^Use (?!secret)/);
});

it('writes nothing to the folders of sessions', async () => {
  const { home, titles } = await machine();
  const before = readdirSync(home, { recursive: true });
  await titles();
  expect(readdirSync(home, { recursive: true })).toEqual(before);
});

it('redacts the directory of a session, in the list and in the index', async () => {
  const { home, lines } = await machine();
  const secret = 'hunter2-hunter2';
  const key = `ghp_${'a1B2'.repeat(9)}`;
  for (const [name, folder] of [
    ['d.jsonl', secret],
    ['e.jsonl', key],
  ])
    writeFiles(home, { [`.claude/projects/p/${name}`]: TEXT.replaceAll('/home/ada', `/home/${folder}`) });
  const index = join(temporaryFolder(), 'index');
  const options = {
    index,
    machine: { home, environment: {}, platform: 'linux' } as const,
    redactor: redactorOf([secret]),
  };
  const projects: string[] = [];
  for await (const one of listSessions(options)) if (one.kind === 'session') projects.push(one.entry.project ?? '');
  const written = readFileSync(join(index, readdirSync(index)[0] ?? ''), 'utf8');
  expect(projects).toHaveLength(5);
  for (const text of [projects.join(' '), written, lines().join(' ')]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(key);
  }
});

it('stops in the middle of a file, and does not cache it', async () => {
  const { file, home, titles, lines } = await machine();
  const before = lines().length;
  writeFileSync(file('f.jsonl'), TEXT.repeat(30_000));
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  const found: unknown[] = [];
  const started = process.cpuUsage();
  const machineOf = { home, environment: {}, platform: 'linux' } as const;
  for await (const one of listSessions({ machine: machineOf, index: false, signal: stop.signal })) found.push(one);
  const { user } = process.cpuUsage(started);
  expect(found).toEqual([]);
  // The file takes seconds.
  expect(user / 1e6).toBeLessThan(1.5);
  rmSync(file('f.jsonl'));
  await titles();
  expect(lines()).toHaveLength(before);
});
