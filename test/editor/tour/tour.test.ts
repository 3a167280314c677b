/** Follows the tours of README.md and examples/README.md step by step and verifies their claims. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type CodeLens, commands, languages, Selection, Uri, ViewColumn, window } from 'vscode';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { focusedItem, fromPalette, openRunAgent, runFromPalette } from '../harness/run-agent.ts';
import { focusRuns, startRun, timeline } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { assertStep, documentOf, stepsIn } from '../harness/steps.ts';
import {
  needsWindow,
  press,
  screenshot,
  screenshotInThemes,
  setTheme,
  type,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = 'skills/release-writer/SKILL.md';
const SCRIPT = 'scripts/group.py';
const SENTENCE = 'Paths in this file are relative to the folder of this SKILL.md;';
const GUIDE = 'the user guide';
const TEMPLATE = 'the provided template';
const uri = () => Uri.file(inWorkspace(SKILL));
const text = () => readFileSync(inWorkspace(SKILL), 'utf8');
const page = webview('#stress');

/** Returns the diagnostics of one source, by the words in their range. */
async function diagnosticsBySource(source: string): Promise<ReadonlyMap<string, string>> {
  const { document } = await window.showTextDocument(uri(), { viewColumn: ViewColumn.One });
  const found = languages.getDiagnostics(uri()).filter((one) => one.source === source);
  return new Map(found.map(({ range, message }) => [document.getText(range), message]));
}

/** Applies the editor's quick fix of this title at these words with the keyboard shortcut, and saves unless told not to. */
async function quickFix(words: string, title = 'Write the path of', saves = true): Promise<void> {
  const editor = await window.showTextDocument(uri(), { viewColumn: ViewColumn.One });
  const at = editor.document.positionAt(editor.document.getText().indexOf(words) + 2);
  editor.selection = new Selection(at, at);
  // The editor to the side may still have the focus.
  await commands.executeCommand('workbench.action.focusActiveEditorGroup');
  await until('the fixes', async () => {
    await press('Control+.');
    await workbench.waitFor('.action-widget', { timeout: 1_000 });
    return true;
  });
  await workbench.click(`.action-widget .monaco-list-row:has-text("${title}")`);
  await until('the fix', () => editor.document.isDirty);
  if (saves) await editor.document.save();
}

/** Reads the events of a run from its journal. */
function eventsOf(journal: string): readonly RunEvent[] {
  return readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
}

const missesOf = (journal: string) =>
  eventsOf(journal).filter((event) => event.type === 'tool_result' && event.error_code !== undefined);

function endOf(journal: string) {
  const last = eventsOf(journal).at(-1);
  const guard = eventsOf(journal).findLast((event) => event.type === 'guard');
  return {
    reason: last?.type === 'run_finished' ? last.reason : undefined,
    cause: guard?.type === 'guard' ? guard.cause?.text : undefined,
  };
}

/** Resets to the start of a tour: no open editors, and the skill with its three faults. */
async function resetToShipped(): Promise<void> {
  await commands.executeCommand('workbench.action.closeAllEditors');
  writeFileSync(inWorkspace(SKILL), documentOf(`examples/${SKILL}`));
  await until('all faults', async () => (await diagnosticsBySource('skillwright')).size === 3);
}

/** Fixes the first fault: inserts the sentence that says what paths are relative to. */
async function stateBase(): Promise<void> {
  await quickFix(SCRIPT, 'State that paths are relative to this SKILL.md');
  assert.match(text(), new RegExp(`^# Release writer\n\n${SENTENCE}`, 'm'));
  await until('no finding', async () => !(await diagnosticsBySource('skillwright')).has(SCRIPT));
}

/** Returns the cells of a row of the table of clients, by client: the calls that the words waste, now → with the fixes. */
async function cellsOf(words: string): Promise<ReadonlyMap<string, string>> {
  const clients = await page.texts('.matrix thead th');
  const row = `.matrix tbody tr:has-text("${words}")`;
  const cells = [...(await page.texts(`${row} th`)), ...(await page.texts(`${row} td`))];
  return new Map(clients.map((client, index) => [client.trim(), (cells[index] ?? '').trim()]));
}

