import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobName } from '../../runtime/disk/blob-name.ts';
import { readSavedRuns } from './saved-runs.ts';

const base = { invocation: 'i', agent: 'agent' };
const startEvent = (run: string, time: string) => ({
  ...base,
  seq: 1,
  time,
  type: 'run_started',
  run,
  model: 'simulated/weak',
  skills: [{ name: 'writer', root: '/skills/writer' }],
  guards: 'default',
  maxLlmCalls: 500,
  prompt: 'Write',
  simulated: true,
});
const finished = {
  ...base,
  seq: 9,
  time: 't',
  type: 'run_finished',
  reason: 'guard',
  llmCalls: 4,
  text: '',
  usage: {},
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'saved-runs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(run: string, ...lines: readonly unknown[]): void {
  mkdirSync(join(folder, run));
  writeFileSync(
    join(folder, run, 'journal.jsonl'),
    lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''),
  );
}

describe('the runs on disk', () => {
  it('are listed newest first, with their end reasons', () => {
    write('old', startEvent('old', '2026-01-01T00:00:00.000Z'), finished);
    write('new', startEvent('new', '2026-01-02T00:00:00.000Z'));
    const runs = readSavedRuns([folder]);
    expect(runs.map((run) => [run.started.run, run.finished?.reason])).toEqual([
      ['new', undefined],
      ['old', 'guard'],
    ]);
  });

  it('are read from both ends of a long journal', () => {
    const filler = { ...base, seq: 2, time: 't', type: 'note', message: 'x'.repeat(50_000) };
    write(
      'long',
      startEvent('long', '2026-01-01T00:00:00.000Z'),
      ...Array.from({ length: 20 }, () => filler),
      finished,
    );
    expect(readSavedRuns([folder])[0]?.finished?.llmCalls).toBe(4);
  });

  it('skip files other than journals, and tolerate a truncated last line', () => {
    write('torn', startEvent('torn', '2026-01-01T00:00:00.000Z'), '{"seq":2,"ty');
    write('noise', 'not json at all');
    write('empty');
    writeFileSync(join(folder, 'a-file'), '');
    expect(readSavedRuns([folder, join(folder, 'absent')]).map((run) => run.started.run)).toEqual(['torn']);
  });

  it('include a prompt from its blob, but from no other file', () => {
    const blob = blobName(JSON.stringify('p'.repeat(70_000)));
    for (const [run, name] of [
      ['long', blob],
      ['elsewhere', `../long/${blob}`],
      ['another', blob],
    ] as const)
      write(run, { ...startEvent(run, 't'), prompt: { blob: name, size: 70_002 } }, finished);
    writeFileSync(join(folder, 'long', blob), JSON.stringify('p'.repeat(70_000)));
    // The contents do not match the name, as with a hard link to another file.
    writeFileSync(join(folder, 'another', blob), JSON.stringify('private'));
    const prompts = readSavedRuns([folder]).map((run) => [run.started.run, run.started.prompt.length]);
    expect(prompts.sort()).toEqual([
      ['another', 0],
      ['elsewhere', 0],
      ['long', 70_000],
    ]);
  });

  it('have valid types whatever the journal contains, and do not hide each other', () => {
    write('valid', startEvent('valid', '2026-01-01T00:00:00.000Z'), finished);
    write('types', {
      ...startEvent('types', 't'),
      time: 3,
      prompt: null,
      skills: 'all',
      guards: 'none',
      maxLlmCalls: 'x',
    });
    write('end', startEvent('end', 't'), { ...finished, reason: 'of a later version' });
    write('skills', { ...startEvent('skills', 't'), skills: [null, 3, { name: {}, root: '/r' }], baseUrl: {} });
    write('null', null);
    const runs = readSavedRuns([folder]);
    expect(runs.map(({ started }) => started.run).sort()).toEqual(['end', 'skills', 'types', 'valid']);
    const [types] = runs.filter(({ started }) => started.run === 'types');
    expect(types?.started).toMatchObject({ time: '', prompt: '', skills: [], guards: 'default', maxLlmCalls: 500 });
    expect(runs.find(({ started }) => started.run === 'end')?.finished).toBeUndefined();
    expect(runs.find(({ started }) => started.run === 'skills')?.started.skills).toEqual([{ name: '', root: '/r' }]);
  });

  it.skipIf(process.platform === 'win32')('do not block on a named pipe', () => {
    mkdirSync(join(folder, 'pipe'));
    execFileSync('mkfifo', [join(folder, 'pipe', 'journal.jsonl')]);
    expect(readSavedRuns([folder])).toEqual([]);
  });
});
