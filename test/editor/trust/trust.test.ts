/** An untrusted workspace: skills are checked, but nothing runs. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationTarget, commands, languages, window, workspace } from 'vscode';
import { hoversAt } from '../harness/hovers.ts';
import { createRenamedFile } from '../harness/repository.ts';
import { diagnosticsOf, inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshot, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('in an untrusted workspace', () => {
  before(function () {
    needsWindow(this);
    assert.equal(workspace.isTrusted, false, 'the suite opens an untrusted workspace');
  });

  it('skills are checked', async () => {
    const document = await workspace.openTextDocument(inWorkspace('faults/meeting-notes/SKILL.md'));
    await window.showTextDocument(document);
    await until('a finding', () => diagnosticsOf(document.fileName).length > 0);
  });

  it('git is not asked about a missing file', async () => {
    const renamed = createRenamedFile();
    try {
      const document = await workspace.openTextDocument(renamed.manifest);
      await window.showTextDocument(document);
      await until('a finding', () => diagnosticsOf(renamed.manifest).length > 0);
      const place = document.positionAt(document.getText().indexOf('references/tax.md') + 2);
      const hover = async (): Promise<string> => (await hoversAt(document.uri, place)).join('\n');
      await until('the hover of the finding', async () => (await hover()).includes(' is meant: '));
      // Longer than it takes in a trusted workspace.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      assert.ok(!(await hover()).includes('was renamed'), await hover());
    } finally {
      await commands.executeCommand('workbench.action.closeActiveEditor');
      renamed.remove();
    }
  });

  it('agents of VS Code are offered no MCP server', async () => {
    await skillwright();
    void commands.executeCommand('workbench.mcp.listServer');
    const rows = async (): Promise<string> => (await workbench.texts('.quick-input-list .monaco-list-row')).join('\n');
    // The list has at least the command that adds a server.
    await until('the list of servers', async () => (await rows()) !== '');
    assert.ok(!(await rows()).includes('Skillwright'), await rows());
    await press('Escape');
  });

  it('an agent does not run, and the message offers to manage trust', async () => {
    const { runs } = await skillwright();
    void commands.executeCommand('skillwright.runAgent', inWorkspace('skills/csv-summary'));
    // VS Code shows no toasts in tests; the message is in the notification list.
    await until('the message', async () => {
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts('.notifications-center')).join(' ').includes('Manage Workspace Trust');
    });
    await screenshot('trust/refused');
    await press('Escape');
    const started = await runs.start({
      prompt: 'Run all the same',
      skills: [inWorkspace('skills/csv-summary')],
      model: 'simulated/weak',
      guards: 'default',
      maxLlmCalls: 5,
      runs: inWorkspace('.skillwright/runs'),
      trusted: true,
    });
    assert.equal(started.kind, 'failed');
    assert.equal(runs.live().length, 0);
  });

  it('stress tests, evals and what clients see run neither from the command palette nor by a link on their page', async () => {
    for (const [command, message] of [
      ['skillwright.stressSkill', 'Trust this workspace to run stress tests'],
      ['skillwright.stress.again', 'Trust this workspace to run stress tests'],
      ['skillwright.evaluateSkill', 'Trust this workspace to run evals'],
      ['skillwright.evals.again', 'Trust this workspace to run evals'],
      ['skillwright.showWhatClientsSee', 'Trust this workspace to see what clients make'],
    ] as const) {
      await commands.executeCommand('notifications.clearAll');
      void commands.executeCommand(command, inWorkspace('skills/release-writer'));
      await until(`the message of ${command}`, async () => {
        await commands.executeCommand('notifications.showList');
        return (await workbench.texts('.notifications-center')).join(' ').includes(message);
      });
    }
    await press('Escape');
    const words = languages
      .getDiagnostics()
      .flatMap(([, all]) => all.filter(({ source }) => source === 'skillwright stress'));
    assert.deepEqual(words, []);
  });

  it('no models are queried, and no key is requested', async () => {
    let requestCount = 0;
    const server = createServer((_, response) => {
      requestCount += 1;
      response.end('{"data":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const settings = workspace.getConfiguration('skillwright');
    const { port } = server.address() as AddressInfo;
    await settings.update('endpoints', { here: `http://127.0.0.1:${port}/v1` }, ConfigurationTarget.Global);
    try {
      for (const command of ['skillwright.selectModel', 'skillwright.setApiKey']) {
        await commands.executeCommand('notifications.clearAll');
        void commands.executeCommand(command);
        await until(`the message of ${command}`, async () => {
          await commands.executeCommand('notifications.showList');
          return (await workbench.texts('.notifications-center'))
            .join(' ')
            .includes('Trust this workspace to use models');
        });
        await workbench.waitForNone('.quick-input-widget');
      }
      assert.equal(requestCount, 0);
    } finally {
      await settings.update('endpoints', undefined, ConfigurationTarget.Global);
      server.close();
    }
  });
});
