/** The frames of the animation in the README: `npm run demo` encodes them as a GIF. Each name ends with its duration. */
import assert from 'node:assert/strict';
import { commands, languages, Selection, Uri, window } from 'vscode';
import { answerPromptAndModel, focusedItem, openRunAgent } from '../harness/run-agent.ts';
import { timeline } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  chooseAction,
  focusEditor,
  needsWindow,
  open,
  picture,
  press,
  showHover,
  type,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const WORDS = 'the user guide';
const FIX = 'Write the path of';
const uri = () => Uri.file(inWorkspace('skills/release-writer/SKILL.md'));
let frames = 0;

/** Stores a frame that the animation shows for so many milliseconds. */
async function frame(milliseconds: number): Promise<void> {
  frames += 1;
  await picture(`demo/${String(frames).padStart(2, '0')}-${milliseconds}`);
}

async function select(words: string): Promise<void> {
  const editor = await window.showTextDocument(uri());
  const start = editor.document.positionAt(editor.document.getText().indexOf(words));
  editor.selection = new Selection(start, start);
  await focusEditor();
}

describe('the animation of the README', function () {
  this.timeout(240_000);

  it('shows a finding, its fix, a run, its timeline and the way back', async function () {
    needsWindow(this);
    await skillwright();
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await commands.executeCommand('workbench.action.closePanel');
    await select(WORDS);
    await until('the finding', () => languages.getDiagnostics(uri()).length > 0);
    await workbench.waitFor('.squiggly-warning');
    await frame(1_300);

    await showHover('user_guide.md');
    await workbench.waitFor('.monaco-hover:not(.hidden) :text("Quick Fix")');
    await frame(2_500);
    await press('Escape');
    await open('editor.action.quickFix', `.action-widget .monaco-list-row:has-text("${FIX}")`, focusEditor);
    await frame(1_800);
    // The run shows what happens without the fix.
    await press('Escape');
    await workbench.waitForNone('.action-widget');

    await openRunAgent();
    await frame(700);
    await type('No agent');
    await workbench.waitFor(focusedItem('No agent'));
    await press('Enter');
    await workbench.waitFor(focusedItem('release-writer'));
    await frame(700);
    await press('Enter');
    await answerPromptAndModel('Write the notes for 2.4', 'simulated/stubborn');
    const { runs } = await skillwright();
    await timeline.waitFor('[role=row]');
    await commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
    await until('the end of the run', () => runs.live().length === 0, 30_000);
    await timeline.waitFor('text=/SKILL\\.md:\\d+/');
    await frame(3_200);

    await timeline.click('text=/SKILL\\.md:\\d+/');
    await until(
      'the words',
      () => window.activeTextEditor?.document.getText(window.activeTextEditor.selection) === WORDS,
    );
    await workbench.waitFor('.codelens-decoration a');
    await frame(2_200);
    await chooseAction('editor.action.quickFix', FIX);
    await until('the fix', () => window.activeTextEditor?.document.getText().includes(`${WORDS} (\``));
    await frame(2_500);
    assert.ok(frames >= 8);
  });
});
