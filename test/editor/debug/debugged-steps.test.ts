/** Steps of the debugger that are shown elsewhere: the frame of a row of the timeline, and a script in its own debugger. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, DebugStackFrame, debug, FunctionBreakpoint, Uri, window, workspace } from 'vscode';
import { stopDebugging } from '../harness/debugging.ts';
import { timeline } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshotAt, screenshotInThemes, setViewport } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

interface Frame {
  readonly id: number;
  readonly name: string;
}

/** Debugs a run of a skill, and waits until VS Code shows its stop before a call of this tool. Returns its frames. */
async function stopBefore(tool: string, skill: string): Promise<readonly Frame[]> {
  // The timeline opens next to it.
  await window.showTextDocument(Uri.file(inWorkspace('skills', skill, 'SKILL.md')));
  debug.addBreakpoints([new FunctionBreakpoint(tool)]);
  const isStarted = await debug.startDebugging(workspace.workspaceFolders?.[0], {
    type: 'skillwright',
    request: 'launch',
    name: `Debug ${skill}`,
    prompt: 'Debug it',
    skills: [`skills/${skill}`],
    model: 'simulated/weak',
  });
  assert.ok(isStarted);
  const session = await until('the session', () => debug.activeDebugSession);
  const stopped = await until(
    'the stop',
    async () => {
      const reply = await session.customRequest('stackTrace', { threadId: 1 }).then(undefined, () => undefined);
      const frames = (reply as { stackFrames: readonly Frame[] } | undefined)?.stackFrames;
      return frames?.some(({ name }) => name === `${tool} (before)`) === true ? frames : undefined;
    },
    60_000,
  );
  // A step before that would be overtaken by it, and a script that is stepped into would not get the focus.
  await until('the top frame', () => currentFrame() === stopped[0]?.id);
  return stopped;
}

function currentFrame(): number | undefined {
  const item = debug.activeStackItem;
  return item instanceof DebugStackFrame ? item.frameId : undefined;
}

describe('steps of the debugger', () => {
  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  afterEach(async () => {
    const { runs } = await skillwright();
    await stopDebugging();
    await until('the end of the session', () => debug.activeDebugSession === undefined && runs.live().length === 0);
    await commands.executeCommand('workbench.action.closeAllEditors');
    debug.removeBreakpoints(debug.breakpoints);
    await setViewport(1400, 860);
  });

  after(() => commands.executeCommand('workbench.action.closePanel'));

  it('a row that is selected in the timeline selects its frame, and the other way round', async function () {
    this.timeout(120_000);
    const frames = await stopBefore('load_skill_resource', 'release-writer');
    const call = frames.find(({ name }) => name.startsWith('Model call'));
    const row = `.row:has-text("turn ${call?.name.split(' ').at(-1)}")`;
    await timeline.click(row);
    await until('the frame of the model call', () => currentFrame() === call?.id);
    await timeline.waitFor(`${row}.selected`);
    await screenshotInThemes('run/debugger-row-', ['dark', 'light']);
    await screenshotAt(700, 860, 'run/debugger-row-narrow');
    await commands.executeCommand('workbench.action.debug.callStackTop');
    await until('the top frame again', () => currentFrame() === frames[0]?.id);
  });

  it('a script that is stepped into opens its own debugger, in the file of the skill', async function () {
    if (process.platform !== 'linux') this.skip();
    this.timeout(180_000);
    const { PATH = '' } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'sw-no-sandbox-'));
    try {
      process.env.PATH = folder;
      await stopBefore('run_skill_script', 'changelog');
      const { runs } = await skillwright();
      const [run] = runs.live();
      assert.ok(run !== undefined);
      await commands.executeCommand('workbench.action.debug.stepInto');
      const waiting = await until('the question', () => runs.find(run.journal)?.waiting, 60_000);
      assert.ok(await runs.answer(run.journal, { id: waiting.id, answer: 'approve' }));
      const script = await until(
        'the frame in the script',
        () => {
          const item = debug.activeStackItem;
          return item instanceof DebugStackFrame && /node/.test(item.session.type) ? item.session : undefined;
        },
        90_000,
      );
      await until('its file', () =>
        window.visibleTextEditors.some(({ document: { fileName } }) => fileName.endsWith('scripts/sort-commits.mjs')),
      );
      await screenshotInThemes('run/debugger-script-', ['dark', 'light']);
      await screenshotAt(700, 860, 'run/debugger-script-narrow');
      assert.match(script.parentSession?.type ?? '', /skillwright|node/);
      await commands.executeCommand('workbench.action.debug.continue');
      await until('the end of the script', () => /"type":"script"/.test(readFileSync(run.journal, 'utf8')), 60_000);
      assert.match(readFileSync(run.journal, 'utf8'), /its own debugger/);
    } finally {
      process.env.PATH = PATH;
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
