/** Misses of a run that simulates a client, at the words of SKILL.md. The last file of the suite: an open skill stays listed for a while. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { commands, languages, Uri, window, workspace } from 'vscode';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshotInThemes, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = 'skills/greeting-demo/SKILL.md';
const TEXT = `---
name: greeting-demo
description: Writes a greeting. Use when the user asks for one.
---

# Greeting

First read \`references/tone.md\`.
`;

describe('misses of a client in the editor', () => {
  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.createDirectory(Uri.file(inWorkspace('skills/greeting-demo/references')));
    writeFileSync(inWorkspace('skills/greeting-demo/references/tone.md'), '# Tone\n');
    writeFileSync(inWorkspace(SKILL), TEXT);
  });
  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(inWorkspace('skills/greeting-demo'), { recursive: true, force: true });
  });

  it('mark the words whose file its tools did not find, although the skill has it', async function () {
    this.timeout(60_000);
    const { runs } = await skillwright();
    const started = await runs.start({
      prompt: 'Greet me',
      skills: [inWorkspace('skills/greeting-demo')],
      model: 'simulated/weak',
      guards: 'default',
      maxLlmCalls: 20,
      runs: inWorkspace('.skillwright/runs'),
      trusted: workspace.isTrusted,
      client: 'claude-code',
    });
    if (started.kind === 'failed') throw new Error(started.message);
    const uri = Uri.file(inWorkspace(SKILL));
    const misses = () => languages.getDiagnostics(uri).filter(({ source }) => source === 'skillwright run');
    const [found] = await until('the miss', () => misses().length > 0 && misses(), 30_000);
    const document = await workspace.openTextDocument(uri);
    assert.equal(document.getText(found?.range), 'references/tone.md');
    assert.match(found?.message ?? '', /references\/tone\.md, which the tools of claude-code did not find: 1 miss/);
    await window.showTextDocument(document);
    await workbench.waitFor('.codelens-decoration a:has-text("1 miss, requested once in the last run (simulated)")');
    await screenshotInThemes('run/client-misses-', ['dark', 'light']);
  });
});
