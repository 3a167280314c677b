/** The pictures of README.md and docs/: `npm run demo` copies them to `docs/images`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import {
  commands,
  DebugStackFrame,
  debug,
  Location,
  languages,
  Selection,
  SourceBreakpoint,
  Uri,
  window,
  workspace,
} from 'vscode';
import { stopDebugging } from '../harness/debugging.ts';
import { runFromPalette } from '../harness/run-agent.ts';
import { startRun, timeline, waitForElement, waitUntilSettled } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  focusEditor,
  needsWindow,
  open,
  picture,
  press,
  setTheme,
  setViewport,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const WORDS = 'the user guide';
const SKILLS = '.pane:has(> .pane-header[aria-label^="Skills"])';
const row = (text: string) => `${SKILLS} [role=treeitem][aria-label*="${text}"]`;
const uri = () => Uri.file(inWorkspace('skills/release-writer/SKILL.md'));

describe('the pictures of README.md and docs/', function () {
  this.timeout(120_000);

  before(async function () {
    needsWindow(this);
    await skillwright();
    await commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await setTheme('dark');
  });

  it('shows a finding and its fix with the Problems view', async () => {
    await setViewport(1280, 800);
    const editor = await window.showTextDocument(uri());
    const start = editor.document.positionAt(editor.document.getText().indexOf(WORDS));
    editor.selection = new Selection(start, start);
    await until('the finding', () => languages.getDiagnostics(uri()).length > 0);
    await commands.executeCommand('workbench.view.explorer');
    await commands.executeCommand('workbench.panel.markers.view.focus');
    await workbench.waitFor('.markers-panel .monaco-list-row');
    await open('editor.action.quickFix', '.action-widget', focusEditor);
    await commands.executeCommand('revealLine', { lineNumber: 0, at: 'top' });
    await picture('pictures/problems');
    await press('Escape');
    await commands.executeCommand('workbench.action.closePanel');
  });

  it('shows the timeline of a run that a guard ended', async () => {
    const { runs } = await skillwright();
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await setViewport(1400, 860);
    await runFromPalette('release-writer', 'Write the notes for 2.4', 'simulated/stubborn');
    await timeline.waitFor('[role=row]');
    await until('the end of the run', () => runs.live().length === 0, 30_000);
    await timeline.waitFor('.row.selected.is-guard');
    await workbench.waitForNone('.notification-toast');
    await picture('pictures/timeline');
    await setTheme('light');
    await picture('pictures/timeline-light');
    await setTheme('dark');
    await setViewport(560, 800);
    await picture('pictures/timeline-narrow');
  });

  it('shows a run that is stopped in the debugger', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await setViewport(1400, 860);
    const { document } = await window.showTextDocument(uri());
    const words = document.positionAt(document.getText().indexOf(WORDS));
    debug.addBreakpoints([new SourceBreakpoint(new Location(uri(), words))]);
    await debug.startDebugging(workspace.workspaceFolders?.[0], {
      type: 'skillwright',
      request: 'launch',
      name: 'Debug release-writer',
      prompt: 'Write the notes for 2.4',
      skills: ['skills/release-writer'],
      model: 'simulated/stubborn',
    });
    await until('the stop', () => debug.activeStackItem instanceof DebugStackFrame, 60_000);
    await timeline.waitFor('.row.selected');
    await commands.executeCommand('workbench.action.closePanel');
    await commands.executeCommand('workbench.view.debug');
    await workbench.click('.debug-variables .monaco-list-row:has-text("Arguments")');
    await workbench.waitFor('.debug-variables .monaco-list-row:has-text("file_path")');
    await picture('pictures/debugger');
    debug.removeBreakpoints(debug.breakpoints);
    await stopDebugging();
    const { runs } = await skillwright();
    await until('the end of the run', () => runs.live().length === 0, 30_000);
  });

  it('shows the Skills view', async () => {
    // High enough for all rows: the Runs view takes half of the side bar.
    await setViewport(1280, 1100);
    await commands.executeCommand('skillwright.skills.focus');
    await workbench.click(`${row('skill release-writer')} .monaco-tl-twistie`);
    await workbench.waitFor(row('Last run'));
    await workbench.hover(row('skill release-writer'));
    await picture('pictures/skills-view', { selector: SKILLS });
  });

  it('shows a comparison with the run before an edit', async () => {
    const { show } = await skillwright();
    const skill = 'skills/letter-writer';
    const edit = (words: string): void =>
      writeFileSync(
        inWorkspace(skill, 'SKILL.md'),
        `---\nname: letter-writer\ndescription: Writes letters. Use when the user asks for one.\n---\n\n# Letters\n\n${words}\n`,
      );
    const run = async () => waitUntilSettled(await startRun('Write a letter of thanks', 'simulated/stubborn', skill));
    mkdirSync(inWorkspace(skill, 'references'), { recursive: true });
    writeFileSync(inWorkspace(skill, 'references/tone.md'), '# Tone\n\nBe warm and brief.\n');
    edit('First read the tone manual.');
    await run();
    edit('First read `references/tone.md`.');
    const edited = await run();
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await setViewport(1400, 620);
    show(edited);
    await waitForElement('.row.is-answer');
    await commands.executeCommand('skillwright.compareBeforeEdit');
    await webview('main.compare').waitFor('.line.is-reason', { timeout: 30_000 });
    await workbench.waitForNone('.notification-toast');
    await picture('pictures/comparison');
  });
});
