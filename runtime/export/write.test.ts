import { linkSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { exportHtml } from './html.ts';
import { exportPieces, writeExport } from './write.ts';

const source = { run: 'r', events: [], requestOf: () => undefined };
let text = '';
for await (const piece of exportPieces(source, 'perfetto')) text += piece;

/** Returns a folder with a journal, and a function that exports it to a file of the folder. */
function folderWithJournal() {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  writeFileSync(path('journal.jsonl'), 'journal');
  const write = (name: string) => writeExport(source, 'perfetto', { out: path(name), input: path('journal.jsonl') });
  return { path, write };
}

describe('the file of an export', () => {
  it('is created, replaced, or replaced where a link points', async () => {
    const { path, write } = folderWithJournal();
    expect(await write('new.json')).toBeUndefined();
    writeFileSync(path('old.json'), 'old');
    symlinkSync(path('old.json'), path('link.json'));
    expect(await write('link.json')).toBeUndefined();
    expect(lstatSync(path('link.json')).isSymbolicLink()).toBe(true);
    expect([readFileSync(path('new.json'), 'utf8'), readFileSync(path('old.json'), 'utf8')]).toEqual([text, text]);
  });

  it.skipIf(process.platform === 'win32')('is never a device, a socket, a folder or a link to nothing', async () => {
    const { path, write } = folderWithJournal();
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((listening) => server.listen(path('socket'), listening));
    symlinkSync('/dev/null', path('null'));
    symlinkSync(path('.'), path('folder'));
    symlinkSync(path('absent'), path('dangling'));
    for (const name of ['socket', 'null', 'folder', 'dangling'])
      expect(await write(name)).toBe(`Choose another file: ${path(name)} is not a regular file.`);
    expect(lstatSync(path('socket')).isSocket()).toBe(true);
    expect(lstatSync(path('null')).isSymbolicLink()).toBe(true);
  });

  it('stays as it was if the export is cancelled', async () => {
    const { path } = folderWithJournal();
    writeFileSync(path('old.json'), 'old');
    const signal = AbortSignal.abort();
    const target = { out: path('old.json'), input: path('journal.jsonl'), signal };
    expect(await writeExport(source, 'perfetto', target)).toContain('cannot be written');
    expect(readFileSync(path('old.json'), 'utf8')).toBe('old');
    expect(readdirSync(path('.')).sort()).toEqual(['journal.jsonl', 'old.json']);
  });

  it('is never the exported run', async () => {
    const { path, write } = folderWithJournal();
    symlinkSync(path('journal.jsonl'), path('link'));
    linkSync(path('journal.jsonl'), path('hard-link'));
    for (const name of ['journal.jsonl', 'link', 'hard-link'])
      expect(await write(name)).toBe(`Choose another file: ${path(name)} is the exported run.`);
    expect(readFileSync(path('journal.jsonl'), 'utf8')).toBe('journal');
  });
});

it('a page that no browser can open is refused before anything is written', async () => {
  const event = { seq: 1, time: '', type: 'note', invocation: 'i', agent: 'a', message: 'x'.repeat(600_000) };
  const pieces = exportHtml({ ...source, events: [event, event] }, 1_000_000);
  await expect(pieces.next()).rejects.toThrow(/^Choose a part of the run.* at most 1 MB/);
});
