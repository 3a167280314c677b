/** Running an agent on a skill from the command palette, and its timeline. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commands, Uri, window, workspace } from 'vscode';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { violationsIn, violationsInThemes } from '../harness/axe.ts';
import { answerPromptAndModel, focusedItem, openRunAgent, runFromPalette } from '../harness/run-agent.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { TIMEOUT_FACTOR } from '../harness/timeout-factor.ts';
import {
  needsWindow,
  press,
  screenshot,
  screenshotInThemes,
  setViewport,
  type,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const timeline = webview('[role=treegrid]');

function journalOf(path: string): readonly RunEvent[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
}

describe('running an agent', () => {
  const manifest = inWorkspace('skills/release-writer/SKILL.md');
  const original = readFileSync(manifest, 'utf8');
  let journal = '';

  after(() => writeFileSync(manifest, original));

  before(async function () {
    needsWindow(this);
    await skillwright();
    await commands.executeCommand('workbench.action.closeSidebar');
    // Screenshots show the full width; unsaved changes would prompt.
    for (let open = 0; window.activeTextEditor !== undefined && open < 20; open++)
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('lists the skill of the active editor first', async () => {
    await window.showTextDocument(Uri.file(inWorkspace('skills/release-writer/references/guide.md')));
    await openRunAgent();
    await press('Enter');
    await workbench.waitFor(focusedItem('release-writer'));
    const [first = ''] = await workbench.texts('.quick-input-list .monaco-list-row');
    assert.match(first, /^release-writer/);
    await press('Escape');
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('runs the skill that a click has unchecked, if no other is checked', async () => {
    await window.showTextDocument(Uri.file(inWorkspace('skills/release-writer/references/guide.md')));
    await openRunAgent();
    await press('Enter');
    await workbench.waitFor('.quick-input-count:has-text("1 Selected")');
    await workbench.click('.quick-input-list .monaco-list-row:has-text("release-writer")');
    await workbench.waitFor('.quick-input-count:has-text("0 Selected")');
    await workbench.click('.quick-input-action .monaco-button');
    await workbench.waitFor('.quick-input-widget input[placeholder*="Enter a prompt"]');
    await press('Escape');
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('accepts several skills, checked by the keyboard, and suggests only the prompts of the skill, newest first', async function () {
    this.timeout(120_000);
    const { runs } = await skillwright();
    const rows = '.quick-input-list .monaco-list-row';
    const end = async () => {
      await until('the end of the run', () => runs.live().length === 0, 30_000);
      // A timeline that has just loaded takes the focus from a dialog in front of it.
      await commands.executeCommand('workbench.action.closeAllEditors');
    };
    const skills = async (prompt: string): Promise<readonly string[]> => {
      const run = await until('the run', () => runs.live().find(({ params }) => params.prompt === prompt));
      return run.params.skills.map((root) => root.split('/').at(-1) ?? '');
    };
    await runFromPalette('release-writer', 'Write it first', 'simulated/heeding');
    assert.deepEqual(await skills('Write it first'), ['release-writer']);
    await end();
    await openRunAgent();
    await workbench.waitFor(focusedItem('No agent, only skills'));
    await press('Enter');
    await workbench.waitFor('.quick-input-widget input[placeholder*="Select skills"]');
    // The skill of the previous run is checked.
    await workbench.waitFor(focusedItem('release-writer'));
    await workbench.waitFor('.quick-input-count:has-text("1 Selected")');
    await until('the focus in the list', async () => {
      await press('Tab');
      return workbench.evaluate<boolean>(`document.activeElement?.closest('.quick-input-list') != null`);
    });
    await until('csv-summary', async () => {
      await press('ArrowDown');
      return workbench.evaluate<boolean>(
        `document.querySelector('${focusedItem('csv-summary').replaceAll("'", '"')}') !== null`,
      );
    });
    await press('Space');
    await workbench.waitFor('.quick-input-count:has-text("2 Selected")');
    await screenshotInThemes('run/several-skills-', ['dark', 'light']);
    await press('Enter');
    await workbench.waitFor(focusedItem('Write it first'));
    await answerPromptAndModel('Write of both', 'simulated/heeding');
    assert.deepEqual([...(await skills('Write of both'))].sort(), ['csv-summary', 'release-writer']);
    await end();
    // Only the prompts of this skill are suggested, newest first.
    await openRunAgent();
    await workbench.waitFor(focusedItem('No agent, only skills'));
    await press('Enter');
    await workbench.waitFor('.quick-input-count:has-text("2 Selected")');
    await type('csv-summary');
    await workbench.waitFor(focusedItem('csv-summary'));
    await press('Enter');
    await workbench.waitFor(focusedItem('Write of both'));
    await until('its prompts alone', async () => {
      const [first, second = '', ...others] = await workbench.texts(rows);
      return first === 'Write of both' && second.includes('Run as ADK') && others.length === 0;
    });
    await press('Escape');
  });

  it('starts from the command palette, and shows rows live', async function () {
    this.timeout(60_000);
    const { runs } = await skillwright();
    await runFromPalette('release-writer', 'Write the notes for 2.4', 'simulated/stubborn');
    journal = await until('the run', () => runs.live()[0]?.journal);
    await timeline.waitFor('[role=row]', { timeout: 20_000 });
    await until('a row while the run is active', async () => (await timeline.texts('[role=row]')).length > 2, 20_000);
    await until('the end of the run', () => runs.live().length === 0, 30_000);
    const last = journalOf(journal).at(-1);
    assert.equal(last?.type === 'run_finished' && last.reason, 'guard');
  });

  it('shows the guard and its cause, marks the model as simulated, and renders only visible rows', async () => {
    const page = await until('the guard', async () => {
      const texts = await timeline.texts('[role=row]');
      return texts.some((text) => text.includes('Guard')) && texts.join('\n');
    });
    assert.match(page, /SKILL\.md:\d+/);
    const header = (await timeline.texts('header')).join(' ');
    assert.match(header, /simulated\/stubborn/);
    assert.doesNotMatch(header, /guards: off/);
    await timeline.waitFor('.row.selected.is-guard');
    // The name and verb of a call use the space of an empty cell.
    const cut = await timeline.evaluate<string[]>(`[...document.querySelectorAll('.rows > .row')]
      .filter((row) => row.querySelector('.col-tokens')?.textContent === '')
      .flatMap((row) => [...row.querySelectorAll('.verb')])
      .filter((verb) => verb.scrollWidth > verb.clientWidth + 1).map((verb) => verb.textContent)`);
    assert.deepEqual(cut, []);
    assert.deepEqual(await violationsInThemes(timeline, 'run/guard-'), []);
    await setViewport(560, 800);
    await screenshot('run/guard-narrow');
    assert.deepEqual(await violationsIn(timeline), [], 'narrow');
    await setViewport(1400, 860);
  });

  it('is checked in the colors of each theme, although the window keeps its own', async () => {
    const setRules = (rules: string) =>
      timeline.evaluate(`(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(${JSON.stringify(rules)});
        document.adoptedStyleSheets = [sheet];
      })()`);
    await setRules('body.vscode-light h1 { color: #eee !important; background: #fff !important; }');
    const found = await violationsInThemes(timeline, 'run/unreadable-');
    assert.ok(found.length > 0 && found.every((one) => one.startsWith('light: color-contrast')), found.join('\n'));
    await setRules('');
    assert.deepEqual(await violationsIn(timeline), []);
    assert.equal(await timeline.evaluate('document.body.classList.contains("vscode-dark")'), true);
  });

  it('scrolls to the end of the run, with the first guard visible if both fit', async function () {
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const { runs } = await skillwright();
    // Space for about half of its rows.
    await setViewport(1400, 700);
    await runFromPalette('release-writer', 'Write the notes in a low window', 'simulated/stubborn');
    await until('the run', () => runs.live()[0]);
    await until('the end of the run', () => runs.live().length === 0, 30_000);
    await timeline.waitFor('.row.selected.is-guard');
    await timeline.waitFor('.row:has-text("Answer")');
    const seen = await until('the view at rest', async () => {
      const { cut, selected, last } = await timeline.evaluate<{
        cut: number;
        selected: boolean;
        last: boolean;
      }>(`(() => {
        const view = document.querySelector('.scroller').getBoundingClientRect();
        const shows = (row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top >= view.top - 1 && bottom <= view.bottom + 1;
        };
        const rows = [...document.querySelectorAll('.rows > .row')];
        return {
          cut: document.querySelector('.scroller').scrollTop,
          selected: shows(document.querySelector('.row.selected')),
          last: shows(rows.find((row) => row.textContent.includes('Answer'))),
        };
      })()`);
      return cut > 0 && selected && last;
    });
    assert.ok(seen);
    await screenshot('run/ended-low');
    await timeline.waitForNone('.to-end .button');
    await timeline.evaluate("document.querySelector('.scroller').scrollTop = 0");
    await timeline.waitFor('.to-end .button');
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshot('run/ended-low-scrolled');
    await timeline.click('button:has-text("End of the run")');
    await timeline.waitForNone('.to-end .button');
    await setViewport(1400, 860);
  });

  it('keeps all buttons and some rows visible next to a side bar and at 200% zoom', async () => {
    const missing = `[...document.querySelectorAll('.toolbar button')].filter((one) => {
      const { right, width } = one.getBoundingClientRect();
      return width > 0 && right > innerWidth;
    }).map((one) => one.ariaLabel)`;
    for (const width of [1400, 1180, 1060, 900, 830, 700]) {
      await setViewport(width, 860);
      assert.deepEqual(await timeline.evaluate<string[]>(missing), [], `${width} px`);
    }
    await setViewport(700, 430);
    await screenshot('run/guard-zoomed');
    const visibleCount = await timeline.evaluate<number>(`(() => {
      const view = document.querySelector('.scroller').getBoundingClientRect();
      return [...document.querySelectorAll('.rows > .row')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= view.top - 1 && bottom <= view.bottom + 1;
      }).length;
    })()`);
    assert.ok(visibleCount >= 2, `${visibleCount} whole rows`);
    await setViewport(1400, 860);
  });

  it('finds text that occurs only in a result, and filters rows by outcome', async () => {
    await timeline.click('.find input');
    await type('it will not change');
    await timeline.waitFor('.find .n:has-text("of")');
    await press('Enter');
    await timeline.waitFor('.row.selected .inside');
    await screenshot('run/find');
    await press('Escape');
    await timeline.click('.opener[title^="Filter"]');
    await timeline.click('.choice:has-text("missed")');
    await press('Escape');
    const kinds = await timeline.evaluate<string[]>(
      '[...document.querySelectorAll("[role=rowgroup].rows .row")].map((row) => row.className)',
    );
    assert.ok(kinds.some((kind) => kind.includes('s-miss')));
    assert.ok(!kinds.some((kind) => kind.includes('is-guard')), 'what did not miss is gone');
    await timeline.click('.opener[title^="Filter"]');
    await timeline.click('text=Show all rows');
    await press('Escape');
    await timeline.waitForNone('.popover');
  });

  it('is usable by the keyboard only: problems, evidence, folding, details', async () => {
    await timeline.click('.row.is-agent');
    await press('F8');
    await timeline.waitFor('.row.selected:focus');
    const selected = () => timeline.evaluate<string>('document.querySelector(".row.selected").textContent');
    for (let step = 0; step < 9 && !(await selected()).includes('Guard'); step++) await press('F8');
    assert.match(await selected(), /Guard/);
    await press('e');
    await timeline.waitFor('.row.selected.evidence:focus');
    await press('Shift+E');
    await timeline.waitFor('.row.selected.is-guard:focus');
    await press('Control+ArrowLeft');
    await timeline.waitForNone('.row.is-guard');
    await press('ArrowRight');
    await timeline.waitFor('.row[aria-level="3"]');
    await timeline.click('[aria-label="Fold and sort rows"]');
    await timeline.waitFor('.popover .item:focus');
    await press('Enter');
    await timeline.click('.row.is-guard');
  });

  it('opens SKILL.md at the words that provoked the miss', async () => {
    await timeline.click('text=/SKILL\\.md:\\d+/');
    const editor = await until('SKILL.md in an editor', () =>
      window.activeTextEditor?.document.fileName.endsWith('release-writer/SKILL.md')
        ? window.activeTextEditor
        : undefined,
    );
    assert.match(editor.document.getText(editor.selection), /the user guide|the provided template/);
    await screenshot('run/words');
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('applies the fix from the timeline, and the same run then finds the file', async function () {
    this.timeout(60_000);
    const { runs } = await skillwright();
    const skill = () => readFileSync(inWorkspace('skills/release-writer/SKILL.md'), 'utf8');
    const fixed = 'the user guide (`references/guide.md`)';
    const before = skill();
    // The timeline is shown again after the editor before it was closed.
    await timeline.waitFor('.diff ins');
    assert.deepEqual(await timeline.texts('.diff ins'), [' (`references/guide.md`)']);
    await timeline.click('button:has-text("Apply Fix")');
    await timeline.waitFor('.details .applied:has-text("Fix applied and file saved")');
    assert.ok(skill().includes(fixed));
    await timeline.waitFor('.row.is-cause .fixed');
    await until('the message for screen readers', async () => {
      // That of a dragged range is empty.
      const messages = (await timeline.texts('[role=status]')).filter((text) => text !== '');
      return messages.length === 1 && messages[0] === 'Fix applied and file saved';
    });
    await timeline.waitFor('.applied .button:focus');
    assert.deepEqual(await violationsInThemes(timeline, 'run/fixed-'), []);
    await timeline.click('button:text-is("Undo")');
    await timeline.waitForNone('.details .applied');
    await until('the text as before', () => skill() === before);
    await timeline.click('button:has-text("Apply and Run Again")');
    await until('the path in SKILL.md', () => skill().includes(fixed));
    const second = await until('the second run', () => runs.live()[0]?.journal);
    // The run now gets as far as the script.
    await until('the script’s approval', () => runs.live()[0]?.waiting !== undefined, 30_000);
    await timeline.click('button:visible:has-text("Deny")');
    await until('the end of the run', () => runs.live().length === 0, 30_000);
    const found = journalOf(second).filter(
      (event) => event.type === 'tool_call' && JSON.stringify(event.args).includes('references/guide.md'),
    );
    assert.equal(found.length, 1, 'asked for once, and found');
  });

  it('accepts the approval of a script in its row, and runs the script', async function () {
    this.timeout(90_000);
    const { runs } = await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await runFromPalette('csv-summary', 'Summarize sample.csv', 'simulated/weak');
    const run = await until('a pause', () => runs.live().find((one) => one.waiting !== undefined), 30_000);
    await timeline.waitFor('button:visible:has-text("Approve")');
    assert.deepEqual(await violationsInThemes(timeline, 'run/approval-'), []);
    // The script has not started, so its bar shows no work.
    assert.equal(await timeline.evaluate<number>("document.querySelectorAll('.row.asks .bar.work').length"), 0);
    assert.ok((await timeline.evaluate<number>("document.querySelectorAll('.row.asks .bar.wait').length")) > 0);
    for (const [width, height] of [
      [1100, 860],
      [560, 800],
      [310, 860],
    ] as const) {
      await setViewport(width, height);
      await screenshot(`run/approval-${width}`);
      const hidden = await timeline.evaluate<string[]>(`(() => {
        const details = document.querySelector('.details').getBoundingClientRect();
        const panel = document.querySelector('.panel').getBoundingClientRect();
        return [...document.querySelectorAll('.answers button')].filter((one) => {
          const { top, right, bottom } = one.getBoundingClientRect();
          return right > details.right || bottom > details.bottom + 1 || top < panel.bottom;
        }).map((one) => one.textContent);
      })()`);
      assert.deepEqual(hidden, [], `answers out of sight, or over what is to be read, at ${width} px`);
      // Command, sandbox and limits come first, visible without scrolling if there is space.
      const order = await timeline.evaluate<string[]>(
        "[...document.querySelectorAll('.ask-box dt, .ask-box .box-head .name, .answers button')].map((one) => one.textContent)",
      );
      assert.deepEqual(order.slice(0, 5), ['Command', 'Sandbox', 'Limits', 'Skill', 'scripts/summarize.py']);
      assert.equal(order[5], 'Approve');
    }
    await setViewport(560, 800);
    const read = await timeline.evaluate<string[]>(`(() => {
      const { top, bottom } = document.querySelector('.panel').getBoundingClientRect();
      return [...document.querySelectorAll('.ask-box dt')].filter((one) => {
        const box = one.nextElementSibling.getBoundingClientRect();
        return box.top >= top && box.bottom <= bottom;
      }).map((one) => one.textContent);
    })()`);
    assert.deepEqual(read, ['Command', 'Sandbox', 'Limits', 'Skill']);
    // A window that becomes higher again shows the rows that were above.
    await setViewport(1400, 300);
    await until('rows above', () => timeline.evaluate<boolean>("document.querySelector('.scroller').scrollTop > 40"));
    await setViewport(1400, 860);
    await timeline.waitFor('.rows > .row[aria-rowindex="2"]');
    await timeline.evaluate(`document.querySelector('.answers button').focus()`);
    await press('Enter');
    await timeline.waitFor('.row.selected:focus');
    await until('the end of the run', () => runs.live().length === 0, 30_000);
    await until('the end to be announced', async () =>
      (await timeline.texts('[role=status]')).some((status) => status.startsWith('The run has ended: finished, ')),
    );
    const events = journalOf(run.journal);
    const script = events.find((event) => event.type === 'script');
    assert.equal(script?.type === 'script' && script.exitCode, 0);
    assert.ok(events.some((event) => event.type === 'answer' && event.answer === 'approve'));
  });

  it('resumes a paused run when it is answered in its reopened timeline', async function () {
    this.timeout(60_000);
    const { runs, show } = await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await runFromPalette('csv-summary', 'Summarize it later', 'simulated/weak');
    const { journal } = await until('a pause', () => runs.live().find((one) => one.waiting !== undefined), 30_000);
    // As when the window closes: the run ends as paused.
    runs.leave(journal);
    await until('the end of the process', () => runs.live().length === 0, 30_000);
    const paused = journalOf(journal).at(-1);
    assert.equal(paused?.type === 'run_finished' && paused.reason, 'paused');
    await commands.executeCommand('workbench.action.closeAllEditors');
    show(journal);
    await timeline.waitFor('button:visible:has-text("Approve")');
    await screenshot('run/paused-reopened');
    // No element of the page has the focus yet, but keys still apply to the rows.
    assert.equal(await timeline.evaluate<string>('document.activeElement.tagName'), 'BODY');
    await press('ArrowUp');
    await timeline.waitFor('.row.selected:focus');
    await timeline.click('button:visible:has-text("Approve")');
    await until(
      'the end of the run',
      () => {
        const last = journalOf(journal).at(-1);
        return last?.type === 'run_finished' && last.reason === 'final';
      },
      30_000,
    );
    const events = journalOf(journal);
    assert.equal(events.filter((event) => event.type === 'script').length, 1, 'the script ran once');
    assert.ok(events.some((event) => event.type === 'run_resumed' && event.by === 'approve'));
    await until('the row of the script', async () =>
      (await timeline.texts('[role=row]')).some((text) => text.includes('summarize') || text.includes('Approval')),
    );
  });

  it('runs an agent of .skillwright.json, chosen in the palette, with its own skills and tools', async function () {
    this.timeout(60_000);
    const { runs } = await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await openRunAgent();
    await workbench.waitFor('.quick-input-list [aria-label*="publisher"]');
    await screenshot('run/agents');
    await type('analyst');
    await workbench.waitFor(focusedItem('analyst'));
    await press('Enter');
    // The agent declares its skills, so there is no prompt for them.
    await answerPromptAndModel('What was sold in all?', 'simulated/weak');
    const { journal } = await until('the run', () => runs.live()[0], 20_000);
    // The agent's module is code in the workspace.
    await timeline.waitFor('.row:has-text("./tools.mjs")', { timeout: 20_000 });
    await timeline.click('.row:has-text("./tools.mjs")');
    await timeline.waitFor('button:visible:has-text("Always for This Module")', { timeout: 20_000 });
    await screenshot('run/module');
    await timeline.click('button:visible:has-text("Always for This Module")');
    await until('the end of the run', () => runs.live().length === 0, 30_000);
    const events = journalOf(journal);
    const last = events.at(-1);
    assert.match(last?.type === 'run_finished' ? String(last.text) : '', /510\.75/);
    assert.ok(events.some((event) => event.type === 'tools_changed' && event.added.includes('analyze_csv')));
    await until('the tool in the timeline', async () =>
      (await timeline.texts('[role=row]')).some((text) => text.includes('analyze_csv')),
    );
    // The agent is preselected, one key away from "No agent".
    await openRunAgent();
    await workbench.waitFor(focusedItem('analyst'));
    await type('No agent');
    await workbench.waitFor(focusedItem('No agent'));
    await press('Enter');
    await workbench.waitFor('.quick-input-list [aria-label*="csv-summary"]');
    await press('Escape');
  });

  it('runs an agent again with its own tools, from the timeline', async function () {
    this.timeout(60_000);
    const { runs } = await skillwright();
    await timeline.click('button:has-text("Run Again")');
    const { journal } = await until('the run', () => runs.live()[0], 20_000);
    await until('the end of the run', () => runs.live().length === 0, 30_000);
    const events = journalOf(journal);
    const last = events.at(-1);
    assert.match(last?.type === 'run_finished' ? String(last.text) : '', /510\.75/);
    assert.ok(!events.some((event) => event.type === 'pause'), 'its module is not asked about again');
  });

  it('opens a finished run from disk', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    void commands.executeCommand('skillwright.openRun');
    await workbench.waitFor('.quick-input-list [aria-label*="Write the notes for 2.4"]');
    await screenshot('run/open-run');
    await type('Write the notes');
    await press('Enter');
    await until('the guard of the saved run', async () =>
      (await timeline.texts('[role=row]')).some((text) => text.includes('Guard')),
    );
  });
});

describe('stopping and resuming a run', () => {
  let server: Server;
  let requestCount = 0;

  before(async function () {
    needsWindow(this);
    // A model that accepts the request and never replies.
    server = createServer(() => {
      requestCount += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => server?.closeAllConnections());

  const silent = () => ({
    model: 'openai-compatible/silent',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  });

  async function start(prompt: string, skill: string, model: { model: string; baseUrl?: string }): Promise<string> {
    const { runs } = await skillwright();
    const started = await runs.start({
      prompt,
      skills: [inWorkspace(skill)],
      ...model,
      guards: 'off',
      maxLlmCalls: 200,
      runs: inWorkspace('.skillwright/runs'),
      trusted: workspace.isTrusted,
    });
    assert.ok(started.kind === 'started', JSON.stringify(started));
    return started.run.journal;
  }

  it('stops within 200 ms, whatever the model does', async function () {
    this.timeout(60_000);
    const { runs } = await skillwright();
    const journal = await start('Never mind', 'skills/csv-summary', silent());
    await until('the request at the model', () => requestCount > 0);
    const stopped = Date.now();
    runs.stop(journal);
    const last = await until('the last event', () => {
      const event = existsSync(journal) ? journalOf(journal).at(-1) : undefined;
      return event?.type === 'run_finished' && event;
    });
    assert.equal(last.reason, 'cancelled');
    // 200 ms on a quiet machine, which the runtime's tests verify.
    assert.ok(Date.parse(last.time) - stopped <= 200 * TIMEOUT_FACTOR, `${Date.parse(last.time) - stopped} ms`);
  });

  it('a run whose window was closed is interrupted, and resumes from its timeline', async function () {
    this.timeout(90_000);
    const { runs, library, show } = await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    mkdirSync(inWorkspace('skills/lost'));
    const lost = '---\nname: lost\ndescription: Names a guide that is not there.\n---\n\nSee the user guide first.\n';
    writeFileSync(inWorkspace('skills/lost/SKILL.md'), lost);
    // The model ignores errors and no guard stops it, so it continues until it is stopped.
    const journal = await start('Interrupt me', 'skills/lost', { model: 'simulated/stubborn' });
    show(journal);
    await timeline.waitFor('.row:has-text("turn 2")', { timeout: 20_000 });
    // Rows that arrive between press and release neither move the row nor replace its element.
    await setViewport(1400, 700);
    await until('rows out of view', async () => {
      return timeline.evaluate<boolean>("document.querySelector('.scroller').scrollTop > 0");
    });
    const before = journalOf(journal).length;
    await timeline.click('.rows > .row:nth-last-child(4)', { hold: 800 });
    await timeline.waitFor('.row.selected:focus');
    assert.ok(journalOf(journal).length > before, 'rows arrived');
    await setViewport(1400, 860);
    // As when the window closes.
    runs.leave(journal);
    await until('the end of the process', () => runs.find(journal) === undefined, 30_000);
    await timeline.waitFor('header :text("interrupted: the window was closed or reloaded")');
    const header = (await timeline.texts('header')).join(' ');
    assert.match(header, /guards: off/);
    await timeline.waitFor('.row.s-cut');
    assert.equal(await timeline.evaluate<number>("document.querySelectorAll('.row.s-error').length"), 0);
    assert.deepEqual(await violationsInThemes(timeline, 'run/interrupted-'), []);
    await setViewport(420, 860);
    await screenshot('run/interrupted-narrow');
    assert.deepEqual(await violationsIn(timeline), [], 'narrow');
    await setViewport(1400, 860);
    const listed = (await library.list()).find(({ run }) => run.journal === journal);
    assert.equal(listed?.run.interrupted, 'window');
    const calls = journalOf(journal).filter((event) => event.type === 'llm_request').length;
    await timeline.click('button:has-text("Resume")');
    // The rows go by quickly, so none of them is sure to be seen.
    await until(
      'two more turns',
      async () => (await timeline.texts('.row')).some((row) => Number(/\bturn (\d+)/.exec(row)?.[1]) >= calls + 2),
      30_000,
    );
    await timeline.waitFor('header .badge.live');
    await screenshot('run/resumed');
    runs.stop(journal);
    await until('the end of the run', () => runs.find(journal) === undefined, 30_000);
    assert.ok(journalOf(journal).some((event) => event.type === 'run_resumed' && event.by === 'crash'));
  });
});
