import { describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../../test/equipment/runtime/claude-session.ts';
import { importRecords } from '../../../test/equipment/runtime/session.ts';

async function wastedOf(session: ClaudeSession, others: Readonly<Record<string, string>> = {}) {
  const { wasted } = (await importRecords(session.records, others)).finished;
  return [wasted.repeatedCalls, wasted.steps, wasted.usage.inputTokens ?? 0, wasted.usage.outputTokens ?? 0];
}

const read = { name: 'Read', input: { file_path: '/home/ada/tea/notes.md' }, content: 'Notes' };

describe('calls that brought nothing new', () => {
  it('are none in a session that reads, edits and tests', async () => {
    const session = new ClaudeSession().prompt('Fix it.');
    for (let at = 0; at < 4; at++)
      session
        .step('Read', read.input, 'Notes')
        .step('Edit', { file_path: '/home/ada/tea/notes.md', new_string: `${at}` }, 'Edited')
        .step('Bash', { command: 'npm run build' }, `built ${at}`);
    expect(await wastedOf(session)).toEqual([0, 0, 0, 0]);
  });

  it('are repeated calls with the same result, also with other reads in between', async () => {
    const session = new ClaudeSession().prompt('Look.');
    for (let at = 0; at < 5; at++)
      session.step('Read', read.input, 'Notes').step('Read', { file_path: `/home/ada/tea/${at}.md` }, `Text ${at}`);
    expect(await wastedOf(session)).toEqual([4, 0, 0, 0]);
  });

  it('are reads of a file that show no new line, whatever else differs', async () => {
    const lines = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, n) => `${from + n}\tLine ${from + n}`).join('\n');
    const path = '/home/ada/tea/notes.md';
    const session = new ClaudeSession().prompt('Look.').step('Read', { file_path: path }, `${lines(0, 80)}\n(read 1x)`);
    session.step('Read', { file_path: path, offset: 10, limit: 20 }, lines(10, 30));
    session.step('Read', { file_path: path, description: 'again' }, `${lines(0, 80)}\n(read 2x)`);
    session.step('Read', { file_path: path, offset: 70, limit: 20 }, lines(70, 90));
    session.step('Bash', { command: 'npm run lint', description: 'Lint' }, 'ok');
    session.step('Bash', { command: 'npm run lint', description: 'Lint again' }, 'ok');
    expect((await wastedOf(session))[0]).toBe(3);
  });

  it('are not calls whose result differs, or that follow a change', async () => {
    const session = new ClaudeSession().prompt('Wait.');
    for (let at = 0; at < 5; at++) session.step('Read', read.input, `Progress: ${at} of 40`);
    session.step('Write', { file_path: '/home/ada/tea/notes.md', content: 'x' }, 'Written');
    session.step('Read', read.input, 'Progress: 4 of 40');
    expect(await wastedOf(session)).toEqual([0, 0, 0, 0]);
  });

  it('are repeated although the client says how long they took', async () => {
    const session = new ClaudeSession().prompt('Look.');
    for (let at = 0; at < 3; at++)
      session.step(
        'Bash',
        { command: 'cat a.md' },
        `Exit code: 0\nWall time: 0.${at} seconds\nOutput:\n${'A'.repeat(1000)}`,
      );
    session.step('Bash', { command: 'cat a.md' }, `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${'A'.repeat(999)}B`);
    expect(await wastedOf(session)).toEqual([2, 0, 0, 0]);
  });

  it('are not parallel calls, whose results the model has not seen, nor those of another prompt', async () => {
    const session = new ClaudeSession().prompt('Look.').steps([read, read, read]);
    expect(await wastedOf(session.prompt('Again.').step('Read', read.input, 'Notes'))).toEqual([0, 0, 0, 0]);
  });

  it('are not calls whose results the session does not have', async () => {
    const session = new ClaudeSession().prompt('Look.');
    for (let at = 0; at < 6; at++) session.step('Read', read.input, 'Notes');
    const isResult = (record: object): boolean => JSON.stringify(record).includes('tool_result');
    const lost = session.records.filter((record) => !isResult(record));
    const { finished } = await importRecords(lost);
    expect(finished.wasted).toEqual({ repeatedCalls: 0, steps: 0, usage: {} });
    expect(finished.guards).toEqual({ refused: 0, stops: [] });
  });

  it('are repeated changes that change nothing', async () => {
    const session = new ClaudeSession().prompt('Write.');
    for (let at = 0; at < 4; at++) session.step('Bash', { command: 'touch a' }, '');
    expect(await wastedOf(session)).toEqual([3, 0, 0, 0]);
  });

  it('are model calls of which each tool call fails, with their tokens', async () => {
    const session = new ClaudeSession().prompt('Brew.').skill().miss('references/a.md').miss('references/b.md');
    const missed = { name: 'Read', input: { file_path: '/home/ada/a.md' }, content: 'File does not exist.' };
    session.steps([{ ...missed, isError: true }, read]);
    session.steps([
      { ...missed, input: { file_path: '/home/ada/b.md' }, isError: true },
      { ...missed, input: { file_path: '/home/ada/c.md' }, isError: true },
    ]);
    expect(await wastedOf(session)).toEqual([0, 3, 270, 30]);
  });

  it('include those of sub-agents, which repeat only their own', async () => {
    const inner = new ClaudeSession().prompt('Look for it.');
    for (let at = 0; at < 3; at++) inner.step('Read', read.input, 'Notes');
    const file = inner.records.map((one) => JSON.stringify({ ...one, isSidechain: true, agentId: 'a1' })).join('\n');
    const session = new ClaudeSession().prompt('Find it.').step('Read', read.input, 'Notes');
    session.step('Task', { prompt: 'Look.' }, 'Found', false, 'a1');
    expect(await wastedOf(session, { 'session/subagents/agent-a1.jsonl': file })).toEqual([2, 0, 0, 0]);
  });
});
