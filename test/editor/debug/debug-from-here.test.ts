/** "Debug from here…" and "Debug" of an interrupted run: earlier runs in the debugger, from a step on. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { commands, DebugStackFrame, debug, TabInputWebview, window } from 'vscode';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { violationsIn } from '../harness/axe.ts';
import { stopDebugging } from '../harness/debugging.ts';
import { settledRun, timeline, waitForElement } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  needsWindow,
  press,
  screenshot,
  screenshotAt,
  screenshotInThemes,
  setViewport,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const PICK = '.quick-input-widget';
const item = (text: string) => `${PICK} .monaco-list-row:has-text("${text}")`;
const CALL = '.row.is-skill:has-text("user_guide.md")';
const ARGS = { skill_name: 'release-writer', file_path: 'references/guide.md' };

function eventsIn(journal: string): readonly RunEvent[] {
  const lines = readFileSync(journal, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as RunEvent);
}

/** Waits until a debugged run stops at a step with this name, and returns the name of its top frame. */
async function waitForStop(name = /./): Promise<string> {
  const session = await until('the session', () => debug.activeDebugSession);
  return until(
    `the stop at ${name}`,
    async () => {
      const reply = await session.customRequest('stackTrace', { threadId: 1 }).then(undefined, () => undefined);
      const [top] = (reply as { stackFrames: readonly { name: string }[] } | undefined)?.stackFrames ?? [];
      return name.test(top?.name ?? '') && top?.name;
    },
    60_000,
  );
}

describe('Debug from here', () => {
  let journal = '';

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    journal = await settledRun('Debug me later', 'simulated/weak');
    (await skillwright()).show(journal);
    await waitForElement(CALL);
  });

  afterEach(async () => {
    const { runs } = await skillwright();
    await stopDebugging();
    for (const run of runs.live()) runs.stop(run.journal);
    await until('the end of all', () => debug.activeDebugSession === undefined && runs.live().length === 0);
    await setViewport(1400, 860);
    await commands.executeCommand('notifications.clearAll');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.view.explorer');
  });

  after(() => commands.executeCommand('workbench.action.closePanel'));

  it('stops a fork with edited arguments at the call, and calls with them', async function () {
    this.timeout(120_000);
    await timeline.click(CALL);
    await timeline.waitFor('button[aria-label="Debug from here…"]');
    await screenshotInThemes('run/debug-button-', ['dark', 'light']);
    await screenshotAt(560, 800, 'run/debug-button-narrow');
    await timeline.click('button[aria-label="Debug from here…"]');
    await workbench.click(item('Arguments…'));
    await workbench.waitFor(`${PICK} input`);
    await workbench.fill(`${PICK} input`, JSON.stringify(ARGS));
    await press('Enter');
    const frame = await waitForStop();
    assert.equal(frame, 'load_skill_resource (before)');
    const { runs } = await skillwright();
    const fork = runs.live().find((run) => run.journal !== journal);
    assert.ok(fork !== undefined);
    const [first] = eventsIn(fork.journal);
    const parent = first?.type === 'run_started' ? first.forked?.run : undefined;
    assert.equal(parent, basename(dirname(journal)));
    // The file of the frame opens next to the timeline, which was alone in the only group.
    await until('SKILL.md', () =>
      window.visibleTextEditors.some(({ document }) => /SKILL\.md$/.test(document.fileName)),
    );
    await waitForElement('.row:has-text("Forked at")');
    assert.equal(window.tabGroups.all.length, 2);
    await screenshotInThemes('run/debug-from-here-', ['dark', 'light']);
    await screenshotAt(900, 800, 'run/debug-from-here-narrow');
    await commands.executeCommand('workbench.action.debug.stepOver');
    await waitForStop(/\(after\)$/);
    await commands.executeCommand('workbench.action.debug.stepOver');
    await waitForStop(/^Model call/);
    const call = await until('the result', () => {
      const events = eventsIn(fork.journal);
      const own = events.slice(events.findIndex((event) => event.type === 'note' && event.copied !== undefined));
      return own.some((event) => event.type === 'tool_result') && own.find((event) => event.type === 'tool_call');
    });
    assert.deepEqual(call.args, ARGS);
    const request = await until('the document of the model call', () =>
      window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'skillwright-frame'),
    );
    assert.match(request.document.getText(), /"next_message".*"messages"/s);
    const shown = await until('its frame', () => debug.activeStackItem);
    assert.ok(shown instanceof DebugStackFrame);
    await commands.executeCommand('workbench.view.debug');
    await workbench.waitFor('.debug-variables .monaco-list-row:has-text("Messages")');
    await timeline.waitFor('.row:has-text("Forked at")');
    // The timeline is not covered either if it has the focus at the stop.
    await timeline.click('.row.is-agent');
    await commands.executeCommand('workbench.action.debug.stepOver');
    await until('the next frame', () => {
      const frame = debug.activeStackItem;
      return frame !== shown && frame instanceof DebugStackFrame;
    });
    await timeline.waitFor('.row:has-text("Forked at")');
    await screenshotInThemes('run/debug-model-call-', ['dark', 'light']);
    // A timeline that is closed while the frame of its row is selected stays closed.
    const before = debug.activeStackItem;
    await timeline.click('.row.is-model:has-text("turn 4")');
    await commands.executeCommand('workbench.action.closeAllEditors');
    // If the timeline closes before it has sent the click, the frame stays.
    await until('the frame of the row', () => debug.activeStackItem !== before, 2_000).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(
      window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ input }) => input instanceof TabInputWebview)),
      [],
    );
  });

  it('Debug resumes an interrupted run, stopped at its next step', async function () {
    this.timeout(120_000);
    const { runs, show } = await skillwright();
    const started = await runs.start({
      prompt: 'Debug me after a reload',
      skills: [inWorkspace('skills/release-writer')],
      guards: 'off',
      model: 'simulated/stubborn',
      maxLlmCalls: 500,
      runs: inWorkspace('.skillwright/runs'),
      trusted: true,
    });
    assert.ok(started.kind === 'started');
    const interrupted = started.run.journal;
    show(interrupted);
    await until('a call', () => eventsIn(interrupted).some((event) => event.type === 'tool_result'));
    // As when the window closes.
    runs.leave(interrupted);
    await until('the end of the process', () => runs.find(interrupted) === undefined, 30_000);
    await timeline.waitFor('header button[aria-label=Debug]');
    await screenshotInThemes('run/debug-resume-', ['dark', 'light']);
    await setViewport(420, 860);
    await screenshot('run/debug-resume-narrow');
    assert.deepEqual(await violationsIn(timeline), []);
    await setViewport(1400, 860);
    await timeline.click('header button[aria-label=Debug]');
    const frame = await waitForStop();
    assert.match(frame, /\(before\)$/);
    assert.equal(runs.live()[0]?.journal, interrupted);
    assert.ok(eventsIn(interrupted).some((event) => event.type === 'run_resumed'));
  });
});
