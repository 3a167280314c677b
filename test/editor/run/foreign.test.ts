/** A run that was not started on this machine: nothing is sent to the endpoint in its journal without a confirmation. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { commands } from 'vscode';
import type { StartRunParams } from '../../../runtime/protocol/rpc.ts';
import { startRun, timeline } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

it('a run from another machine resumes only after a confirmation of its endpoint', async function () {
  needsWindow(this);
  this.timeout(120_000);
  const { runs, show } = await skillwright();
  await commands.executeCommand('workbench.action.closeAllEditors');
  const ownJournal = await startRun('Started by another user', 'simulated/weak', 'skills/csv-summary');
  await until('the question', () => runs.find(ownJournal)?.waiting !== undefined, 30_000);
  runs.leave(ownJournal);
  await until('the end of the process', () => runs.find(ownJournal) === undefined, 30_000);
  // As received in a repository or by mail.
  const folder = `${dirname(ownJournal)}-copied`;
  cpSync(dirname(ownJournal), folder, { recursive: true });
  const journal = join(folder, 'journal.jsonl');
  const text = readFileSync(journal, 'utf8');
  writeFileSync(journal, text.replaceAll('"simulated/weak"', '"simulated/heeding"'));
  const before = readFileSync(journal, 'utf8');

  show(journal);
  const deny = 'button:visible:has-text("Deny")';
  await timeline.waitFor(deny, { timeout: 30_000 });
  await timeline.click(deny);
  // VS Code refuses to show a dialog in tests, which counts as Cancel. The prompt precedes any process.
  const location = { runs: dirname(folder), run: basename(folder) };
  const origin = await runs.origin(location);
  assert.equal(origin?.kind, 'elsewhere');
  const startParams: StartRunParams = {
    prompt: 'Started by another user',
    skills: [inWorkspace('skills/csv-summary')],
    model: 'simulated/heeding',
    guards: 'default',
    maxLlmCalls: 20,
    runs: location.runs,
    trusted: true,
  };
  const pause = JSON.parse(before.split('\n').find((line) => line.includes('"type":"pause"')) ?? '{}') as {
    id: string;
  };
  const params = { ...location, trusted: true, replies: [{ id: pause.id, answer: 'deny' as const }] };
  const refused = await runs.resume(params, startParams, undefined);
  assert.match(refused.kind === 'failed' ? refused.message : refused.kind, /it was not started on this machine/);
  assert.equal(runs.find(journal), undefined);
  assert.equal(readFileSync(journal, 'utf8'), before, 'nothing was written');

  const resumed = await runs.resume({ ...params, trust: origin.shown }, startParams, undefined);
  assert.equal(resumed.kind, 'started', JSON.stringify(resumed));
  await until('its end', () => runs.find(journal) === undefined, 30_000);
  assert.equal((await runs.origin(location))?.kind, 'here');

  // A run that was started here needs no confirmation.
  show(ownJournal);
  await timeline.waitFor(deny, { timeout: 30_000 });
  await timeline.click(deny);
  await until('the run', () => readFileSync(ownJournal, 'utf8').includes('"run_resumed"'), 30_000);
  await until('its end', () => runs.find(ownJournal) === undefined, 30_000);
});
