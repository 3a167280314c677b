/** Follows "A minute in the debugger" of README.md step by step, and verifies its claims. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { commands, debug, Position, Range, Selection, TextEditorRevealType, Uri, window } from 'vscode';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { stopDebugging } from '../harness/debugging.ts';
import { answerPromptAndModel, focusedItem } from '../harness/run-agent.ts';
import { timeline, waitForElement } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { assertStep, stepsIn } from '../harness/steps.ts';
import { focusEditor, needsWindow, press, screenshot, screenshotInThemes, type, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = 'faults/meeting-notes/SKILL.md';
const MISSED = 'references/languages.md';

interface Named {
  readonly name: string;
  readonly value: string;
  readonly variablesReference: number;
}

/** Reads the events of a run from its journal. */
function eventsOf(journal: string): readonly RunEvent[] {
  const lines = readFileSync(journal, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as RunEvent);
}

/** Returns the journal of the run that was forked from this one. */
function forkOf(journal: string): string | undefined {
  const runs = dirname(dirname(journal));
  return readdirSync(runs)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(runs, name, 'journal.jsonl'))
    .find((path) => readFileSync(path, 'utf8').includes(`"forked":{"run":"${basename(dirname(journal))}"`));
}

/** Waits until the debugged run stops at a step with this name, and returns the frame. */
async function stopAt(name: RegExp): Promise<{ readonly id: number; readonly line: number }> {
  return until(
    `the stop at ${name}`,
    async () => {
      const { activeDebugSession: session } = debug;
      const reply = await session?.customRequest('stackTrace', { threadId: 1 }).then(undefined, () => undefined);
      const [top] =
        (reply as { stackFrames: { id: number; line: number; name: string }[] } | undefined)?.stackFrames ?? [];
      return top !== undefined && name.test(top.name) && top;
    },
    60_000,
  );
}

/** Returns what the Variables view shows of a scope. */
async function variablesOf(frameId: number, scope: string): Promise<readonly Named[]> {
  const ask = async <T>(command: string, args: object): Promise<T> =>
    (await debug.activeDebugSession?.customRequest(command, args)) as T;
  const { scopes } = await ask<{ scopes: readonly Named[] }>('scopes', { frameId });
  const variablesReference = scopes.find(({ name }) => name === scope)?.variablesReference ?? 0;
  return (await ask<{ variables: readonly Named[] }>('variables', { variablesReference })).variables;
}

