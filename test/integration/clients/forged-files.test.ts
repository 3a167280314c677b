/** Attacks by skills that a client hides, by a forged record, and by links and paths in the files of an eval. */
import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordsOfCopy } from '../../../runtime/disk/client-copy.ts';
import { collectCases } from '../../../runtime/evals/prepare/collect-cases.ts';
import { writeViewerFiles } from '../../../runtime/evals/results/viewer-files.ts';
import { type OpenedClient, openClient, textIn } from '../../equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';

const hasSandbox = await canSandbox();

const run = (client: OpenedClient, command: string) =>
  client.call(client.behavior.shell.tool, { [client.behavior.shell.command]: command });

describe.skipIf(!hasSandbox)('a skill that the client does not list', () => {
  test('runs no script under an approval for another one', async () => {
    const manifest = '---\nname: two\ndescription: Two.\ndisable-model-invocation: true\n---\nText.\n';
    const two = skillOnDisk('two', { 'tool.sh': 'echo two-ran\n', 'SKILL.md': manifest });
    const client = await openClient('claude-code', {
      skills: [skillOnDisk('one', { 'scripts/x.py': 'print("one")\n' }), two],
    });
    await client.call('Skill', { skill: 'one' });
    await run(client, 'echo approved');
    const said = textIn(await run(client, 'bash ~/.claude/skills/t*o/tool.sh'));
    const isAsked = client.questions.some(({ hint }) => String(hint).includes("'two'"));
    expect(isAsked || !said.includes('two-ran')).toBe(true);
  });
});

describe('changes', () => {
  test('a forged record shows no file of the workspace that is never copied', async () => {
    const workspace = writeFiles(temporaryFolder(), { 'a.txt': 'a', '.git/config': 'token=SECRET' });
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')], workspace });
    const { size, mtimeMs } = statSync(join(workspace, '.git/config'));
    const forged = [['.git/config', { size, ctimeMs: 1, ino: 1, originalMtimeMs: mtimeMs }]];
    writeFileSync(recordsOfCopy(client.installation.root).baseline, JSON.stringify(forged));
    const found = await client.installation.findChanges(5000);
    expect(JSON.stringify(found) ?? '').not.toContain('SECRET');
  });
});

describe('evals', () => {
  // With such a path, `writeFile` of `case-workspaces.ts` never ends: no folder above it is the workspace.
  test.each(['.', './', 'a/..'])('no file of a case is the workspace itself: %j', async (path) => {
    const evals = [{ id: 1, prompt: 'Do it.', expected_output: 'Done.', files: [{ path, content: 'x' }] }];
    const text = JSON.stringify({ skill_name: 'one', evals });
    const { cases } = await collectCases(skillOnDisk('one', { 'evals/evals.json': text }), []);
    const paths = cases.flatMap(({ workspaceFiles }) => workspaceFiles.map((file) => file.path));
    expect(paths).toEqual([]);
  });

  test('a link in the folder of results does not lead a removal out of it', () => {
    const outside = writeFiles(temporaryFolder(), { 'with_skill/run-1/grading.json': 'mine' });
    const folder = temporaryFolder();
    symlinkSync(outside, join(folder, 'eval-1'));
    writeFileSync(join(folder, 'viewer-files.json'), '["eval-1/with_skill/run-1/grading.json"]');
    const none = { trials: [], groups: [] } as unknown as Parameters<typeof writeViewerFiles>[0];
    const plan = { skills: [] } as unknown as Parameters<typeof writeViewerFiles>[1]['plan'];
    writeViewerFiles(none, { folder, plan, now: '2026-01-01T00:00:00Z' });
    expect(existsSync(join(outside, 'with_skill/run-1/grading.json'))).toBe(true);
  });
});
