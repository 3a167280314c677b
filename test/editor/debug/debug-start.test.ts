/** The ways to start the debugger: F5 in a SKILL.md and in the file of an agent, the lens, and a launch.json. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  commands,
  type DebugSession,
  debug,
  Position,
  Range,
  Selection,
  TextEditorRevealType,
  Uri,
  window,
} from 'vscode';
import { stopDebugging } from '../harness/debugging.ts';
import { answerPromptAndModel, focusedItem } from '../harness/run-agent.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  focusEditor,
  needsWindow,
  press,
  screenshotAt,
  screenshotInThemes,
  setViewport,
  type,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = inWorkspace('skills/release-writer/SKILL.md');
const AGENT = inWorkspace('.github/agents/tester.agent.md');
const LAUNCH = inWorkspace('.vscode/launch.json');
const TITLE = '.quick-input-title:has-text("Debug Agent")';
const MODEL = 'simulated/stubborn';

describe('starting the debugger', () => {
  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await skillwright();
  });

  afterEach(async () => {
    await press('Escape');
    await stopDebugging();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closePanel');
    await setViewport(1400, 860);
    const { runs } = await skillwright();
    for (const { journal } of runs.live()) runs.stop(journal);
    await until('the end of all runs', () => runs.live().length === 0, 30_000);
  });

  after(() => {
    for (const file of [AGENT, LAUNCH]) rmSync(file, { force: true });
  });

  it('F5 in a SKILL.md debugs a run on its skill', async function () {
    this.timeout(120_000);
    await debugByF5(SKILL);
    await type('No agent');
    await workbench.waitFor(focusedItem('No agent'));
    await press('Enter');
    await answerPromptAndModel('By F5', MODEL);
    const { configuration } = await session();
    assert.deepEqual([configuration.prompt, configuration.skills], ['By F5', [dirname(SKILL)]]);
    await screenshotAt(700, 860, 'run/debug-f5-narrow');
  });

  it('F5 in the file of an agent debugs the agent on the skills that are chosen', async function () {
    this.timeout(120_000);
    mkdirSync(dirname(AGENT), { recursive: true });
    writeFileSync(AGENT, '---\nname: tester\ndescription: Tests.\n---\nYou test.\n');
    await debugByF5(AGENT);
    await workbench.waitFor('.quick-input-list [aria-label*="csv-summary"]');
    await screenshotInThemes('run/debug-f5-agent-', ['dark', 'light', 'contrast']);
    await type('release-writer');
    await workbench.waitFor(focusedItem('release-writer'));
    await press('Enter');
    await answerPromptAndModel('Test it', MODEL);
    const { configuration } = await session();
    assert.deepEqual(
      [configuration.agent, configuration.cwd, configuration.skills],
      ['tester.agent.md', dirname(AGENT), [dirname(SKILL)]],
    );
  });

  it('the lens above a skill opens the same dialog', async function () {
    this.timeout(60_000);
    const editor = await window.showTextDocument(Uri.file(SKILL));
    editor.revealRange(new Range(0, 0, 0, 0), TextEditorRevealType.AtTop);
    await workbench.click('.codelens-decoration a:text-is("Debug")');
    await workbench.waitFor(TITLE);
  });

  it('a launch.json is completed', async function () {
    this.timeout(120_000);
    mkdirSync(dirname(LAUNCH), { recursive: true });
    writeFileSync(LAUNCH, '{\n  "version": "0.2.0",\n  "configurations": [\n    \n  ]\n}\n');
    const editor = await window.showTextDocument(Uri.file(LAUNCH));
    editor.selection = new Selection(new Position(3, 4), new Position(3, 4));
    await focusEditor();
    await commands.executeCommand('editor.action.triggerSuggest');
    await workbench.waitFor('.suggest-widget .monaco-list-row');
    await type('Skillwright');
    await workbench.waitFor('.suggest-widget .monaco-list-row:has-text("Skillwright: Debug from a Step")');
    await workbench.click('.suggest-widget .monaco-list-row:has-text("Skillwright: Debug Skill")');
    await until('the configuration', () => editor.document.getText().includes('"skills"'));
    assert.match(editor.document.getText(), /"type": "skillwright".+"model": "simulated\/weak"/s);
  });
});

/**
 * Presses F5 in a file until the dialog is open: VS Code binds F5 to the start of the debugger only when no other session
 * is starting or ending, and shows nothing of that.
 */
async function debugByF5(file: string): Promise<void> {
  await window.showTextDocument(Uri.file(file));
  await until('the dialog after F5', async () => {
    await focusEditor();
    await press('F5');
    await workbench.waitFor(TITLE, { timeout: 3_000 });
    return true;
  });
}

/** Waits for the session of a run and its timeline. */
async function session(): Promise<DebugSession> {
  const started = await until('the session', () => debug.activeDebugSession, 60_000);
  assert.equal(started.type, 'skillwright');
  return started;
}
