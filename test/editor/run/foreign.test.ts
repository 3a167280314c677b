/** A run that this machine did not begin: nothing goes to what its journal names without a consent. */
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
  const own = await startRun('Somebody else began this', 'simulated/weak', 'skills/csv-summary');
  await until('the question', () => runs.find(own)?.waiting !== undefined, 30_000);
  runs.leave(own);
  await until('the end of the process', () => runs.find(own) === undefined, 30_000);
  // As it comes with a repository, or by mail.
  const folder = `${dirname(own)}-copied`;
  cpSync(dirname(own), folder, { recursive: true });
  const journal = join(folder, 'journal.jsonl');
  const text = readFileSync(journal, 'utf8');
  writeFileSync(journal, text.replaceAll('"simulated/weak"', '"simulated/heeding"'));
  const before = readFileSync(journal, 'utf8');

  show(journal);
  const deny = 'button:visible:has-text("Deny")';
  await timeline.waitFor(deny, { timeout: 30_000 });
  await timeline.click(deny);
  // VS Code refuses to show a dialogue in tests, which is no consent. The question comes before any process.
  const place = { runs: dirname(folder), run: basename(folder) };
  const origin = await runs.origin(place);
  assert.equal(origin?.kind, 'elsewhere');
  const began: StartRunParams = {
    ...{ prompt: 'Somebody else began this', skills: [inWorkspace('skills/csv-summary')], model: 'simulated/heeding' },
    ...{ guards: 'default', maxLlmCalls: 20, runs: place.runs, trusted: true },
  };
  const pause = JSON.parse(before.split('\n').find((line) => line.includes('"type":"pause"')) ?? '{}') as {
    id: string;
  };
  const params = { ...place, trusted: true, replies: [{ id: pause.id, answer: 'deny' as const }] };
  const refused = await runs.resume(params, began, undefined);
  assert.match(refused.kind === 'failed' ? refused.message : refused.kind, /it was not started on this machine/);
  assert.equal(runs.find(journal), undefined);
  assert.equal(readFileSync(journal, 'utf8'), before, 'nothing was written');

  const agreed = await runs.resume({ ...params, trust: origin.shown }, began, undefined);
  assert.equal(agreed.kind, 'started', JSON.stringify(agreed));
  await until('its end', () => runs.find(journal) === undefined, 30_000);
  assert.equal((await runs.origin(place))?.kind, 'here');

  // The one that was begun here is not asked about.
  show(own);
  await timeline.waitFor(deny, { timeout: 30_000 });
  await timeline.click(deny);
  await until('the run', () => readFileSync(own, 'utf8').includes('"run_resumed"'), 30_000);
  await until('its end', () => runs.find(own) === undefined, 30_000);
});
