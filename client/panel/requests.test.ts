import { expect, it } from 'vitest';
import type { ToWebview } from '../timeline/protocol.ts';
import type { RunControl } from './control.ts';
import { stoppedRun } from './harness/runs.ts';
import { journalFile } from './journal-file.ts';
import { answerPage } from './requests.ts';
import { addEvents } from './trace/fold.ts';
import { createTrace } from './trace/span.ts';

const nothing = () => undefined;

it('a fix that was applied is offered no more at any row of the same words', async () => {
  const trace = createTrace();
  addEvents(trace, stoppedRun('/skills'));
  let fixed = false;
  const control: RunControl = {
    stop: nothing,
    answer: nothing,
    runAgain: nothing,
    openSource: nothing,
    copy: nothing,
    openCause: nothing,
    textOf: () => Promise.resolve(undefined),
    fixesFor: () => Promise.resolve(fixed ? [] : [{ title: 'Write the path' }]),
    applyFix: () => {
      fixed = true;
    },
  };
  const posted: ToWebview[] = [];
  const ref = { run: 'r', journal: '/none/journal.jsonl' };
  const caused = trace.spans.filter((span) => span.cause !== undefined);
  expect(caused.length).toBeGreaterThan(2);
  const asked = { journal: journalFile(ref.journal), trace, ref, control, post: (one: ToWebview) => posted.push(one) };
  await answerPage(asked, { type: 'applyFix', row: caused[0]?.id ?? -1, index: 0 });
  const told = posted.flatMap((one) => (one.type === 'fixes' && one.fixes.length === 0 ? [one.row] : []));
  expect(told.toSorted((a, b) => a - b)).toEqual(caused.map((span) => span.id).toSorted((a, b) => a - b));
});
