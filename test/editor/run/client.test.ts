/** Runs that simulate a client: the dialog, the timeline, the Runs view, and running again. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commands } from 'vscode';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { startModelServer } from '../../integration/run-server.ts';
import { violationsIn } from '../harness/axe.ts';
import { answerPromptAndModel, focusedItem, openRunAgent } from '../harness/run-agent.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  needsWindow,
  press,
  screenshot,
  screenshotAt,
  screenshotInThemes,
  type,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const timeline = webview('[role=treegrid]');
const input = (placeholder: string): string => `.quick-input-widget input[placeholder*="${placeholder}"]`;

function eventsOf(journal: string): readonly RunEvent[] {
  return readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
}

/** Opens the dialog, at its prompt. */
async function openPrompt(skill: string): Promise<void> {
  await openRunAgent();
  await type('No agent');
  await workbench.waitFor(focusedItem('No agent, only skills'));
  await press('Enter');
  await workbench.waitFor(input('Select skills'));
  await workbench.waitFor('.quick-input-list .monaco-list-row');
  await type(skill);
  await workbench.waitFor(focusedItem(skill));
  await press('Enter');
  await workbench.waitFor(input('Enter a prompt'));
}

/** Goes to the last item of the prompt step with the keyboard, and opens the list of clients. */
async function openClients(current: string): Promise<void> {
  await until('the client of the run', async () => {
    await press('ArrowUp');
    return workbench.evaluate<boolean>(
      `document.querySelector('.quick-input-list .monaco-list-row.focused[aria-label*="Run as ${current}"]') !== null`,
    );
  });
  await screenshotInThemes(`run/client-prompt-${current.replaceAll(' ', '-')}-`, ['dark', 'light']);
  await press('Enter');
  await workbench.waitFor(input('Select the client'));
}

async function choose(label: string, placeholder: string): Promise<void> {
  await workbench.waitFor(input(placeholder));
  await type(label);
  await workbench.waitFor(focusedItem(label));
  await press('Enter');
}