/** Waits for a live run and returns its journal. */
async function liveRun(): Promise<string> {
  const { runs } = await skillwright();
  return until('the run', () => runs.live()[0]?.journal, 30_000);
}

async function waitForRunsToEnd(): Promise<void> {
  const { runs } = await skillwright();
  await until('the end of the run', () => runs.live().length === 0, 30_000);
}

/** Waits until a script needs approval, and approves it in the timeline. Returns the run's journal. */
async function approve(script: RegExp): Promise<string> {
  const { runs } = await skillwright();
  const journal = await until(
    'the question',
    () => runs.live().find(({ waiting }) => waiting !== undefined)?.journal,
    30_000,
  );
  await timeline.waitFor('button:visible:has-text("Approve")');
  const panelText = (await timeline.texts('.panel')).join('\n');
  assert.match(panelText, script);
  await timeline.click('button:visible:has-text("Approve")');
  await waitForRunsToEnd();
  return journal;
}

describe('the tour of README.md', function () {
  const steps = stepsIn('README.md', 'A five-minute tour');
  let first = '';
  this.timeout(300_000);

  before(async function () {
    needsWindow(this);
    await skillwright();
    await resetToShipped();
  });

  it('1: see the wrong place', async () => {
    assertStep(
      steps,
      1,
      `**See the wrong place.** Open \`skills/release-writer/SKILL.md\`. \`scripts/group.py\` is underlined because Claude
      Code and others run commands in the workspace, where it is not. [Most misses of real agents](docs/misses.md) that
      were collected are of this sort: the right file, sought in the wrong place. The Skills view in the activity bar
      shows all skills with their problems, tokens and files.`,
    );
    const message = (await diagnosticsBySource('skillwright')).get(SCRIPT) ?? '';
    assert.match(message, /^`scripts\/group\.py` is not in the workspace, where Claude Code.* run commands/);
    await workbench.waitFor('.squiggly-info');
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(theme);
      await screenshot(`tour/wrong-place-${theme}`);
    }
  });

  it('2: stress it in all clients, fix it, and it is no longer in the table', async () => {
    assertStep(
      steps,
      2,
      `**Fix it.** Choose **Skillwright: Compare Clients on This Skill**. Simulated weak models waste calls on the
      script in Claude Code, but not in Codex, which tells the model what paths are relative to; models that miss as
      real ones do, below the table, rarely miss it anywhere. Press \`Ctrl+.\` (\`Cmd+.\`) on the path in SKILL.md to
      insert the sentence that says so. Press *Run Again* on the page: the script is no longer in the table.`,
    );
    await fromPalette('Skillwright: Compare Clients on This Skill');
    await page.waitFor('.matrix', { timeout: 60_000 });
    const cells = await cellsOf(SCRIPT);
    assert.match(cells.get('claude-code') ?? '', /\d → 0/);
    assert.equal(cells.get('codex'), '–');
    assert.match((await page.texts('main')).join(''), /simulated runs that miss as real models of this client do/);
    await stateBase();
    // The page reloads when it is marked as outdated.
    await until('the page to say so', () =>
      page.evaluate<boolean>("document.querySelector('.changed')?.checkVisibility() === true"),
    );
    await page.click('.changed a:has-text("Run Again")');
    await until('the second table', async () => {
      const table = (await page.texts('.matrix tbody')).join('');
      return table.includes(GUIDE) && !table.includes(SCRIPT);
    });
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('3: see the guess', async () => {
    assertStep(
      steps,
      3,
      `**See the guess.** "the user guide" is underlined because no file has that name; the message names the path
      that a model would guess.`,
    );
    assert.match((await diagnosticsBySource('skillwright')).get(GUIDE) ?? '', /user_guide\.md/);
  });

  it('4 and 5: run it, and watch', async () => {
    assertStep(
      steps,
      4,
      `**Run it.** Press F1, choose **Skillwright: Run Agent**, then *No agent*, the skill (the open one comes first),
      any prompt, and *simulated/stubborn*. The simulated model is not a language model: it acts like a weak one with
      this skill, offline and without a key.`,
    );
    await openRunAgent();
    await type('No agent');
    await workbench.waitFor(focusedItem('No agent'));
    await press('Enter');
    // The skill of the active editor is listed first.
    await workbench.waitFor(focusedItem('release-writer'));
    await press('Escape');
    await runFromPalette('release-writer', 'Anything at all', 'simulated/stubborn');
    first = await liveRun();
    assertStep(
      steps,
      5,
      `**Watch.** The timeline grows row by row: the load, three misses of one file, the guard that ends the run. Click the link below it: SKILL.md opens at "the user guide". The words stay marked until they
      change, and the lens above them leads back to the rows.`,
    );
    await waitForRunsToEnd();
    const rows = await until('the guard', async () => {
      const all = await timeline.texts('[role=row]');
      return all.some((row) => row.includes('Guard')) && all;
    });
    const places = [/load_skill/, /user_guide/, /Guard/].map((row) => rows.findIndex((one) => row.test(one)));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      rows.join('\n'),
    );
    assert.ok(missesOf(first).length >= 2);
    assert.deepEqual(endOf(first), { reason: 'guard', cause: GUIDE });
    await commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
    await timeline.click('text=/SKILL\\.md:\\d+/');
    await until('the words', () => {
      const { activeTextEditor: editor } = window;
      return editor?.document.getText(editor.selection) === GUIDE;
    });
    await until('the mark', async () => (await diagnosticsBySource('skillwright run')).has(GUIDE));
    const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri());
    const lens = lenses.find(({ command }) => command?.title.includes('in the last run'));
    await commands.executeCommand(lens?.command?.command ?? '', ...(lens?.command?.arguments ?? []));
    await timeline.waitFor('.row.selected.s-miss');
    await screenshot('tour/watch');
  });

  it('6: fix it, and the marks disappear', async () => {
    assertStep(
      steps,
      6,
      `**Fix it, too.** Press \`Ctrl+.\` on the words, or the button in the timeline, to write the path into the
      sentence.`,
    );
    await timeline.waitFor('button:has-text("Apply Fix")');
    // The next step saves it: nothing says that the user has to.
    await quickFix(GUIDE, undefined, false);
    await until('no mark', async () => !(await diagnosticsBySource('skillwright run')).has(GUIDE));
  });

  it('7: run it again: the guide is found, the script waits for approval, then the template misses', async () => {
    assertStep(
      steps,
      7,
      `**Run it again.** Press *Run Again*, the round arrow above the timeline. The model now finds the guide and calls the skill's script,
      which waits until you approve it in the timeline, where you see its source, its command and its sandbox. Then
      "the provided template" misses, and a guard ends the run: it is another guess. The Runs view in the activity
      bar has all runs, to search, name, pin and delete.`,
    );
    (await skillwright()).show(first);
    await timeline.click('[aria-label="Run Again"]');
    await until('the saved fix', () => /see the user guide \(`references\/guide\.md`\)\./.test(text()));
    await until('the question', async () => (await skillwright()).runs.live()[0]?.waiting !== undefined, 30_000);
    await screenshot('tour/approve');
    const second = await approve(/group\.py[\s\S]*(?:[Ss]andbox|bubblewrap|seatbelt)/);
    const read = eventsOf(second).filter(
      (event) => event.type === 'tool_call' && JSON.stringify(event.args).includes('references/guide.md'),
    );
    assert.equal(read.length, 1, 'the guide is asked for once, by its path');
    assert.deepEqual(endOf(second), { reason: 'guard', cause: TEMPLATE });
    await focusRuns();
    // The Skills view takes the upper half, so the runs of the last skill may be scrolled out of view.
    await commands.executeCommand('list.focusLast');
    await until('both runs', async () => {
      const rows = await workbench.texts('.pane:has(> .pane-header[aria-label^="Runs"]) .monaco-list-row');
      return rows.join('\n').match(/Anything at all/g)?.length === 2;
    });
    await commands.executeCommand('workbench.action.closeSidebar');
  });

  it('8: stress it, apply the fix of the report, and nothing is wasted or missed', async () => {
    assertStep(
      steps,
      8,
      `**Stress it.** Choose **Skillwright: Stress This Skill**, and the skill if you are asked, for 120 simulated runs in seconds and a [report](docs/stress.md) of the words that waste calls. "the provided template" is there: press *Apply
      Fix* next to it, then *Run Again*, and no call is wasted. An agent that you run on the skill now misses nothing.`,
    );
    await commands.executeCommand('workbench.action.closeAllEditors');
    await window.showTextDocument(uri(), { viewColumn: ViewColumn.One });
    await fromPalette('Skillwright: Stress This Skill');
    await page.waitFor('.causes h3', { timeout: 60_000 });
    assert.match((await page.texts('.verdict')).join(''), / of 120 simulated runs wasted \d+ calls/);
    const words = await page.texts('.causes h3');
    assert.equal(words.length, 1, words.join('\n'));
    assert.match(words[0] ?? '', /the provided template/);
    await page.click('.causes .fix');
    await until('the path', () => text().includes('the provided template (`assets/release-notes-template.md`)'));
    // The page reloads when it is marked as outdated, which ends a wait on the previous page.
    await until('the page to say so', () =>
      page.evaluate<boolean>("document.querySelector('.gone .done')?.checkVisibility() === true"),
    );
    await page.click('.changed a:has-text("Run Again")');
    await until('the second report', async () => (await page.texts('.empty')).length > 0, 60_000);
    assert.match((await page.texts('.verdict')).join(''), /Nothing was wasted in 120 simulated runs/);
    const last = await startRun('Once more');
    (await skillwright()).show(last);
    await approve(/group\.py/);
    assert.deepEqual([endOf(last).reason, missesOf(last)], ['final', []]);
  });

  it('9: evaluate it with its first cases', async () => {
    assertStep(
      steps,
      9,
      `**Evaluate it.** Choose **Skillwright: Evaluate This Skill**, then *Create evals/evals.json* for its first cases,
      and choose it again with *simulated/weak*: the [results](docs/evals.md) show how often the skill is loaded when it
      should be, and what it changes. Press *Allow Scripts*, so that the runs that wait for the skill's script end, too.
      Two cases are marked for you to fill in and are not run. Each case is also a test in the Test Explorer.`,
    );
    await commands.executeCommand('workbench.action.closeAllEditors');
    await window.showTextDocument(uri(), { viewColumn: ViewColumn.One });
    await fromPalette('Skillwright: Evaluate This Skill');
    await until('the offer', async () => {
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts('.notifications-center')).join(' ').includes('release-writer has no eval file');
    });
    await workbench.hover('.notifications-center .notification-list-item');
    await workbench.click('.notifications-center .monaco-button:has-text("Create evals/evals.json")');
    const cases = inWorkspace('skills/release-writer/evals/evals.json');
    await until('the cases', () => window.activeTextEditor?.document.uri.fsPath === cases);
    await fromPalette('Skillwright: Evaluate This Skill');
    await workbench.waitFor('.quick-input-widget .monaco-list-row:has-text("simulated/weak")', { timeout: 30_000 });
    await workbench.click('.quick-input-widget .monaco-list-row:has-text("simulated/weak")');
    const results = webview('#eval');
    await results.waitFor('#case-2', { timeout: 60_000 });
    assert.match((await results.texts('.verdict')).join(''), /With the skill \d+ of \d+ judged trials passed/);
    assert.deepEqual(await results.texts('.failing'), [], 'nothing is red');
    assert.match(
      (await results.texts('main')).join(''),
      /Not filled in, so not run[\s\S]*good-answer[\s\S]*does-not-trigger/,
    );
    await screenshotInThemes('tour/eval-', ['dark', 'light']);
    assert.match(
      (await results.texts('.waiting')).join(''),
      /scripts\/group\.py of release-writer[\s\S]*python3 scripts\/group\.py/,
    );
    await results.click('nav a:has-text("Allow Scripts")');
    await results.waitFor('nav a:has-text("Fill In the Case")', { timeout: 60_000 });
    assert.match((await results.texts('.verdict')).join(''), /With the skill 12 of 12 judged trials passed/);
    await screenshot('tour/eval-allowed');
    await commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(inWorkspace('skills/release-writer/evals'), { recursive: true });
  });

  it('10: choose a model, and the next run offers it', async () => {
    assertStep(
      steps,
      10,
      `**Use a real model.** **Skillwright: Select Model** lists the models of VS Code, of LM Studio and Ollama on this
      machine, and of each provider whose key you set with **Skillwright: Set API Key** ([Models](docs/models.md)).
      The next run offers the model that you choose.`,
    );
    await commands.executeCommand('workbench.action.closeAllEditors');
    await fromPalette('Skillwright: Select Model');
    await workbench.waitFor('.quick-input-widget input[placeholder*="Select a model"]');
    await type('heeding');
    await workbench.waitFor(focusedItem('simulated/heeding'));
    await press('Enter');
    await workbench.waitForNone('.quick-input-widget');
    await window.showTextDocument(uri(), { viewColumn: ViewColumn.One });
    await openRunAgent();
    await workbench.waitFor('.quick-input-list .monaco-list-row.focused');
    await press('Enter');
    await workbench.waitFor(focusedItem('release-writer'));
    await press('Enter');
    await workbench.waitFor('.quick-input-widget input[placeholder*="Enter a prompt"]');
    await type('Anything');
    await press('Enter');
    await workbench.waitFor(focusedItem('simulated/heeding'));
    await press('Escape');
  });
});

