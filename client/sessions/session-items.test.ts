import { describe, expect, it } from 'vitest';
import type { ListedSession } from '../../runtime/protocol/sessions.ts';
import { compareLatestFirst, describeSession, sourceOf } from './session-items.ts';

const SESSION: ListedSession = {
  file: '/home/me/.claude/projects/-work-shop/a.jsonl',
  client: 'Claude Code',
  project: '/work/shop',
  end: '2026-11-12T10:00:00.000Z',
  title: 'Reconcile the invoices',
  model: 'anthropic/some-model',
  toolCalls: 1200,
  skills: ['invoices', 'reports'],
  misses: 2,
};

describe('describeSession', () => {
  it('shows client, misses, time, project, skills and calls', () => {
    expect(describeSession(SESSION, '12 Nov')).toEqual({
      label: '$(warning) Reconcile the invoices',
      description: 'Claude Code, 2 misses',
      detail: '12 Nov   shop   invoices, reports   1,200 tool calls',
    });
  });

  it('omits the parts that a session does not have', () => {
    const { project: _, ...session } = SESSION;
    expect(describeSession({ ...session, title: '', skills: [], misses: 0, toolCalls: 1 }, '12 Nov')).toEqual({
      label: '$(comment-discussion) (no prompt)',
      description: 'Claude Code',
      detail: '12 Nov   1 tool call',
    });
  });

  it('counts one miss', () =>
    expect(describeSession({ ...SESSION, misses: 1 }, '').description).toBe('Claude Code, 1 miss'));
});

describe('sourceOf', () => {
  it('has the id of a session in a database', () => {
    expect(sourceOf(SESSION)).toEqual({ file: SESSION.file });
    expect(sourceOf({ ...SESSION, session: 'ses_1' })).toEqual({ file: SESSION.file, session: 'ses_1' });
  });
});

describe('compareLatestFirst', () => {
  it('puts sessions without a valid time last, and keeps the order of others with the same time', () => {
    const ends = ['', '2026-01-05T10:00:00.000Z', 'never', '2026-01-05T12:00:00+01:00', '2026-01-05T11:00:00.000Z'];
    const sorted = ends.map((end, at) => ({ end, at })).sort(compareLatestFirst);
    expect(sorted.map(({ at }) => at)).toEqual([3, 4, 1, 0, 2]);
  });
});
