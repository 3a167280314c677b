/** Saved approvals, forgetting them, and problem reports. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationTarget, commands, env, version, window, workspace } from 'vscode';
import { withoutPace } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshot, screenshotInThemes, type, webview, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const timeline = webview('[role=treegrid]');
const focusedItem = (label: string): string => `.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`;

/** Starts a run whose simulated model requests the script of csv-summary. */
async function start(prompt: string): Promise<string> {
  const { runs, show } = await skillwright();
  const started = await withoutPace(() =>
    runs.start({
      prompt,
      skills: [inWorkspace('skills/csv-summary')],
      model: 'simulated/weak',
      guards: 'default',
      maxLlmCalls: 20,
      runs: inWorkspace('.skillwright/runs'),
      trusted: true,
    }),
  );
  assert.ok(started.kind === 'started', JSON.stringify(started));
  show(started.run.journal);
  return started.run.journal;
}

async function waitsForApproval(journal: string): Promise<boolean> {
  const { runs } = await skillwright();
  return until(
    'the approval prompt, or the end',
    () => {
      const run = runs.find(journal);
      if (run === undefined) return { waiting: false };
      return run.waiting !== undefined && { waiting: true };
    },
    30_000,
  ).then(({ waiting }) => waiting);
}

/** Skips the test on other systems, which have no sandbox that a PATH could hide. */
function needsLinux(context: Mocha.Context): void {
  if (process.platform !== 'linux') context.skip();
}

/** Creates a PATH with only Python, which the script needs. */
function withoutBubblewrap(folder: string): string {
  const path = join(folder, 'bin');
  mkdirSync(path);
  const args = ['-c', 'import sys; print(sys.executable)'];
  symlinkSync(execFileSync('python3', args, { encoding: 'utf8' }).trim(), join(path, 'python3'));
  return path;
}

/** Returns the text of each run's journal. */
function journals(): readonly string[] {
  const runs = inWorkspace('.skillwright/runs');
  return readdirSync(runs).flatMap((run) => {
    const journal = join(runs, run, 'journal.jsonl');
    return existsSync(journal) ? [readFileSync(journal, 'utf8')] : [];
  });
}