describe('running as a client', () => {
  let journal = '';

  before(async function () {
    needsWindow(this);
    await skillwright();
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    const { runs } = await skillwright();
    for (const run of runs.live()) runs.stop(run.journal);
  });

  it('is chosen in the dialog by keyboard, with its workspace and the location of the skills', async function () {
    this.timeout(120_000);
    const { runs } = await skillwright();
    await openPrompt('changelog');
    await openClients('ADK');
    await screenshotInThemes('run/clients-', ['dark', 'light']);
    await choose('Claude Code', 'Select the client');
    await workbench.waitFor(input('Select the workspace'));
    await screenshot('run/client-workspace');
    await press('Enter');
    await workbench.waitFor(input('Select where Claude Code finds the skills'));
    await screenshot('run/client-install');
    await press('Enter');
    await workbench.waitFor(input('Enter a prompt'));
    await workbench.waitFor('.quick-input-title:has-text("Run Agent as Claude Code")');
    await type('Summarize it');
    await workbench.waitFor(focusedItem('Summarize it'));
    await press('Enter');
    await choose('simulated/weak', 'Select a model');
    const run = await until('the run', () => runs.live()[0], 30_000);
    journal = run.journal;
    const { client, workspace, install } = run.params;
    assert.deepEqual([client, workspace, install], ['claude-code', inWorkspace(), 'user']);
  });

  it('asks once before commands run, in the timeline', async function () {
    this.timeout(120_000);
    const { runs } = await skillwright();
    await until('the question', () => runs.find(journal)?.waiting, 60_000);
    await timeline.waitFor('.details button:has-text("Approve")', { timeout: 20_000 });
    await screenshotInThemes('run/client-approval-', ['dark', 'light']);
    await screenshotAt(560, 800, 'run/client-approval-narrow');
    await timeline.click('.details button:has-text("Approve")');
    await until('the end of the run', () => runs.live().length === 0, 60_000);
    const pauses = eventsOf(journal).filter((event) => event.type === 'pause');
    assert.equal(pauses.length, 1);
  });

  it('shows the client in the header, and its own tools in the rows', async function () {
    this.timeout(120_000);
    await timeline.waitFor('.badge:has-text("as Claude Code")');
    const rows = (await timeline.texts('[role=row]')).join('\n');
    assert.match(rows, /Skill\s*changelog/);
    assert.match(rows, /Bash/);
    assert.doesNotMatch(rows, /load_skill|skillwright-client/);
    await screenshotInThemes('run/client-timeline-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshotAt(560, 800, 'run/client-timeline-narrow');
  });

  it('is found in the Runs view by typing the client', async () => {
    await commands.executeCommand('skillwright.runs.focus');
    await commands.executeCommand('skillwright.runs.filter');
    await workbench.waitFor(input('client'));
    await type('claude code');
    await workbench.waitFor('.tree-explorer-viewlet-tree-view .monaco-list-row:has-text("as Claude Code")');
    await screenshot('run/client-runs-view');
    await press('Escape');
    await commands.executeCommand('workbench.action.closeSidebar');
  });

  it('runs again as the same client', async function () {
    this.timeout(120_000);
    const { runs } = await skillwright();
    await timeline.click('button:has-text("Run Again")');
    const again = await until('the second run', () => runs.live()[0], 30_000);
    assert.notEqual(again.journal, journal);
    assert.equal(again.params.client, 'claude-code');
    runs.stop(again.journal);
    await until('the end of the run', () => runs.live().length === 0, 30_000);
  });

  it('shows the files that the run changed in diff editors', async function () {
    this.timeout(120_000);
    const { runs, show } = await skillwright();
    const server = await startModelServer([
      { calls: [['Bash', { command: 'echo Thanks. >> README.md; echo new > notes.md' }]] },
      { text: 'Done.' },
    ]);
    try {
      const started = await runs.start({
        prompt: 'Change something',
        skills: [inWorkspace('skills/changelog')],
        client: 'claude-code',
        workspace: inWorkspace(),
        install: 'user',
        model: 'openai-compatible/m',
        baseUrl: server.url,
        guards: 'default',
        maxLlmCalls: 20,
        runs: inWorkspace('.skillwright/runs'),
        trusted: true,
      });
      assert.ok(started.kind === 'started', JSON.stringify(started));
      show(started.run.journal);
      const pause = await until('the question', () => runs.find(started.run.journal)?.waiting, 60_000);
      await runs.answer(started.run.journal, { id: pause.id, answer: 'approve' });
      await until('the end of the run', () => runs.live().length === 0, 60_000);
    } finally {
      server.close();
    }
    await timeline.waitFor('.head button:has-text("2 files changed")', { timeout: 20_000 });
    await screenshotInThemes('run/client-changes-', ['dark', 'light']);
    await screenshotAt(560, 800, 'run/client-changes-narrow');
    // The button is reached and pressed with the keyboard.
    await timeline.evaluate(`document.querySelector('.head button[aria-label="2 files changed"]').focus()`);
    await press('Enter');
    await workbench.waitFor('.multiDiffEntry');
    await until('both files', async () => {
      const text = (await workbench.texts('.multiDiffEntry')).join('\n');
      return text.includes('README.md') && text.includes('notes.md') && text.includes('Thanks.');
    });
    await screenshotInThemes('run/client-diff-', ['dark', 'light']);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is remembered in the workspace, and changed back', async function () {
    this.timeout(120_000);
    const { runs } = await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await openPrompt('changelog');
    await openClients('Claude Code');
    await choose('ADK', 'Select the client');
    await workbench.waitFor(input('Enter a prompt'));
    assert.equal(
      await workbench.evaluate(`document.querySelector('.quick-input-title').textContent`),
      'Run Agent (3/4)',
    );
    await answerPromptAndModel('Summarize it as ADK', 'simulated/heeding');
    const run = await until('the run', () => runs.live()[0], 30_000);
    assert.equal(run.params.client, 'adk');
    runs.stop(run.journal);
    await until('the end of the run', () => runs.live().length === 0, 30_000);
  });
});
