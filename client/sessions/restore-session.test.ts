import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ReadSessionResult } from '../../runtime/protocol/sessions.ts';
import type { SessionReading } from '../timeline/row.ts';
import type { SessionContext, SessionTimeline } from './context.ts';
import { SessionFollowing } from './following.ts';
import { HeldJournals } from './held-journals.ts';
import { restoreSession } from './restore-session.ts';
import { SessionReadings } from './session-readings.ts';
import { SourceStore } from './source-store.ts';

// The files of the unit suite share their modules, and another one mocks these too.
vi.hoisted(() => vi.resetModules());
const host = vi.hoisted(() => ({
  folders: {} as Record<string, boolean>,
  /** Reads the session. */
  read: (): ReadSessionResult => ({ kind: 'refused', message: '' }),
  reads: 0,
}));

vi.mock('vscode', () => ({
  CancellationTokenSource: class {
    readonly token = { isCancellationRequested: false };
    readonly cancel = (): void => undefined;
  },
  ProgressLocation: { Notification: 15 },
  window: {
    withProgress: (_: object, task: (progress: object, token: object) => Promise<void>) =>
      task({ report: () => undefined }, { onCancellationRequested: () => undefined }),
    showErrorMessage: () => undefined,
  },
  workspace: { getConfiguration: () => ({ get: () => host.folders }) },
}));
vi.mock('../runtime-process/process.ts', () => ({
  forkRuntime: () => ({
    async readSession() {
      host.reads++;
      return host.read();
    },
    leave: () => undefined,
  }),
}));

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillwright-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'a.jsonl');
  writeFileSync(file, 'one\n');
  utimesSync(file, 1000, 1000);
  Object.assign(host, { folders: {}, reads: 0 });
});

/** Writes the journal of the session. With `share`, it has only this part of it. */
function writeJournal(name: string, share?: number): string {
  const journal = join(folder, 'sessions', name, 'journal.jsonl');
  mkdirSync(dirname(journal), { recursive: true });
  const started = { type: 'run_started', seq: 1, imported: { format: 'codex', client: 'codex', file } };
  writeFileSync(journal, `${JSON.stringify(started)}\n`);
  if (share !== undefined)
    writeFileSync(join(dirname(journal), 'unfinished.json'), JSON.stringify({ writer: 'w', share }));
  return journal;
}

/** Restores the timeline of a journal, and returns what it shows, in order. */
async function restore(journal: string, state: Record<string, unknown> = {}) {
  const shown: string[] = [];
  const timeline: SessionTimeline = {
    isVisible: true,
    setLive: () => undefined,
    onClosed: () => undefined,
    setReading: (reading) => void shown.push(describeReading(reading)),
  };
  const context = {
    held: new HeldJournals(join(folder, 'sessions')),
    sources: new SourceStore({
      get: (key, fallback) => (state[key] as typeof fallback | undefined) ?? fallback,
      async update(key, value) {
        state[key] = value;
      },
    }),
    storage: { fsPath: folder },
    server: { skills: () => Promise.resolve([]) },
    log: { debug: () => undefined },
    async replaceJournal(before: string, next: string) {
      shown.push(`${dirname(before).slice(-1)} becomes ${dirname(next).slice(-1)}`);
    },
    addMisses: () => undefined,
  } as unknown as SessionContext;
  const following = new SessionFollowing(context);
  onTestFinished(() => following.dispose());
  await restoreSession(new SessionReadings(context, following), journal, timeline);
  return { shown, isFollowed: following.isFollowing({ file }) };
}

const describeReading = (reading: SessionReading | undefined): string =>
  reading === undefined ? 'complete' : `${reading.percent} %${reading.isStopped ? ' only' : ''}`;

const readAs = (name: string) => () => ({ kind: 'read' as const, journal: writeJournal(name), skipped: 0 });

it('reads a session again whose journal is not complete, and follows it', async () => {
  const journal = writeJournal('1', 0.349);
  host.read = readAs('2');
  expect(await restore(journal)).toEqual({ shown: ['34 %', '1 becomes 2', 'complete'], isFollowed: true });
});

it('reads a session again whose journal another window has removed while the timeline was hidden', async () => {
  const state: Record<string, unknown> = {};
  const journal = writeJournal('1');
  expect(await restore(journal, state)).toEqual({ shown: [], isFollowed: true });
  const other = new HeldJournals(join(folder, 'sessions'), 2);
  await other.removeUnlessHeld(dirname(journal));
  expect(existsSync(journal)).toBe(false);
  host.read = readAs('1');
  expect(await restore(journal, state)).toEqual({ shown: ['0 %', '1 becomes 1', 'complete'], isFollowed: true });
});

it('shows the part that was read if the session cannot be read again', async () => {
  const journal = writeJournal('1', 0.5);
  host.read = () => ({ kind: 'refused', message: 'It does not exist.' });
  expect(await restore(journal)).toEqual({ shown: ['50 %', '50 % only'], isFollowed: false });
});

it('reads nothing in a folder that the user has forbidden since, or for a run', async () => {
  host.folders = { [folder]: false };
  expect(await restore(writeJournal('1', 0.5))).toEqual({ shown: ['50 % only'], isFollowed: false });
  expect(await restore(join(folder, 'runs', '1', 'journal.jsonl'))).toEqual({ shown: [], isFollowed: false });
  expect(host.reads).toBe(0);
});
