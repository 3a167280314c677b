import { expect, it } from 'vitest';
import type { ToWebview } from '../timeline/protocol.ts';
import type { RunControl } from './control.ts';
import { stoppedRun } from './harness/runs.ts';
import { journalFile } from './journal-file.ts';
import { handleRequest } from './requests.ts';
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
