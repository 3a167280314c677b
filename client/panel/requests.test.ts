import { expect, it } from 'vitest';
import type { ToWebview } from '../timeline/protocol.ts';
import type { RunControl } from './control.ts';
import { stoppedRun } from './harness/runs.ts';
import { journalFile } from './journal-file.ts';
import { answerPage } from './requests.ts';
import { addEvents } from './trace/fold.ts';
import { createTrace } from './trace/span.ts';

const nothing = () => undefined;
const FIX = { title: 'Write the path' };

/** Returns a control with one fix that can be applied and undone, and a record of its calls. */
function controlOf({ works = true } = {}) {
  let fixed = false;
  const calls: string[] = [];
  const set = (to: boolean) => {
    if (works) fixed = to;
    return Promise.resolve(works);
  };
  const control: RunControl = {
    stop: nothing,
    answer: nothing,
    resume: () => void calls.push('resume'),
    runAgain: () => void calls.push(`run again ${fixed ? 'fixed' : 'as it was'}`),
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

function pageOf(control: RunControl) {
  const trace = createTrace();
  addEvents(trace, stoppedRun('/skills'));
  const posted: ToWebview[] = [];
  const ref = { run: 'r', journal: '/none/journal.jsonl' };
  const asked = { journal: journalFile(ref.journal), trace, ref, control, post: (one: ToWebview) => posted.push(one) };
  const caused = trace.spans.filter((span) => span.cause !== undefined).map((span) => span.id);
  return { asked, posted, caused, row: caused[0] ?? -1 };
}

const byId = (rows: readonly number[]) => rows.toSorted((a, b) => a - b);

it('reports an applied fix on every row with the same cause, and allows undoing it', async () => {
  const { asked, posted, caused, row } = pageOf(controlOf().control);
  expect(caused.length).toBeGreaterThan(2);
  await answerPage(asked, { type: 'applyFix', row, index: 0 });
  const told = posted.splice(0).filter((one) => one.type === 'fixes');
  expect(byId(told.map((one) => one.row))).toEqual(byId(caused));
  for (const one of told) expect(one).toMatchObject({ fixes: [], applied: { ...FIX, undo: true } });
  expect(told.flatMap((one) => (one.outcome === undefined ? [] : [[one.row, one.outcome]]))).toEqual([
    [row, 'applied'],
  ]);
  await answerPage(asked, { type: 'undoFix', row });
  const undone = posted.filter((one) => one.type === 'fixes');
  for (const one of undone) expect(one.applied).toBeUndefined();
  expect(undone.find((one) => one.row === row)).toMatchObject({ fixes: [FIX], outcome: 'undone' });
});

it('runs again after a fix was applied, but not if it could not be applied', async () => {
  const works = controlOf();
  const page = pageOf(works.control);
  await answerPage(page.asked, { type: 'applyFix', row: page.row, index: 0, runAgain: true });
  expect(works.calls).toEqual(['run again fixed']);
  const fails = controlOf({ works: false });
  const { asked, posted, row } = pageOf(fails.control);
  await answerPage(asked, { type: 'applyFix', row, index: 0, runAgain: true });
  expect(fails.calls).toEqual([]);
  expect(posted.find((one) => one.type === 'fixes' && one.row === row)).toMatchObject({ outcome: 'not-applied' });
});

it('resumes an interrupted run', async () => {
  const { control, calls } = controlOf();
  await answerPage(pageOf(control).asked, { type: 'resume' });
  expect(calls).toEqual(['resume']);
});
