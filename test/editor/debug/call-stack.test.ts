/** Stops and clicks in the Call Stack view never cover the timeline, regardless of the focus and the tabs. */
import assert from 'node:assert/strict';
import { commands, DebugStackFrame, debug, FunctionBreakpoint, TabInputWebview, Uri, window, workspace } from 'vscode';
import { stopDebugging } from '../harness/debugging.ts';
import { timeline, withoutPace } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshot, setViewport, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = inWorkspace('skills/release-writer/SKILL.md');
const frame = (name: string) =>
  `.debug-call-stack .monaco-list-row.stack-frame:has-text("${name}"), .debug-call-stack .monaco-list-row:has(.stack-frame:has-text("${name}"))`;

interface StackTrace {
  readonly stackFrames: readonly { readonly name: string; readonly source?: { readonly path?: string } }[];
}

/** The column of the timeline, if it is visible. */
function timelineColumn(): number | undefined {
  const shown = window.tabGroups.all.find(({ activeTab }) => {
    const input = activeTab?.input;
    return input instanceof TabInputWebview && input.viewType.endsWith('skillwright.timeline');
  });
  return shown?.viewColumn;
}

function describeTabs(): string {
  return window.tabGroups.all
    .map(
      ({ viewColumn, isActive, tabs }) =>
        `${viewColumn}${isActive ? '*' : ''}: ${tabs.map((tab) => (tab.isActive ? `[${tab.label}]` : tab.label)).join(', ')}`,
    )
    .join(' | ');
}

function currentFrame(): string | undefined {
  const item = debug.activeStackItem;
  return item instanceof DebugStackFrame ? String(item.frameId) : undefined;
}

async function stop(): Promise<void> {
  debug.addBreakpoints([new FunctionBreakpoint('load_skill_resource')]);
  await withoutPace(async () => {
    assert.ok(
      await debug.startDebugging(workspace.workspaceFolders?.[0], {
        type: 'skillwright',
        request: 'launch',
        name: 'Debug release-writer',
        prompt: 'Debug it',
        skills: ['skills/release-writer'],
        model: 'simulated/stubborn',
        guards: 'off',
      }),
    );
    await until('the stop', () => debug.activeStackItem instanceof DebugStackFrame, 60_000);
  });
}

describe('the Call Stack', () => {
  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await skillwright();
  });

  beforeEach(() => commands.executeCommand('workbench.action.closeAllEditors'));

  afterEach(async () => {
    const { runs } = await skillwright();
    await stopDebugging();
    for (const run of runs.live()) runs.stop(run.journal);
    await until('the end of the session', () => debug.activeDebugSession === undefined && runs.live().length === 0);
    await commands.executeCommand('workbench.action.closeAllEditors');
    debug.removeBreakpoints(debug.breakpoints);
    await setViewport(1400, 860);
    await commands.executeCommand('workbench.view.explorer');
  });

  after(() => commands.executeCommand('workbench.action.closePanel'));

  /** Clicks on a frame while the timeline has the focus, and waits until its document is shown. */
  async function clickOnFrame(name: string, file: RegExp): Promise<void> {
    await timeline.click('header');
    await until('the focus in the timeline', () => window.tabGroups.activeTabGroup.viewColumn === timelineColumn());
    await workbench.waitFor('.editor-group-container.active.locked');
    const before = currentFrame();
    await workbench.click(frame(name));
    await until('the frame', () => currentFrame() !== before);
    await until('its document', () => window.visibleTextEditors.some(({ document: { uri } }) => file.test(uri.path)));
  }

  it('does not cover the timeline with the document of a frame, although the timeline has the focus', async function () {
    this.timeout(180_000);
    await stop();
    await commands.executeCommand('workbench.view.debug');
    await workbench.waitFor('.debug-call-stack .monaco-list-row');
    for (const [name, file] of [
      ['Turn', /Prompt\.md$/],
      ['Model call', /Request\.json$/],
      ['load_skill_resource', /SKILL\.md$/],
    ] as const) {
      await clickOnFrame(name, file);
      assert.ok(timelineColumn() !== undefined, describeTabs());
    }
    await screenshot('run/call-stack');
    await stopDebugging();
    // Without a debugger, a file may open over the timeline again.
    await timeline.click('header');
    await until('the focus in the timeline', () => window.tabGroups.activeTabGroup.viewColumn === timelineColumn());
    const column = timelineColumn();
    await workbench.waitForNone('.editor-group-container.active.locked');
    await commands.executeCommand('vscode.open', Uri.file(inWorkspace('README.md')));
    await until('the file', () => window.activeTextEditor?.document.fileName.endsWith('README.md'));
    assert.equal(window.tabGroups.activeTabGroup.viewColumn, column, describeTabs());
  });

  it('moves the file of a frame whose tab is behind the timeline', async function () {
    this.timeout(180_000);
    await stop();
    const column = await until('the timeline', timelineColumn);
    const { runs, show } = await skillwright();
    const [run] = runs.live();
    assert.ok(run !== undefined);
    const session = await until('the session', () => debug.activeDebugSession);
    const { stackFrames } = (await session.customRequest('stackTrace', { threadId: 1 })) as StackTrace;
    const request = stackFrames.find(({ name }) => name.startsWith('Model call'))?.source?.path ?? '';
    for (const uri of [Uri.parse(request), Uri.file(SKILL)])
      await window.showTextDocument(uri, { viewColumn: column, preview: false });
    show(run.journal);
    await until('the timeline', () => timelineColumn() === column);
    const tabs = window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== column).flatMap((group) => group.tabs);
    const other = tabs[0]?.group.viewColumn;
    assert.ok(other !== undefined);
    await window.showTextDocument(Uri.file(inWorkspace('README.md')), { viewColumn: other, preview: false });
    await window.tabGroups.close(tabs);
    await timeline.click('header');
    const before = currentFrame();
    await commands.executeCommand('workbench.action.debug.stepOver');
    await until('the next stop', () => currentFrame() !== before && currentFrame() !== undefined, 60_000);
    await until('SKILL.md', () => window.visibleTextEditors.some(({ document: { fileName } }) => fileName === SKILL));
    assert.equal(timelineColumn(), column, describeTabs());
  });
});
