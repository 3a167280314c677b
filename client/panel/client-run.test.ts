import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clientRun } from './harness/client-run.ts';
import { journalFile, readNew } from './journal-file.ts';
import { payloadOf } from './payload.ts';
import { addEvent } from './trace/fold.ts';
import { createTrace } from './trace/span.ts';

test('the details of a call show the message in which the client delivers the text of the skill', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const journal = journalFile(join(folder, 'journal.jsonl'));
  writeFileSync(
    journal.path,
    clientRun('/skills')
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  );
  const trace = createTrace();
  await readNew(journal, (event) => addEvent(trace, event));
  const payload = (verb: string, index = 0) => {
    const span = trace.spans.filter((one) => one.verb === verb)[index];
    if (span === undefined) throw new Error(`There is no row ${verb}.`);
    return payloadOf(journal, span, { textOf: async () => undefined, addedBy: new Map(), trace });
  };
  expect((await payload('Skill')).result).toMatch(
    /^Launching skill: greeter\n\nBase directory for this skill: .*# Greet$/s,
  );
  const { messages = [] } = await payload('turn 1', 1);
  expect(messages.map(({ from }) => from)).toEqual(['user', 'model', 'tool', 'user']);
});
