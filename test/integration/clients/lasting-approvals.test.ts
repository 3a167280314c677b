/** Approvals and denials of commands that come back later: in a resume, a further prompt, or a fork. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyFolder, recordsOfCopy, writeRecord } from '../../../runtime/disk/client-copy.ts';
import type { readJournal } from '../../../runtime/journal/reader.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import type { Reply } from '../run-server.ts';
import type { CliResult } from '../run-support.ts';
import { bash, idOf, LOAD, project, SCRIPT } from './client-project.ts';

const hasSandbox = await canSandbox();

describe.skipIf(!hasSandbox)('an approval of commands covers no text that was not there when it was given', () => {
  test('in a further prompt, after the run ended and the script of the skill changed', async () => {
    const { start, approve, changeScript, resultsOf } = await project([
      ...[LOAD, bash(SCRIPT), { text: 'Done.' }],
      ...[bash(SCRIPT), { text: 'Done.' }],
    ]);
    const first = await start();
    const id = idOf(first);
    expect(first.ofType('pause').map(({ hint }) => String(hint))).toEqual([expect.stringContaining("skill 'one'")]);
    expect((await approve(id, first)).finished?.reason).toBe('final');
    expect(resultsOf(id)).toEqual(['approved-text']);
    changeScript();
    const second = await start({}, '--continue', id);
    expect(second.ofType('tool_call')).toHaveLength(1);
    const isAsked = second.ofType('pause').length > 0;
    expect(isAsked || !resultsOf(id).includes('changed-text')).toBe(true);
  });

  test('in a run that waited while the script changed, and whose copy is gone', async () => {
    const { start, approve, changeScript, resultsOf } = await project([LOAD, bash(SCRIPT), { text: 'Done.' }]);
    const first = await start();
    const id = idOf(first);
    expect(first.ofType('pause')).toHaveLength(1);
    changeScript();
    // As after a restart of the machine.
    rmSync(copyFolder(id), { recursive: true });
    const second = await approve(id, first);
    // Refused, asked again, or run with the text that was approved.
    const isStopped = second.code !== 0 || second.ofType('pause').length > 0;
    expect(isStopped || !resultsOf(id).includes('changed-text')).toBe(true);
  });
});

describe.skipIf(!hasSandbox)('an approval of commands', () => {
  const CHANGED = 'Approve commands again: files of these skills have changed since you approved them.';
  const askedFor = (result: CliResult) =>
    result.ofType('pause').map(({ hint }) => /run commands(.*?) in a copy/.exec(String(hint))?.[1]);
  const notes = (result: CliResult) => result.ofType('note').map(({ message }) => message);

  /** Starts a run that is approved for one skill, runs its script, and waits for the approval of another skill. */
  async function waiting() {
    const loadTwo: Reply = { calls: [['Skill', { skill: 'two' }]] };
    const replies = [LOAD, bash(SCRIPT), loadTwo, bash('echo two'), bash(SCRIPT), bash('echo end'), { text: 'Done.' }];
    const made = await project(replies);
    writeFiles(made.cwd, { 'skills/two/SKILL.md': manifest('two'), 'skills/two/tool.sh': 'echo two\n' });
    const first = await made.start();
    const id = idOf(first);
    const second = await made.approve(id, first);
    expect([askedFor(first), askedFor(second)]).toEqual([[" for the skill 'one'"], [" for the skills 'one', 'two'"]]);
    return { ...made, id, second };
  }

  test('holds in the copy that was approved, even if the skill itself has changed', async () => {
    const { approve, changeScript, resultsOf, id, second } = await waiting();
    changeScript();
    const third = await approve(id, second);
    expect([third.finished?.reason, askedFor(third)]).toEqual(['final', []]);
    expect(resultsOf(id)).toEqual(['approved-text', 'two', 'approved-text', 'end']);
  });

  test('holds in a new copy of the same files', async () => {
    const { approve, id, second } = await waiting();
    rmSync(copyFolder(id), { recursive: true });
    const third = await approve(id, second);
    expect([third.finished?.reason, askedFor(third)]).toEqual(['final', []]);
  });

  test('is asked for again in a new copy of other files, with a note, and holds from then on', async () => {
    const { approve, changeScript, resultsOf, id, second } = await waiting();
    changeScript();
    rmSync(copyFolder(id), { recursive: true });
    const third = await approve(id, second);
    expect([third.code, askedFor(third)]).toEqual([6, [" for the skills 'one', 'two'"]]);
    expect(notes(third)).toContain(CHANGED);
    const fourth = await approve(id, third);
    expect([fourth.finished?.reason, askedFor(fourth)]).toEqual(['final', []]);
    expect(notes(fourth)).not.toContain(CHANGED);
    expect(resultsOf(id)).toEqual(['approved-text', 'two', 'changed-text', 'end']);
  });

  test.each(['', '[]', '{', '[["/x",{"hash":1}]]'])(
    'is asked for again if it is unknown what the copy had: %j',
    async (record) => {
      const { approve, id, second } = await waiting();
      writeRecord(recordsOfCopy(copyFolder(id)).skills, record);
      const third = await approve(id, second);
      expect([third.code, askedFor(third)]).toEqual([6, [" for the skills 'one', 'two'"]]);
    },
  );

  test('is asked for if the copy has a script that the skill no longer has', async () => {
    const replies = [bash('echo first'), LOAD, bash(SCRIPT), { text: 'Done.' }];
    const { start, approve, cwd, resultsOf } = await project(replies);
    const first = await start();
    const id = idOf(first);
    expect(askedFor(first)).toEqual(['']);
    rmSync(join(cwd, 'skills/one/scripts'), { recursive: true });
    const second = await approve(id, first);
    expect([askedFor(second), resultsOf(id)]).toEqual([[" for the skill 'one'"], ['first']]);
  });

  test('ends with its prompt, and nothing is left of it', async () => {
    const { cwd, approve, id, second } = await waiting();
    const stored = () => readdirSync(join(cwd, 'data/skillwright/said')).filter((name) => name.endsWith('.json'));
    expect(stored()).toHaveLength(1);
    expect((await approve(id, second)).finished?.reason).toBe('final');
    expect(stored()).toEqual([]);
  });

  test('ends with its prompt, also if the process was killed and wrote no end', async () => {
    const { start, approve, resultsOf } = await project([LOAD, bash(SCRIPT), bash(SCRIPT), { text: 'Done.' }]);
    const first = await start();
    const id = idOf(first);
    const killed = await approve(id, first, '"type":"tool_result"');
    expect([killed.finished, resultsOf(id)]).toEqual([undefined, ['approved-text']]);
    const second = await start({}, '--continue', id);
    expect([second.code, askedFor(second)]).toEqual([6, [" for the skill 'one'"]]);
    expect(resultsOf(id)).toEqual(['approved-text']);
  });
});

