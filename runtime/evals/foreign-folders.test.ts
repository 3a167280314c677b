/** The folder of an eval that another user filled: its pipes are not waited for, and its links lead no file elsewhere. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { readEvalFolder } from './merge/read-eval-folder.ts';
import { evalIdOf } from './queue/eval-id.ts';
import { runsInLedger } from './queue/inbox.ts';
import { readVerdicts } from './results/read-verdicts.ts';
import { answerIn } from './results/run-answer.ts';
import { writeJson, writeText } from './results/write-file.ts';
import { FileLedger } from './trials/file-ledger.ts';
import { StartedRuns } from './trials/started-runs.ts';
import { findTrial } from './trials/trial-store.ts';

const RESULTS = JSON.stringify({ version: 1, complete: true, trials: [], cases: [], groups: [] });

/** Creates a folder with a pipe. */
function withPipe(path: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = writeFiles(temporaryFolder(), { [`${path}.neighbor`]: '', ...files });
  spawnSync('mkfifo', [join(folder, path)]);
  return folder;
}

describe.skipIf(process.platform === 'win32')('a pipe in the folder of an eval is not waited for', () => {
  it.each(['results.json', 'plan.json'])('%s', async (name) => {
    const folder = withPipe(name, name === 'plan.json' ? { 'results.json': RESULTS } : {});
    expect(await readEvalFolder(folder)).toBe(
      `Repeat the eval: ${join(folder, name)} cannot be read (it is not a regular file).`,
    );
  });

  it('as the record of a trial, a run, an id and an answer', () => {
    const id = 'a'.repeat(32);
    expect(findTrial(withPipe(`trials/${id}.json`), id)).toBeUndefined();
    const started = new StartedRuns(join(withPipe('started.jsonl'), 'started.jsonl'));
    expect(started.add('trial', 'run')).toEqual(expect.any(String));
    expect(answerIn(join(withPipe('journal.jsonl'), 'journal.jsonl'))).toBeUndefined();
    expect(evalIdOf(withPipe('queue-id'))).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it('as the money that was spent: nothing more is', async () => {
    const file = join(withPipe('costs.jsonl'), 'costs.jsonl');
    expect(() => runsInLedger(file)).toThrow('is not a regular file');
    const reserved = await new FileLedger(file, 1).reserve('m', new AbortController().signal);
    expect(reserved.kind).not.toBe('reserved');
  });

  it('as verdicts of a person', () => {
    expect(readVerdicts(withPipe('run-1/grading.json'))).toMatch(/^Correct .* it is not a regular file/);
  });

  it.each([
    ['writeText', writeText],
    ['writeJson', writeJson],
  ] as const)('as the beginning of a file: %s', (_, write) => {
    const folder = withPipe('results.json.new');
    write(join(folder, 'results.json'), '1');
    expect(readFileSync(join(folder, 'results.json'), 'utf8')).toContain('1');
  });
});

it('writes through no link', () => {
  const folder = writeFiles(temporaryFolder(), { 'mine.txt': 'mine' });
  for (const name of ['a.json.new', 'b.json', 'started.jsonl']) symlinkSync('mine.txt', join(folder, name));
  for (const name of ['a.json', 'b.json']) writeText(join(folder, name), 'theirs');
  if (process.platform !== 'win32')
    expect(new StartedRuns(join(folder, 'started.jsonl')).add('trial', 'run')).toEqual(expect.any(String));
  expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'a.json.new'))).toBe(false);
});
