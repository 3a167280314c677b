import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { blobName } from '../../runtime/disk/blob-name.ts';
import type { Json } from '../../runtime/protocol/events.ts';
import type { ToWebview } from '../timeline/protocol.ts';
import type { RunControl, SessionPrompt } from './control.ts';
import { stoppedRun } from './harness/runs.ts';
import { journalFile } from './journal-file.ts';
import { handleRequest } from './requests.ts';
import { TokenEstimates } from './token-estimates.ts';
import { addEvents } from './trace/fold.ts';
import { createTrace } from './trace/span.ts';

const nothing = () => undefined;
const FIX = { title: 'Write the path' };

/** Returns a control with one fix that can be applied and undone, and a record of its calls. */
function createControl({ canApply = true } = {}) {
  let fixed = false;
  const calls: string[] = [];
  const set = (to: boolean) => {
    if (canApply) fixed = to;
    return Promise.resolve(canApply);
  };
  const control: RunControl = {
    stop: nothing,
    answer: nothing,
    resume: () => void calls.push('resume'),
    runAgain: () => void calls.push(`run again ${fixed ? 'fixed' : 'unfixed'}`),
    openSource: nothing,
    copy: nothing,
    openCause: nothing,
    textOf: () => Promise.resolve(undefined),
    fixesFor: () => Promise.resolve(fixed ? [] : [FIX]),
    applyFix: () => set(true),
    appliedFix: () => Promise.resolve(fixed ? { ...FIX, undo: true } : undefined),
    undoFix: () => set(false),
  };
  return { control, calls };
}

function createPage(control: RunControl) {
  const trace = createTrace();
  addEvents(trace, stoppedRun('/skills'));
  const posted: ToWebview[] = [];
  const ref = { run: 'r', journal: '/none/journal.jsonl' };
  const context = {
    journal: journalFile(ref.journal),
    trace,
    ref,
    control,
    tokens: new TokenEstimates(),
    post: (one: ToWebview) => posted.push(one),
  };
  const rowsWithCause = trace.spans.filter((span) => span.cause !== undefined).map((span) => span.id);
  return { context, posted, rowsWithCause, row: rowsWithCause[0] ?? -1 };
}

const byId = (rows: readonly number[]) => rows.toSorted((a, b) => a - b);

it('reports an applied fix on every row with the same cause, and allows undoing it', async () => {
  const { context, posted, rowsWithCause, row } = createPage(createControl().control);
  expect(rowsWithCause.length).toBeGreaterThan(2);
  await handleRequest(context, { type: 'applyFix', row, index: 0 });
  const updates = posted.splice(0).filter((one) => one.type === 'fixes');
  expect(byId(updates.map((one) => one.row))).toEqual(byId(rowsWithCause));
  for (const one of updates) expect(one).toMatchObject({ fixes: [], applied: { ...FIX, undo: true } });
  expect(updates.flatMap((one) => (one.outcome === undefined ? [] : [[one.row, one.outcome]]))).toEqual([
    [row, 'applied'],
  ]);
  await handleRequest(context, { type: 'undoFix', row });
  const undone = posted.filter((one) => one.type === 'fixes');
  for (const one of undone) expect(one.applied).toBeUndefined();
  expect(undone.find((one) => one.row === row)).toMatchObject({ fixes: [FIX], outcome: 'undone' });
});

it('runs again after a fix was applied, but not if it could not be applied', async () => {
  const works = createControl();
  const page = createPage(works.control);
  await handleRequest(page.context, { type: 'applyFix', row: page.row, index: 0, runAgain: true });
  expect(works.calls).toEqual(['run again fixed']);
  const fails = createControl({ canApply: false });
  const { context, posted, row } = createPage(fails.control);
  await handleRequest(context, { type: 'applyFix', row, index: 0, runAgain: true });
  expect(fails.calls).toEqual([]);
  expect(posted.find((one) => one.type === 'fixes' && one.row === row)).toMatchObject({ outcome: 'not-applied' });
});

it('resumes an interrupted run', async () => {
  const { control, calls } = createControl();
  await handleRequest(createPage(control).context, { type: 'resume' });
  expect(calls).toEqual(['resume']);
});

it("starts a run with the prompt of another agent's session, but of no run of ours", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'requests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const asked: SessionPrompt[] = [];
  const runPrompt = (prompt: SessionPrompt) => void asked.push(prompt);
  const ask = async (imported: object, prompt: Json = 'Write a letter\nof thanks'): Promise<void> => {
    const [started] = stoppedRun('/skills');
    const event = { ...started, prompt, ...imported };
    const journal = journalFile(join(folder, `${asked.length}.jsonl`));
    writeFileSync(journal.path, `${JSON.stringify(event)}\n`);
    const trace = createTrace();
    addEvents(trace, [event]);
    const { context } = createPage({ ...createControl().control, runPrompt });
    await handleRequest({ ...context, journal, trace }, { type: 'runPrompt', row: 0 });
  };
  await ask({ imported: { format: 'codex', client: 'codex', file: '/s.jsonl' } });
  await ask({ imported: { format: 'atif', file: '/s.json' } });
  await ask({});
  expect(asked).toEqual([
    { prompt: 'Write a letter\nof thanks', client: 'codex', skills: [] },
    { prompt: 'Write a letter\nof thanks', client: undefined, skills: [] },
  ]);
  // The details of a row have less of it.
  const long = 'Write a letter of thanks. '.repeat(40_000);
  const blob = blobName(JSON.stringify(long));
  writeFileSync(join(folder, blob), JSON.stringify(long));
  await ask({ imported: { format: 'atif', file: '/s.json' } }, { blob, size: long.length });
  expect(asked[2]?.prompt === long).toBe(true);
});
