import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJournal } from '../../runtime/journal/reader.ts';
import { HEADLESS } from '../../runtime/loop/interfaces/host.ts';
import { pendingPauses } from '../../runtime/run/resume.ts';
import { project, runAgent } from '../equipment/runtime/agent-run.ts';
import { manifest, temporaryFolder } from '../equipment/runtime/folders.ts';
import { APPROVES, type RunOutcome } from '../equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../equipment/runtime/scripted-model.ts';
import { sample } from '../equipment/skill/long.ts';

/*
 * A pause inside a loop that runs inside a call: the agent `main` calls the agent `clerk`, whose tool asks the user.
 */

const MODULE = (log: string): string => `
import { appendFileSync } from 'node:fs';
export default {
  pay: { needsApproval: true, execute(input) { appendFileSync(${JSON.stringify(log)}, JSON.stringify(input) + '\\n'); return 'paid'; } },
};`;

function createOffice() {
  const log = join(temporaryFolder(), 'log.txt');
  const folder = project(
    {
      main: { instruction: 'You are main.', agents: ['clerk'] },
      clerk: { instruction: 'You are the clerk.', tools: ['./tools.mjs'] },
    },
    { 'tools.mjs': MODULE(log) },
  );
  const says = scriptedModel(({ prompt }): Line => {
    const clerk = JSON.stringify(prompt[0]).includes('the clerk');
    const turn = prompt.filter(({ role }) => role === 'assistant').length;
    if (clerk)
      return (
        [{ calls: [['pay', { n: 1 }, 'k1'] as const, ['pay', { n: 2 }, 'k2'] as const] }, { text: 'Both paid.' }][
          turn
        ] ?? {}
      );
    return [{ calls: [['clerk', { request: 'Pay both.' }, 'm1'] as const] }, { text: 'Done.' }][turn] ?? {};
  });
  const runs = temporaryFolder();
  const effects = (): readonly string[] =>
    existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  const play = (more: object = {}): Promise<RunOutcome> => runAgent(folder, { says, runs, host: HEADLESS, ...more });
  return { play, runs, effects, log };
}

describe('a pause inside a called agent', () => {
  test('[94] pauses the run; answered in another process, the inner loop continues, and then the outer one', async () => {
    const { play, effects } = createOffice();
    const first = await play();
    expect(first.finished).toMatchObject({ reason: 'paused', waiting: ['pause-k1', 'pause-k2'] });
    expect(first.of('pause').map((pause) => pause.agent)).toEqual(['clerk', 'clerk']);
    const replies = [
      { id: 'pause-k1', reply: 'approve' },
      { id: 'pause-k2', reply: 'deny' },
    ];
    const second = await play({ resumes: { run: first.run, replies } });
    expect(effects()).toEqual(['{"n":1}']);
    expect(second.finished).toMatchObject({ reason: 'final', text: 'Done.', llmCalls: 4 });
    // No call is repeated: the outer call of the first process gets its only result now.
    expect(second.of('tool_call')).toEqual([]);
    expect(second.of('tool_result').map((event) => [event.agent, event.id, event.error_code ?? '-'])).toEqual(
      expect.arrayContaining([
        ['clerk', 'k1', '-'],
        ['clerk', 'k2', 'REJECTED'],
        ['main', 'm1', '-'],
      ]),
    );
    expect(second.of('llm_request').map((event) => event.agent)).toEqual(['clerk', 'main']);
  });

  test('[90] killed at any event: no payment is repeated, every call has one result', async () => {
    const complete = createOffice();
    const first = await complete.play();
    const replies = ['k1', 'k2'].map((id) => ({ id: `pause-${id}`, reply: 'approve' }));
    await complete.play({ resumes: { run: first.run, replies } });
    expect(complete.effects()).toEqual(['{"n":1}', '{"n":2}']);
    const path = (runs: string): string => join(runs, first.run, 'journal.jsonl');
    const lines = readFileSync(path(complete.runs), 'utf8').split('\n').filter(Boolean);
    // In `npm test` after every fourth event.
    for (const eventCount of sample(Array.from(lines.keys()).slice(1), 4)) {
      const again = createOffice();
      cpSync(join(complete.runs, first.run), join(again.runs, first.run), { recursive: true });
      writeFileSync(path(again.runs), `${lines.slice(0, eventCount).join('\n')}\n`);
      // The payments made by then: those whose result is in the journal.
      const events = readJournal(path(again.runs)).events;
      const paid = events
        .filter((event) => event.type === 'tool_result' && /^k/.test(event.id))
        .map((event) => (event as { id: string }).id);
      for (const id of paid) appendFileSync(again.log, `{"n":${id.slice(1)}}\n`);
      for (let process = 0; process < 4; process++) {
        const now = readJournal(path(again.runs)).events;
        const last = now.at(-1);
        if (last?.type === 'run_finished' && last.reason !== 'paused') break;
        const given = pendingPauses(now).map(({ id }) => ({ id, reply: 'approve' }));
        await again.play({ resumes: { run: first.run, replies: given } });
      }
      const at = `${eventCount}: ${lines[eventCount - 1]?.slice(0, 140)}`;
      expect(new Set(again.effects()).size, at).toBe(again.effects().length);
      const now = readJournal(path(again.runs)).events;
      expect(now.at(-1), at).toMatchObject({ type: 'run_finished', reason: 'final', text: 'Done.' });
      const ids = (type: string) =>
        now.flatMap((event) => (event.type === type && 'id' in event ? [event.id] : [])).sort();
      expect(ids('tool_result'), at).toEqual(ids('tool_call'));
      expect(ids('tool_call'), at).toEqual(['k1', 'k2', 'm1']);
    }
  });
});

describe('a script of a skill as a tool', () => {
  test('[94] pauses the run, which continues when it is answered', async () => {
    const folder = project(
      { main: { instruction: 'You are main.', skills: ['./demo'], tools: ['skills__demo'] } },
      {
        'demo/SKILL.md': manifest('demo'),
        'demo/scripts/hi.sh': 'echo hi\n',
      },
    );
    const says = scriptedModel(({ prompt, tools }): Line => {
      const turn = prompt.filter(({ role }) => role === 'assistant').length;
      const inner = !tools?.some(({ name }) => name === 'skills__demo');
      const script = ['run_skill_script', { skill_name: 'demo', file_path: 'hi.sh' }, 's1'] as const;
      if (inner) return turn === 0 ? { calls: [script] } : { text: 'It says hi.' };
      return turn === 0 ? { calls: [['skills__demo', { input: 'x' }, 'm1']] } : { text: 'Done.' };
    });
    const runs = temporaryFolder();
    const first = await runAgent(folder, { says, runs, host: HEADLESS });
    expect(first.finished).toMatchObject({ reason: 'paused', waiting: ['pause-s1'] });
    const replies = [{ id: 'pause-s1', reply: 'approve' }];
    const second = await runAgent(folder, { says, runs, host: APPROVES, resumes: { run: first.run, replies } });
    expect(second.of('script')).toHaveLength(1);
    expect(second.finished).toMatchObject({ reason: 'final', text: 'Done.', llmCalls: 4 });
  });
});
