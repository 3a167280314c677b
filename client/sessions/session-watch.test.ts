import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SessionSource } from '../../runtime/protocol/sessions.ts';
import { SessionWatch } from './session-watch.ts';

let folder: string;
let site: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillwright-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  site = join(folder, 'site');
});

/** Writes the record of a session, and the file in which its client keeps it. */
function begin(id: string, directory = site, transcript = join(folder, `${id}.jsonl`)): string {
  const record = join(folder, 'records/claude-code', `${id}.jsonl`);
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(transcript, '{}\n');
  writeFileSync(record, `${JSON.stringify({ at: 1, event: 'session', session: id, directory, transcript })}\n`);
  return record;
}

function watch(since = Date.now()) {
  const found: SessionSource[] = [];
  const onSession = (source: SessionSource): void => void found.push(source);
  const watching = new SessionWatch({ folder: join(folder, 'records'), folders: () => [site], onSession }, since);
  onTestFinished(() => watching.dispose());
  return { found, watching };
}

test('reports a session once, when it begins in the folder or below it', async () => {
  const { found, watching } = watch();
  await watching.check();
  begin('one');
  begin('below', join(site, 'api'));
  begin('elsewhere', folder);
  begin('similar', `${site}-2`);
  await watching.check();
  await watching.check();
  const files = found.map(({ file }) => file).sort();
  expect(files).toEqual([join(folder, 'below.jsonl'), join(folder, 'one.jsonl')]);
});

test('reports a session of earlier only when it continues', async () => {
  const record = begin('old');
  utimesSync(record, 1_000, 1_000);
  const { found, watching } = watch();
  await watching.check();
  expect(found).toEqual([]);
  appendFileSync(record, `${JSON.stringify({ at: 2, event: 'read', path: '/x' })}\n`);
  await watching.check();
  expect(found).toEqual([{ file: join(folder, 'old.jsonl') }]);
});

test('names the session in a database, and waits for a transcript', async () => {
  const { found, watching } = watch();
  begin('in-database', site, join(folder, 'opencode.db'));
  begin('late');
  rmSync(join(folder, 'late.jsonl'));
  await watching.check();
  expect(found).toEqual([{ file: join(folder, 'opencode.db'), session: 'in-database' }]);
  writeFileSync(join(folder, 'late.jsonl'), '{}\n');
  await watching.check();
  expect(found).toHaveLength(2);
});

test.each(['', '{"event":"session"', '[]', '{"event":"session","directory":7,"transcript":{}}', '\0\n'])(
  'reports nothing for a record with %j',
  async (text) => {
    const { found, watching } = watch();
    writeFileSync(begin('damaged'), text);
    await watching.check();
    expect(found).toEqual([]);
  },
);