describe.skipIf(!hasSandbox)('a fork has no approval and no denial of its origin', () => {
  const lastRequest = (events: ReturnType<typeof readJournal>['events']) =>
    events.findLast(({ type }) => type === 'llm_request')?.seq ?? 0;

  test('after an approval it asks again, and nothing has run by then', async () => {
    const { start, approve, fork, events } = await project([
      ...[bash('echo first'), { text: 'Done.' }],
      ...[bash('echo again > made; cat made'), { text: 'Done.' }],
    ]);
    const first = await start();
    const id = idOf(first);
    expect((await approve(id, first)).finished?.reason).toBe('final');
    const forked = await fork(id, lastRequest(events(id)));
    expect([forked.code, forked.finished?.reason]).toEqual([6, 'paused']);
    const open = forked.ofType('pause').at(-1);
    expect(String(open?.hint)).toContain('echo again > made');
    expect(forked.ofType('tool_result').map(({ result }) => result)).toEqual(['first']);
  });

  test('after a denial nothing runs without a question', async () => {
    const { start, deny, fork, events } = await project([
      ...[bash('echo first'), { text: 'Done.' }],
      ...[bash('echo again'), bash('python3 ./missing.py'), { text: 'Done.' }],
    ]);
    const first = await start();
    const id = idOf(first);
    expect((await deny(id, first)).ofType('tool_result').map((one) => one.error_code)).toEqual(['REJECTED']);
    const forked = await fork(id, lastRequest(events(id)));
    const commands = forked.ofType('tool_call').map(({ args }) => JSON.stringify(args));
    expect(commands.join()).toContain('echo again');
    expect(forked.ofType('script')).toEqual([]);
  });
});
