/** The debugger: a breakpoint on words of a SKILL.md, a changed argument, and the timeline's current row. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  commands,
  type DebugSession,
  debug,
  Location,
  Position,
  Range,
  SourceBreakpoint,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { RunEvent, ToolCall, ToolResult } from '../../../runtime/protocol/events.ts';
import { violationsIn } from '../harness/axe.ts';
import { stopDebugging } from '../harness/debugging.ts';
import { timeline } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshot, screenshotAt, screenshotInThemes, setViewport, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = inWorkspace('skills/release-writer/SKILL.md');

interface Frame {
  readonly id: number;
  readonly name: string;
  readonly line: number;
  readonly source?: { readonly path?: string };
}

interface Named {
  readonly name: string;
  readonly value: string;
  readonly variablesReference: number;
}

describe('the debugger', () => {
  /** The line of SKILL.md, from 0, whose words make a model guess a path. */
  let line = 0;

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    const document = await workspace.openTextDocument(Uri.file(SKILL));
    line = document
      .getText()
      .split('\n')
      .findIndex((text) => text.includes('user guide'));
    assert.ok(line > 0);
  });

  // The debug console would leave the tests that follow little room.
  after(() => commands.executeCommand('workbench.action.closePanel'));

  afterEach(async () => {
    await stopDebugging();
    debug.removeBreakpoints(debug.breakpoints);
    await setViewport(1400, 860);
  });

  it('stops on a mention before the miss; another argument gives another result', async function () {
    this.timeout(120_000);
    const { runs } = await skillwright();
    await window.showTextDocument(Uri.file(SKILL));
    debug.addBreakpoints([new SourceBreakpoint(new Location(Uri.file(SKILL), new Position(line, 0)))]);
    const started = await debug.startDebugging(workspace.workspaceFolders?.[0], {
      type: 'skillwright',
      request: 'launch',
      name: 'Debug release-writer',
      prompt: 'Debug it',
      skills: ['skills/release-writer'],
      model: 'simulated/stubborn',
    });
    assert.ok(started);
    const session = await until('the session', () => debug.activeDebugSession);
    const [top] = await until('the stop', () => framesOf(session), 60_000);
    assert.match(top?.name ?? '', /^load_skill_resource/);
    assert.equal(top?.line, line + 1);
    // In the browser, a path on the server is a URI.
    assert.ok(top?.source?.path?.endsWith(SKILL), top?.source?.path);
    // The timeline of the run is open, at the model call that requested the tool call.
    await timeline.waitFor('.row.selected');
    await timeline.waitFor('header .sub:has-text("stopped in the debugger")');
    await workbench.waitFor('.debug-top-stack-frame-column, .debug-top-stack-frame-line');
    await screenshotInThemes('run/debugger-', ['dark', 'light']);
    await screenshotAt(700, 860, 'run/debugger-narrow');
    // Step Back continues in the same session with a fork, whose timeline opens.
    const [before] = runs.live();
    await commands.executeCommand('workbench.action.debug.stepBack');
    await until('the fork', () => runs.live().some(({ run }) => run !== before?.run), 60_000);
    await until('the stop of the fork', async () => /^Model call/.test((await framesOf(session))?.[0]?.name ?? ''));
    assert.equal(debug.activeDebugSession?.id, session.id);
    assert.deepEqual(
      runs.live().map(({ run }) => run === before?.run),
      [false],
    );
    assert.match(readFileSync(before?.journal ?? '', 'utf8'), /Ended in the debugger.*"reason":"cancelled"/s);
    await timeline.waitFor('.row:has-text("Forked at")');
    await screenshot('run/debugger-stepped-back');
    await session.customRequest('continue', { threadId: 1 });
    const [again] = await until('the breakpoint in the fork', async () => {
      const frames = await framesOf(session);
      return /^load_skill_resource/.test(frames?.[0]?.name ?? '') ? frames : undefined;
    });
    const args = await scopeOf(session, again?.id ?? 0, 'Arguments');
    assert.ok(args.some(({ name, value }) => name === 'file_path' && /user/.test(value)));
    await session.customRequest('setExpression', { expression: 'args.file_path', value: '"references/guide.md"' });
    debug.removeBreakpoints(debug.breakpoints);
    const [run] = runs.live();
    assert.ok(run !== undefined);
    await session.customRequest('continue', { threadId: 1 });
    const [call, result] = await until('the result of the changed call', () => changedCallIn(run.journal), 60_000);
    assert.match(JSON.stringify(call.requested), /user/);
    assert.equal(result.error_code, undefined);
    assert.match(JSON.stringify(result.result), /guide\.md/);
    // Terminated here, because a script would wait for an approval if the run continued.
    await session.customRequest('terminate');
    await until('the end', () => runs.live().length === 0, 60_000);
    await until('the end of the session', () => debug.activeDebugSession === undefined);
    await timeline.waitFor('.row:has-text("Breakpoint on line")');
    await screenshot('run/debugger-ended');
  });
});

