/** A process that is killed while it reads the session of another agent for VS Code. */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ReadSession } from '../../runtime/protocol/sessions.ts';
import { temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { startRuntimeProcess } from './runtime-process.ts';

const PRELOADED = join(import.meta.dirname, 'kill-at-size.cjs');

/** A session of Claude Code; some of its prompts become files next to the journal. */
const SESSION = Array.from({ length: 300 }, (_, index) => {
  const base = {
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : `u${index - 1}`,
    sessionId: 's1',
    cwd: '/work/tea',
  };
  const content = `Brew pot ${index}. ${'Some more about tea. '.repeat(index % 100 === 50 ? 5000 : 100)}`;
  const timestamp = new Date(Date.UTC(2026, 0, 5) + index).toISOString();
  return JSON.stringify({ ...base, timestamp, type: 'user', message: { role: 'user', content } });
}).join('\n');

type Content = Readonly<Record<string, string>>;

interface Reading {
  readonly journals: string;
  /** Reads the session in a process. With `killAt`, it kills itself when the journal has this number of bytes. */
  readonly read: (killAt?: number) => Promise<void>;
  /** Returns the content of each file next to the journal, by its name. */
  readonly content: () => Content;
}

/** Prepares to read a session. */
function reading(file: string): Reading {
  const journals = temporaryFolder();
  const folder = (): string => join(journals, readdirSync(journals)[0] ?? '');
  return {
    journals,
    async read(killAt) {
      const env = killAt === undefined ? {} : { NODE_OPTIONS: `--require "${PRELOADED}"`, KILL_AT_SIZE: `${killAt}` };
      const { child, connection } = startRuntimeProcess({ env });
      const exited = once(child, 'exit');
      const params = { file, journals, skills: [], folders: {} };
      const result = connection.sendRequest(ReadSession, params);
      if (killAt === undefined)
        expect(await result).toEqual({ kind: 'read', journal: join(folder(), 'journal.jsonl'), skipped: 0 });
      else {
        result.catch(() => undefined);
        expect((await exited)[1]).toBe('SIGKILL');
      }
    },
    content: () =>
      Object.fromEntries(readdirSync(folder()).map((name) => [name, readFileSync(join(folder(), name), 'utf8')])),
  };
}

/** Reads a session to its end. Returns its file, and the content of its journal and of the files next to it. */
async function readComplete(): Promise<{
  readonly file: string;
  readonly complete: Content;
  readonly journal: string;
}> {
  const file = join(writeFiles(temporaryFolder(), { 's1.jsonl': `${SESSION}\n` }), 's1.jsonl');
  const { read, content } = reading(file);
  await read();
  const complete = content();
  expect(Object.keys(complete).length).toBeGreaterThan(1);
  return { file, complete, journal: complete['journal.jsonl'] ?? expect.fail() };
}

test('a session whose reading was killed is read again, to the same bytes', async () => {
  const { file, complete, journal } = await readComplete();
  const size = Buffer.byteLength(journal);
  // At the first event, half way, and when only the mark is left to be removed.
  for (const killAt of [1, Math.floor(size / 2), size]) {
    const { read, content } = reading(file);
    await read(killAt);
    const left = content();
    expect(Object.keys(left)).toEqual(expect.arrayContaining(['journal.jsonl', 'unfinished.json', 'unfinished.lock']));
    const { 'journal.jsonl': part = '' } = left;
    expect(Buffer.byteLength(part)).toBeGreaterThanOrEqual(killAt);
    expect(journal.startsWith(part)).toBe(true);
    expect(part === journal).toBe(killAt === size);
    await read();
    expect(content()).toEqual(complete);
  }
});

// Other systems do not tell when a process started: there, waiting ends with a message.
test.runIf(process.platform === 'linux')(
  'another process with the id of a killed one does not hold its lock',
  async () => {
    const { file, complete } = await readComplete();
    const { journals, read, content } = reading(file);
    await read(1);
    const lock = JSON.parse(content()['unfinished.lock'] ?? '') as object;
    expect(lock).toMatchObject({ pid: expect.any(Number), started: expect.stringMatching(/^\d+$/) });
    const [folder = ''] = readdirSync(journals);
    writeFileSync(join(journals, folder, 'unfinished.lock'), JSON.stringify({ ...lock, pid: process.pid }));
    await read();
    expect(content()).toEqual(complete);
  },
);
