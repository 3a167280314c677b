/** Approvals of commands in a copy whose skills are no longer where, or what, they were when they were copied. */
import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { copyFolder } from '../../../runtime/disk/client-copy.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import type { CliResult } from '../run-support.ts';
import { bash, idOf, LOAD, project } from './client-project.ts';

const hasSandbox = await canSandbox();
const askedFor = (result: CliResult) =>
  result.ofType('pause').map(({ hint }) => /run commands(.*?) in a copy/.exec(String(hint))?.[1]);

describe.skipIf(!hasSandbox)('a skill that was not approved', () => {
  test.each([
    ['its folder', 'mv ~/.claude/skills/two ~/moved'],
    ['the folder of all skills', 'mv ~/.claude/skills ~/m; ln -s m/two ~/moved'],
    ['nothing, but copied its folder', 'cp -r ~/.claude/skills/two ~/moved'],
    ['the folder above', 'mv ~/.claude ~/m; ln -s m/skills/two ~/moved'],
  ])('runs no script after a process with --yes moved %s and was killed', async (_, move) => {
    const made = await project([
      bash(`${move}; echo moved-now`),
      ...[bash('echo next'), bash('bash ~/moved/t*l.sh'), { text: 'Done.' }],
    ]);
    writeFiles(made.cwd, { 'skills/two/SKILL.md': manifest('two'), 'skills/two/tool.sh': 'echo two-ran\n' });
    const killed = await made.killed('"type":"tool_result"', '--yes');
    const id = idOf(killed);
    expect(made.resultsOf(id)).toEqual(['moved-now']);
    let last = await made.cli('resume', id, '--runs', 'runs', '--json');
    const asked: (string | undefined)[] = [];
    for (let round = 0; round < 4 && last.ofType('pause').length > 0; round++) {
      asked.push(...askedFor(last));
      last = await made.approve(id, last);
    }
    const isAsked = asked.some((text) => text?.includes("'two'"));
    expect([isAsked || !made.resultsOf(id).includes('two-ran'), asked, made.resultsOf(id)]).toEqual([
      true,
      asked,
      expect.anything(),
    ]);
  });
});

describe.skipIf(!hasSandbox)('an approval for a skill in the workspace (--install project)', () => {
  test('covers no script that a journal puts in its place when the copy is lost', async () => {
    const script = 'bash .claude/skills/one/scripts/x.sh';
    const made = await project([LOAD, bash(script), bash('echo two > made.txt'), bash(script), { text: 'Done.' }]);
    const first = await made.start({}, '--install', 'project');
    const id = idOf(first);
    expect(askedFor(first)).toEqual([" for the skill 'one'"]);
    const killed = await made.approve(id, first, 'made.txt');
    expect(killed.finished).toBeUndefined();
    expect(made.resultsOf(id)[0]).toBe('approved-text');
    rmSync(copyFolder(id), { recursive: true });
    made.addFile(id, '.claude/skills/one/scripts/x.sh', 'echo forged-text\n');
    const second = await made.cli('resume', id, '--runs', 'runs', '--json');
    const isStopped = second.code !== 0 || second.ofType('pause').length > 0;
    expect([isStopped || !made.resultsOf(id).includes('forged-text'), made.resultsOf(id)]).toEqual([
      true,
      expect.anything(),
    ]);
  });
});