describe('approvals and reports', () => {
  const dataHome = mkdtempSync(join(tmpdir(), 'sw-approvals-'));
  const originalDataHome = process.env.XDG_DATA_HOME;

  before(async function () {
    needsWindow(this);
    // Isolate the approvals of this file from those of other tests in the suite.
    process.env.XDG_DATA_HOME = dataHome;
    await skillwright();
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(() => {
    process.env.XDG_DATA_HOME = originalDataHome;
    if (originalDataHome === undefined) delete process.env.XDG_DATA_HOME;
    rmSync(dataHome, { recursive: true, force: true });
  });

  it('an approved skill requires a new approval only after a change', async function () {
    this.timeout(90_000);
    const first = await start('Approve for good');
    assert.equal(await waitsForApproval(first), true);
    await timeline.waitFor('button:visible:has-text("Always for This Skill")', { timeout: 20_000 });
    await screenshotInThemes('approvals/asks-', ['dark', 'light']);
    await timeline.click('button:visible:has-text("Always for This Skill")');
    const { runs } = await skillwright();
    await until('its end', () => runs.find(first) === undefined, 30_000);
    assert.match(readFileSync(first, 'utf8'), /"answer":"always"/);
    await until('the row of the approval', async () =>
      (await timeline.texts('[role=row]')).some((row) => row.includes('approved by you, until it changes')),
    );

    const second = await start('Not asked');
    assert.equal(await waitsForApproval(second), false);
    assert.match(readFileSync(second, 'utf8'), /Already approved: scripts of the skill 'csv-summary'/);
    await until('the note in the timeline', async () =>
      (await timeline.texts('[role=row]')).some((row) => row.includes('Already approved')),
    );
    await screenshot('approvals/not-asked');

    appendFileSync(inWorkspace('skills/csv-summary/references/what-to-look-for.md'), '\nOne more line.\n');
    const third = await start('Asked again');
    assert.equal(await waitsForApproval(third), true);
    runs.stop(third);
    await until('its end', () => runs.find(third) === undefined, 30_000);
  });

  it('Forget Approvals lists the saved approvals and removes the selected ones', async function () {
    this.timeout(60_000);
    const journal = await start('Approve the changed one');
    assert.equal(await waitsForApproval(journal), true);
    await timeline.click('button:visible:has-text("Always for This Skill")');
    const { runs } = await skillwright();
    await until('its end', () => runs.find(journal) === undefined, 30_000);
    void commands.executeCommand('skillwright.forgetApprovals');
    await workbench.waitFor('.quick-input-widget input[placeholder*="approvals to forget"]', { timeout: 20_000 });
    await workbench.waitFor('.quick-input-list .monaco-list-row[aria-label*="csv-summary"]');
    await screenshot('approvals/forget');
    assert.equal((await workbench.texts('.quick-input-list .monaco-list-row')).length, 1, 'the old one is removed');
    await workbench.click('.quick-input-list .monaco-list-row[aria-label*="csv-summary"]');
    await workbench.waitFor('.quick-input-count:has-text("1 Selected")');
    await press('Enter');
    await until('the removal of the approvals', async () => {
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts('.notifications-center')).join(' ').includes('Approval is required again');
    });
    await commands.executeCommand('notifications.clearAll');
    const again = await start('After forgetting');
    assert.equal(await waitsForApproval(again), true);
    runs.stop(again);
    await until('its end', () => runs.find(again) === undefined, 30_000);
  });

  it('the approval warns if there is no sandbox, and a user setting refuses the script', async function () {
    this.timeout(120_000);
    needsLinux(this);
    const { PATH = '' } = process.env;
    const settings = workspace.getConfiguration('skillwright');
    try {
      process.env.PATH = withoutBubblewrap(dataHome);
      const first = await start('No sandbox here');
      assert.equal(await waitsForApproval(first), true);
      const warning = 'No sandbox: the script runs as you, and can read and change everything you can.';
      await timeline.waitFor(`.ask-box >> text=${warning}`);
      const words = String(await timeline.evaluate('document.querySelector(".ask-box").innerText'));
      assert.ok(words.trim().startsWith(warning), words.slice(0, 200));
      await screenshotInThemes('approvals/no-sandbox-', ['dark', 'light']);
      const { runs } = await skillwright();
      runs.stop(first);
      await until('its end', () => runs.find(first) === undefined, 30_000);

      await settings.update('scripts.requireSandbox', true, ConfigurationTarget.Global);
      await timeline.click('button:visible:has-text("Run Again")');
      const refused = await until(
        'the refusal',
        () => journals().find((journal) => journal.includes('SANDBOX_REQUIRED') && journal.includes('run_finished')),
        30_000,
      );
      assert.match(refused, /"requireSandbox":true/);
      assert.match(refused, /or turn off skillwright\.scripts\.requireSandbox/);
      assert.doesNotMatch(refused, /"type":"(?:pause|script)"/);
      await timeline.waitFor('[role=row]:has-text("SANDBOX_REQUIRED"), [role=row]:has-text("sandbox works here")');
      await screenshot('approvals/sandbox-required');
    } finally {
      process.env.PATH = PATH;
      await settings.update('scripts.requireSandbox', undefined, ConfigurationTarget.Global);
    }
  });

  it('Report a Problem opens a document with the chosen run, and sends nothing', async function () {
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    void commands.executeCommand('skillwright.reportProblem');
    await workbench.waitFor('.quick-input-widget input[placeholder*="Select a run if the problem"]', {
      timeout: 20_000,
    });
    await screenshot('report/which-run');
    await type('Not asked');
    await workbench.waitFor(focusedItem('Not asked'));
    await press('Enter');
    const document = await until(
      'the report',
      () => {
        const open = window.activeTextEditor?.document;
        return open?.isUntitled === true && open.languageId === 'markdown' && open;
      },
      20_000,
    );
    const text = document.getText();
    for (const part of [
      'Nothing has been sent',
      `VS Code | ${version} (${env.appName}`,
      'Sandbox for scripts',
      '## Log',
      'Ended (',
      '## Journal of the run',
      'Already approved: scripts of the skill',
    ])
      assert.ok(text.includes(part), `${part} in\n${text.slice(0, 3000)}`);
    assert.ok(!text.includes(`${process.env.HOME}/`), 'the home folder is not named');
    await screenshotInThemes('report/document-', ['dark', 'light']);
  });
});
