import { describe, expect, it } from 'vitest';
import { ClaudeSession as Session } from '../../../test/equipment/runtime/claude-session.ts';
import { importRecords } from '../../../test/equipment/runtime/session.ts';

const SKILL = '/home/ada/.claude/skills/brewer';

async function guardsOf(session: Session, others: Readonly<Record<string, string>> = {}) {
  const { finished, events } = await importRecords(session.records, others);
  if (finished.guards === undefined) throw new Error('the guards were active');
  const calls = events.filter(({ type }) => type === 'tool_call').map(({ seq }) => seq);
  return {
    ...finished.guards,
    events,
    /** Number of a call, from 1. */ numberOf: (seq: number) => calls.indexOf(seq) + 1,
  };
}

describe('guards over a session', () => {
  it('would have stopped it at the miss after the fatal one, and count the later calls', async () => {
    const session = new Session().prompt('Brew.').skill();
    for (const path of ['references/a.md', 'references/a.md', 'references/a.md']) session.miss(path);
    for (let at = 0; at < 31; at++) session.step('Read', { file_path: `/home/ada/tea/${at}.md` }, `Text ${at}`);
    const { stops, refused, numberOf } = await guardsOf(session);
    expect(refused).toBe(0);
    expect(stops).toHaveLength(1);
    expect(stops[0]).toMatchObject({
      rule: 'resource_not_found',
      tool: 'Read',
      agent: 'agent',
      time: '2026-01-05T10:00:09.000Z',
      after: { toolCalls: 31, usage: { inputTokens: 31 * 90, outputTokens: 31 * 10 } },
    });
    expect(numberOf(stops[0]?.call ?? 0)).toBe(4);
  });

  it('would not have stopped one that finds a file after two misses', async () => {
    const session = new Session().prompt('Brew.').skill().miss('references/a.md').miss('references/a.md');
    session.step('Read', { file_path: `${SKILL}/references/a.md` }, '# A').miss('references/b.md');
    expect((await guardsOf(session)).stops).toEqual([]);
  });

  it('would have denied a call that repeats itself, and stopped if it continues', async () => {
    const session = new Session().prompt('Look.');
    for (let at = 0; at < 10; at++) session.step('Read', { file_path: '/home/ada/tea/notes.md' }, 'Notes');
    const { stops, refused, numberOf } = await guardsOf(session);
    // The third to the fourth are denied, and the fifth ends the run.
    expect(refused).toBe(2);
    expect(stops).toMatchObject([{ rule: 'repeated_call', count: 5, after: { toolCalls: 5 } }]);
    expect(numberOf(stops[0]?.call ?? 0)).toBe(5);
  });

  it('count each prompt from zero', async () => {
    const session = new Session();
    for (let prompt = 0; prompt < 5; prompt++) {
      session.prompt(`Again ${prompt}.`);
      for (let at = 0; at < 2; at++) session.step('Read', { file_path: '/home/ada/tea/notes.md' }, 'Notes');
    }
    expect(await guardsOf(session)).toMatchObject({ refused: 0, stops: [] });
  });

  it('count parallel calls once', async () => {
    const call = { name: 'Read', input: { file_path: '/home/ada/tea/notes.md' }, content: 'Notes' };
    const session = new Session().prompt('Look.').steps([call, call, call, call, call, call]);
    expect(await guardsOf(session)).toMatchObject({ refused: 0, stops: [] });
  });

  it('let an agent edit and test again and again', async () => {
    const session = new Session().prompt('Fix it.');
    for (let at = 0; at < 20; at++)
      session
        .step('Edit', { file_path: '/home/ada/tea/a.ts', new_string: `${at}` }, 'Edited')
        .step('Bash', { command: 'npm test' }, 'Exit code 1\n1 failed', true);
    expect(await guardsOf(session)).toMatchObject({ refused: 0, stops: [] });
  });

  it('would have stopped a sub-agent alone, but not after they would have stopped its parent', async () => {
    const inner = new Session().prompt('Look for it.');
    for (let at = 0; at < 8; at++) inner.step('Read', { file_path: '/home/ada/tea/notes.md' }, 'Notes');
    const file = inner.records
      .map((record) => JSON.stringify({ ...record, isSidechain: true, agentId: 'a1' }))
      .join('\n');
    const others = { 'session/subagents/agent-a1.jsonl': file };
    const task = (session: Session): Session => session.step('Task', { prompt: 'Look.' }, 'Found', false, 'a1');
    const alone = task(new Session().prompt('Find it.')).step('Read', { file_path: '/a.md' }, 'A');
    const { stops } = await guardsOf(alone, others);
    expect(stops).toMatchObject([{ rule: 'repeated_call', agent: 'agent-a1', after: { toolCalls: 3 } }]);
    const looping = new Session().prompt('Find it.');
    for (let at = 0; at < 6; at++) looping.step('Read', { file_path: '/home/ada/tea/notes.md' }, 'Notes');
    const both = await guardsOf(task(looping), others);
    // The sixth call, the task and the eight calls of the sub-agent.
    expect(both.stops).toMatchObject([{ rule: 'repeated_call', agent: 'agent', after: { toolCalls: 10 } }]);
  });

  it('do not count calls that the user rejects', async () => {
    const refusal = "The user doesn't want to proceed with this tool use.";
    const session = new Session().prompt('Delete it.');
    for (let at = 0; at < 12; at++) session.step('Bash', { command: `rm ${at}` }, refusal, true);
    expect(await guardsOf(session)).toMatchObject({ refused: 0, stops: [] });
  });
});
