import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionContext, SessionTimeline } from './context.ts';
import { SessionFollowing } from './following.ts';
import { HeldJournals } from './held-journals.ts';
import { SourceStore } from './source-store.ts';
import { subagentChanges } from './subagent-changes.ts';

// The files of the unit suite share their modules, and another one mocks these too.
vi.hoisted(() => vi.resetModules());
const host = vi.hoisted(() => ({ folders: {} as Record<string, boolean>, journal: '', reads: 0 }));

vi.mock('vscode', () => ({
  CancellationTokenSource: class {
    readonly cancel = (): void => undefined;
  },
  workspace: { getConfiguration: () => ({ get: () => host.folders }) },
}));
vi.mock('../runtime-process/process.ts', () => ({
  forkRuntime: () => ({
    readSession() {
      host.reads++;
      return Promise.resolve({ kind: 'read', journal: host.journal, skipped: 0 });
    },
    leave: () => undefined,
  }),
}));

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillwright-following-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'a.jsonl');
  writeFileSync(file, 'one\n');
  Object.assign(host, { folders: {}, reads: 0 });
});

/** Writes the journal of the session, newer than its file. */
function writeJournal(name: string): string {
  const journal = join(folder, 'sessions', name, 'journal.jsonl');
  mkdirSync(dirname(journal), { recursive: true });
  const started = { type: 'run_started', seq: 1, imported: { format: 'codex', client: 'codex', file } };
  writeFileSync(journal, `${JSON.stringify(started)}\n`);
  return journal;
}

function createFollowing() {
  const changes: string[] = [];
  const held = new HeldJournals(join(folder, 'sessions'));
  const context = {
    held,
    storage: { fsPath: folder },
    server: { skills: () => Promise.resolve([]) },
    log: { debug: () => undefined },
    replaceJournal(_: string, journal: string, isLive: boolean) {
      changes.push(`${dirname(journal).slice(-1)} ${isLive ? 'live' : 'ended'}`);
      return Promise.resolve();
    },
    addMisses: () => undefined,
    sources: new SourceStore({ get: (_, fallback) => fallback, update: () => Promise.resolve() }),
  } as unknown as SessionContext;
  const following = new SessionFollowing(context);
  onTestFinished(() => following.dispose());
  const timeline: SessionTimeline = {
    isVisible: true,
    setLive: () => undefined,
    setReading: () => undefined,
    onClosed: () => undefined,
  };
  return { following, timeline, changes };
}

it('shows the current state of a restored session, and then follows it', async () => {
  const before = writeJournal('1');
  utimesSync(before, 1000, 1000);
  host.journal = writeJournal('2');
  const { following, timeline, changes } = createFollowing();
  await following.restore(before, timeline);
  expect(changes).toEqual(['2 ended']);
  expect(existsSync(before)).toBe(false);
  host.journal = writeJournal('3');
  appendFileSync(file, 'two\n');
  await vi.waitFor(() => expect(changes).toEqual(['2 ended', '3 live']), 20_000);
});

it('shows the growth of a sub-agent whose session does not grow, unless its folder is forbidden', async () => {
  const subagent = join(folder, 'agent-1.jsonl');
  writeFileSync(subagent, 'one\n');
  const journal = writeJournal('1');
  const { mtimeMs, size } = statSync(subagent);
  writeFileSync(join(dirname(journal), 'subagents.json'), JSON.stringify([[subagent, mtimeMs, size]]));
  host.journal = writeJournal('2');
  const { following, timeline, changes } = createFollowing();
  await following.restore(journal, timeline);
  expect([host.reads, changes]).toEqual([0, []]);
  appendFileSync(subagent, 'two\n');
  expect(await subagentChanges(journal, () => false)).toBe('');
  await vi.waitFor(() => expect(changes).toEqual(['2 live']), 20_000);
  expect(host.reads).toBe(1);
});

it('reads a restored session that has not changed only when it grows', async () => {
  const journal = writeJournal('1');
  utimesSync(file, 1000, 1000);
  host.journal = writeJournal('2');
  const { following, timeline, changes } = createFollowing();
  await following.restore(journal, timeline);
  expect([host.reads, changes]).toEqual([0, []]);
  appendFileSync(file, 'two\n');
  await vi.waitFor(() => expect(changes).toEqual(['2 live']), 20_000);
});

it('shows the same state in two restored timelines of a session', async () => {
  const [first, second] = [writeJournal('1'), writeJournal('2')];
  const { following, timeline, changes } = createFollowing();
  await following.restore(second, timeline);
  await following.restore(first, { ...timeline });
  expect(changes).toEqual(['2 ended']);
});

it('reads nothing for a session in a forbidden folder, or for a journal in another folder', async () => {
  const journal = writeJournal('1');
  utimesSync(journal, 1000, 1000);
  const { following, timeline, changes } = createFollowing();
  host.folders = { [folder]: false };
  await following.restore(journal, timeline);
  host.folders = {};
  const other = join(folder, 'runs', 'r', 'journal.jsonl');
  mkdirSync(dirname(other), { recursive: true });
  writeFileSync(other, JSON.stringify({ type: 'run_started', imported: { format: 'codex', file } }));
  utimesSync(other, 1000, 1000);
  await following.restore(other, timeline);
  expect([host.reads, changes]).toEqual([0, []]);
});