describe('pausing a run', () => {
  it('stops it without a debugger, shows what would be sent, and continues with what was changed', async function () {
    needsWindow(this);
    this.timeout(120_000);
    const { runs, start } = await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await start({
      prompt: 'Pause it',
      skills: [inWorkspace('skills/release-writer')],
      model: 'simulated/stubborn',
      guards: 'off',
      maxLlmCalls: 500,
      runs: inWorkspace('.skillwright/runs'),
      trusted: true,
    });
    await timeline.click('button[aria-label=Pause]');
    await timeline.waitFor('button[aria-label=Continue]');
    const editor = await until('the document', () =>
      window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'skillwright-paused'),
    );
    await screenshotInThemes('run/paused-', ['dark', 'light']);
    assert.deepEqual(await violationsIn(timeline), []);
    const text = editor.document.getText();
    assert.match(text, /"messages"|"args"/);
    const [run] = runs.live();
    assert.ok(run !== undefined);
    const edited = text.includes('"next_message": ""')
      ? text.replace('"next_message": ""', '"next_message": "Be brief."')
      : text.replace(/"result": null/, '"result": "Be brief."');
    assert.notEqual(edited, text);
    await editor.edit((edit) => edit.replace(new Range(0, 0, editor.document.lineCount, 0), edited));
    await timeline.click('button[aria-label=Continue]');
    await timeline.waitFor('button[aria-label=Pause], button[aria-label="Run Again"]');
    await until('the change', () => /Be brief\./.test(readFileSync(run.journal, 'utf8')), 60_000);
    runs.stop(run.journal);
    await until('the end', () => runs.live().length === 0, 60_000);
    assert.match(readFileSync(run.journal, 'utf8'), /"type":"debug_pause"/);
  });
});

async function framesOf(session: DebugSession): Promise<readonly Frame[] | undefined> {
  try {
    return ((await session.customRequest('stackTrace', { threadId: 1 })) as { stackFrames: readonly Frame[] })
      .stackFrames;
  } catch {
    // Not stopped yet.
    return undefined;
  }
}

async function scopeOf(session: DebugSession, frameId: number, scope: string): Promise<readonly Named[]> {
  const { scopes } = (await session.customRequest('scopes', { frameId })) as { scopes: readonly Named[] };
  const variablesReference = scopes.find(({ name }) => name === scope)?.variablesReference ?? 0;
  return ((await session.customRequest('variables', { variablesReference })) as { variables: readonly Named[] })
    .variables;
}

/** Returns the call whose arguments were changed, and its result, once both are in the journal. */
function changedCallIn(journal: string): readonly [ToolCall, ToolResult] | undefined {
  const lines = readFileSync(journal, 'utf8').split('\n').filter(Boolean);
  const events = lines.map((line) => JSON.parse(line) as RunEvent);
  const call = events.find((event): event is ToolCall => event.type === 'tool_call' && event.requested !== undefined);
  const result = events.find((event): event is ToolResult => event.type === 'tool_result' && event.id === call?.id);
  return call === undefined || result === undefined ? undefined : [call, result];
}
