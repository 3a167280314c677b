/** "Debug from here…" and "Debug" of an interrupted run: earlier runs in the debugger, from a step on. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { commands, type DebugSession, debug } from 'vscode';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { violationsIn } from '../harness/axe.ts';
import { startRun, timeline, waitForElement, waitUntilSettled } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshot, screenshotInThemes, setViewport, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const PICK = '.quick-input-widget';
const item = (text: string) => `${PICK} .monaco-list-row:has-text("${text}")`;
const CALL = '.row.is-skill:has-text("user_guide.md")';
const ARGS = { skill_name: 'release-writer', file_path: 'references/guide.md' };

function eventsIn(journal: string): readonly RunEvent[] {
  const lines = readFileSync(journal, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as RunEvent);
}

/** Waits until a debugged run stops at a step, and returns the session and the name of its top frame. */
async function waitForStop(): Promise<{ readonly session: DebugSession; readonly frame: string }> {
  const session = await until('the session', () => debug.activeDebugSession);
  const frame = await until(
    'the stop',
    async () => {
      const reply = await session.customRequest('stackTrace', { threadId: 1 }).then(undefined, () => undefined);
      return (reply as { stackFrames: readonly { name: string }[] } | undefined)?.stackFrames[0]?.name;
    },
    60_000,
  );
  return { session, frame };
}

describe('Debug from here', () => {
  let journal = '';

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    journal = await waitUntilSettled(await startRun('Debug me later', 'simulated/weak'));
    (await skillwright()).show(journal);
    await waitForElement(CALL);
  });

  afterEach(async () => {
    const { runs } = await skillwright();
    await debug.stopDebugging();
    for (const run of runs.live()) runs.stop(run.journal);
    await until('the end of all', () => debug.activeDebugSession === undefined && runs.live().length === 0);
    await setViewport(1400, 860);
    await commands.executeCommand('notifications.clearAll');
  });

  after(() => commands.executeCommand('workbench.action.closePanel'));

  it('stops a fork with edited arguments at the call, and calls with them', async function () {
    this.timeout(120_000);
    await timeline.click(CALL);
    await timeline.waitFor('button[aria-label="Debug from here…"]');
    await screenshotInThemes('run/debug-button-', ['dark', 'light']);
    await setViewport(560, 800);
    await screenshot('run/debug-button-narrow');
    await setViewport(1400, 860);
    await timeline.click('button[aria-label="Debug from here…"]');
    await workbench.click(item('Arguments…'));
    await workbench.waitFor(`${PICK} input`);
    await workbench.fill(`${PICK} input`, JSON.stringify(ARGS));
    await press('Enter');
    const { session, frame } = await waitForStop();
    assert.equal(frame, 'load_skill_resource (before)');
    const { runs } = await skillwright();
    const fork = runs.live().find((run) => run.journal !== journal);
    assert.ok(fork !== undefined);
    const [first] = eventsIn(fork.journal);
    const parent = first?.type === 'run_started' ? first.forked?.run : undefined;
    assert.equal(parent, basename(dirname(journal)));
    await screenshot('run/debug-from-here');
    await session.customRequest('continue', { threadId: 1 });
    const call = await until('the result', () => {
      const events = eventsIn(fork.journal);
      const own = events.slice(events.findIndex((event) => event.type === 'note' && event.copied !== undefined));
      return own.some((event) => event.type === 'tool_result') && own.find((event) => event.type === 'tool_call');
    });
    assert.deepEqual(call.args, ARGS);
  });

  it('Debug resumes an interrupted run, stopped at its next step', async function () {
    this.timeout(120_000);
    const { runs, show } = await skillwright();
    const started = await runs.start({
      ...{ prompt: 'Debug me after a reload', skills: [inWorkspace('skills/release-writer')], guards: 'off' },
      ...{ model: 'simulated/stubborn', maxLlmCalls: 500, runs: inWorkspace('.skillwright/runs'), trusted: true },
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
    const { frame } = await waitForStop();
    assert.match(frame, /\(before\)$/);
    assert.equal(runs.live()[0]?.journal, interrupted);
    assert.ok(eventsIn(interrupted).some((event) => event.type === 'run_resumed'));
  });
});