describe('the tour of examples/README.md', function () {
  const steps = stepsIn('examples/README.md', 'Working skills, and one that misleads a model');
  let first = '';
  this.timeout(300_000);

  before(async function () {
    needsWindow(this);
    await skillwright();
    await resetToShipped();
  });

  it('1 to 4: the command and its fix, the guess, the run, the words of the guard', async () => {
    assertStep(
      steps,
      1,
      `Open \`skills/release-writer/SKILL.md\`. \`scripts/group.py\` is underlined: some clients look for it in the
      workspace. Press \`Ctrl+.\` there and choose *State that paths are relative to this SKILL.md*.`,
    );
    await stateBase();
    assertStep(steps, 2, `"the user guide" is underlined, too; the message names the path that a model would guess.`);
    assert.match((await diagnosticsBySource('skillwright')).get(GUIDE) ?? '', /user_guide\.md/);
    assertStep(
      steps,
      3,
      `Run **Skillwright: Run Agent** (or click *Run Agent on This Skill* above the first line) with *No agent*, any
      prompt and *simulated/stubborn*, which acts like a weak model without a key. Watch the timeline: the guess, the
      miss, the guard that ends the run.`,
    );
    await workbench.waitFor('.codelens-decoration a:has-text("Run Agent on This Skill")');
    first = await startRun('Any prompt');
    (await skillwright()).show(first);
    await waitForRunsToEnd();
    assert.deepEqual(endOf(first), { reason: 'guard', cause: GUIDE });
    assertStep(steps, 4, `Click the link in the guard's cause: it opens the words that caused the miss.`);
    await timeline.click('text=/SKILL\\.md:\\d+/');
    await until('the words', () => {
      const { activeTextEditor: editor } = window;
      return editor?.document.getText(editor.selection) === GUIDE;
    });
  });

  it('5 and 6: both fixes, then each script waits and nothing misses', async () => {
    assertStep(
      steps,
      5,
      `Put the cursor there, press \`Ctrl+.\` and choose *Write the path of references/guide.md*. Do the same at "the
      provided template". Run again: the skill's script waits until you approve it in the timeline, and nothing
      misses.`,
    );
    await quickFix(GUIDE);
    await quickFix(TEMPLATE);
    await commands.executeCommand('workbench.action.closeAllEditors');
    (await skillwright()).show(first);
    await timeline.click('[aria-label="Run Again"]');
    const again = await approve(/group\.py/);
    assert.deepEqual([endOf(again).reason, missesOf(again)], ['final', []]);
    assertStep(steps, 6, `Run \`skills/csv-summary\`: its script waits for your approval, too.`);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const csv = await startRun('Summarize', 'simulated/stubborn', 'skills/csv-summary');
    (await skillwright()).show(csv);
    await approve(/summarize\.py/);
    assert.deepEqual([endOf(csv).reason, missesOf(csv)], ['final', []]);
    await resetToShipped();
  });
});