describe('the minute in the debugger of README.md', function () {
  const steps = stepsIn('README.md', 'A minute in the debugger');
  this.timeout(300_000);

  before(async function () {
    needsWindow(this);
    await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    await stopDebugging();
    debug.removeBreakpoints(debug.breakpoints);
    await commands.executeCommand('workbench.action.closePanel');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('notifications.clearAll');
    await commands.executeCommand('workbench.view.explorer');
  });

  it('does what its steps say', async () => {
    const { runs } = await skillwright();
    assertStep(
      steps,
      1,
      `Open \`faults/meeting-notes/SKILL.md\` in \`examples/\`, and press F9 on the line with "action items".`,
    );
    const editor = await window.showTextDocument(Uri.file(inWorkspace(SKILL)));
    const at = editor.document.positionAt(editor.document.getText().indexOf('action items'));
    editor.selection = new Selection(at, at);
    await focusEditor();
    await press('F9');
    await until('the breakpoint', () => debug.breakpoints.length === 1);

    assertStep(
      steps,
      2,
      `Click *Debug* above the first line. Choose *No agent*, any prompt, and *simulated/stubborn*. The run stops at
      the line, before the call that misses. The timeline shows the model call that requested it.`,
    );
    editor.revealRange(new Range(0, 0, 0, 0), TextEditorRevealType.AtTop);
    await workbench.click('.codelens-decoration a:text-is("Debug")');
    await workbench.waitFor('.quick-input-title:has-text("Debug Agent")');
    await type('No agent');
    await workbench.waitFor(focusedItem('No agent'));
    await press('Enter');
    await answerPromptAndModel('Any prompt', 'simulated/stubborn');
    const before = await stopAt(/^load_skill_resource \(before\)/);
    assert.equal(before.line, at.line + 1);
    const { journal } = await until('the run', () => runs.live()[0]);
    await timeline.waitFor('.row.selected');

    assertStep(
      steps,
      3,
      `Under Variables, expand Arguments, double-click the value of \`file_path\` and enter
      \`references/action-items.md\`. Press F10: the call has run, and Result has the text of the file under its \`content\`. You can change it, too, before the model sees it.`,
    );
    const closed = '.debug-variables .monaco-list-row[aria-expanded=false]:has-text("Arguments")';
    // VS Code expands the first scope only if the view was open at the stop.
    await workbench.waitFor('.debug-variables .monaco-list-row:has-text("Arguments")');
    if ((await workbench.texts(closed)).length > 0) await workbench.click(`${closed} .monaco-tl-twistie`);
    await workbench.click('.debug-variables .monaco-list-row:has-text("file_path") .value', { clicks: 2 });
    await workbench.waitFor('.debug-variables .inputBoxContainer input');
    await press('Control+a');
    await type('references/action-items.md');
    await press('Enter');
    await until('the argument', async () =>
      (await variablesOf(before.id, 'Arguments')).some(({ value }) => value.includes('references/action-items.md')),
    );
    await press('F10');
    const after = await stopAt(/^load_skill_resource \(after\)/);
    assert.match(JSON.stringify(await variablesOf(after.id, 'Result')), /Ana sends the offer by Friday/);
    // The call has run: the time in which the debugger waits is not its own.
    await timeline.waitFor('.facts:has-text("stopped in the debugger")');
    await screenshot('tour/debugger-result');

    assertStep(
      steps,
      4,
      `Press F5. The run stops at its first miss, \`${MISSED}\`. Press F5 again to let it end. The journal (*Open Journal as Text* on the run in the Runs view) has what you changed and what the model had requested.`,
    );
    await press('F5');
    const missed = await stopAt(/^load_skill_resource \(after\)|miss/i);
    assert.match(JSON.stringify(await variablesOf(missed.id, 'Arguments')), /references\/languages\.md/);
    await press('F5');
    await until('the end', () => runs.live().length === 0, 60_000);
    const changed = eventsOf(journal).find((event) => event.type === 'tool_call' && event.requested !== undefined);
    assert.match(JSON.stringify(changed), /action-items\.md.*action-item\.md|action-item\.md.*action-items\.md/);

    assertStep(
      steps,
      5,
      `Select the row of the miss in the timeline and press *Run from here…*, the branch icon in its details, and choose
      *Result…*. An editor opens: type what the file could say, and choose *Run from Here with This Result* above it. A
      new run begins there, without asking the model again for what came before. When it has ended, a message offers to
      compare the two.`,
    );
    await waitForElement(`.row.s-miss:has-text("languages.md")`);
    await timeline.click('.row.s-miss:has-text("languages.md") >> nth=0');
    await timeline.click('button[aria-label="Run from here…"]');
    await workbench.click('.quick-input-widget .monaco-list-row:has-text("Result…")');
    const edited = await until('the editor', () =>
      window.visibleTextEditors.find(({ document }) => document.isUntitled),
    );
    assert.equal(edited.document.getText(), '');
    const text = 'Write in the language of the decision. "So be it."';
    await edited.edit((edit) => edit.insert(new Position(0, 0), text));
    await screenshotInThemes('tour/edit-result-', ['dark', 'light']);
    await workbench.click('.codelens-decoration a:has-text("Run from Here with This Result")');
    const fork = await until('the fork', () => forkOf(journal), 30_000);
    await until('the end of the fork', () => runs.live().length === 0, 60_000);
    const result = eventsOf(fork).findLast((event) => event.type === 'tool_result');
    assert.deepEqual(result?.type === 'tool_result' && result.result, {
      skill_name: 'meeting-notes',
      file_path: MISSED,
      content: text,
    });
    assert.ok(
      !window.tabGroups.all.some(({ tabs }) => tabs.some(({ isDirty }) => isDirty)),
      'nothing asks to be saved',
    );
    await until('the offer', async () => {
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts('.notifications-center')).join(' ').includes('Compare it with');
    });
  });
});
