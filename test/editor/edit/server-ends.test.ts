import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { commands, Position, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { diagnosticsOf, inWorkspace, skillwright } from '../harness/skills.ts';
import { until } from '../harness/until.ts';

/** Waits until a process has ended, without letting this one learn of it. */
function waitForEnd(id: number): void {
  const end = Date.now() + 10_000;
  while (/\) [^Z]/.test(readFileSync(`/proc/${id}/stat`, 'utf8')))
    assert.ok(Date.now() < end, 'a killed process has ended');
}

/** Returns the ids of the language server processes started by this extension host. */
function servers(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name)) return [];
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return parent === String(process.pid) && line.includes('server.cjs') ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

describe('a language server that exits', () => {
  afterEach(async () => {
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('notifications.clearAll');
  });

  it('is replaced by a new one, which checks the current text', async function () {
    if (process.platform !== 'linux') return this.skip();
    await skillwright();
    const file = inWorkspace('skills/release-writer/SKILL.md');
    const document = await workspace.openTextDocument(Uri.file(file));
    await window.showTextDocument(document);
    const [first, ...others] = await until('the server', () => (servers().length > 0 ? servers() : undefined));
    assert.ok(first);
    assert.deepEqual(others, [], 'one server for a window');
    process.kill(first, 'SIGKILL');
    await until('another server', () => servers().some((id) => id !== first));
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(document.lineCount, 0), '\nRead `references/not-there-at-all.md`.\n');
    assert.ok(await workspace.applyEdit(edit));
    await until('the finding', () => diagnosticsOf(file).some(({ message }) => message.includes('not-there-at-all')));
  });

  it('is replaced, too, if messages to it failed before its end was known', async function () {
    if (process.platform !== 'linux') return this.skip();
    await skillwright();
    const [first] = await until('the server', () => (servers().length > 0 ? servers() : undefined));
    assert.ok(first);
    process.kill(first, 'SIGKILL');
    waitForEnd(first);
    const file = Uri.file(inWorkspace('skills/release-writer/references/guide.md'));
    for (let count = 0; count < 8; count++) void commands.executeCommand('skillwright.findFileReferences', file);
    await until('another server', () => servers().some((id) => id !== first));
  });
});
