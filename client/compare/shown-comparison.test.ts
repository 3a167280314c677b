import { describe, expect, it } from 'vitest';
import type { ComparedRow, ComparedRun, ComparedStep, Comparison } from '../../runtime/protocol/compare.ts';
import { defined } from '../../runtime/text/objects.ts';
import { layOut } from '../timeline/compare/lines.ts';
import { shownComparison } from './shown-comparison.ts';

const RUN: ComparedRun = {
  journal: '/runs/1/journal.jsonl',
  totals: { run: '1', model: 'simulated/weak', reason: 'final', llmCalls: 1, toolCalls: 1, misses: 0, answer: '' },
  prompt: 'Write a letter.\nPlease.',
  agent: 'agent',
  startedAt: '2026-11-12T10:00:00.000Z',
  simulated: true,
  imported: false,
  skills: [{ name: 'letters', root: '/skills/letters' }],
};

const call = (tool: string, args: Record<string, string>, outcome: ComparedStep['outcome']): ComparedStep =>
  defined({
    seq: 7,
    kind: 'call',
    tool,
    args,
    text: JSON.stringify(args),
    outcome,
  });

function shown(rows: readonly ComparedRow[], run: Partial<ComparedRun> = {}, divergence?: Comparison['divergence']) {
  const a = { ...RUN, ...run };
  const comparison: Comparison = defined({ a, b: { ...a, journal: '/b' }, rows, divergence });
  return shownComparison(comparison, (journal) => (journal === '/b' ? 'After the fix' : undefined));
}

describe('the page of a comparison', () => {
  it('says what a fork changed, at the step as it is numbered there', () => {
    const step = (seq: number): ComparedStep => ({ seq, kind: 'reply', text: 'x' });
    const rows: ComparedRow[] = [2, 5, 9].map((seq) => ({ a: step(seq), b: step(seq), relation: 'same' }));
    const sentence = (forkChange: NonNullable<Comparison['forkChange']>) =>
      shownComparison({ a: RUN, b: RUN, rows, forkChange }, () => undefined).fork;
    expect(sentence({ fork: 'b', at: 4, changes: ['the guards: default → off'] })).toBe(
      'B is a fork of A from step 2 on. Changed: the guards: default → off.',
    );
    expect(sentence({ fork: 'a', at: 90, changes: [] })).toBe('A is a fork of B at event 90. Nothing was changed.');
    // The call of the fork is not aligned with the one that it replaced.
    rows.splice(1, 0, { b: step(5), relation: 'added' });
    expect(sentence({ fork: 'b', at: 5, changes: [] })).toBe('B is a fork of A from step 2 on. Nothing was changed.');
    expect(shown(rows)).not.toHaveProperty('fork');
  });

  it('names the runs', () => {
    const { runs, journals } = shown([]);
    expect(runs.a).toMatchObject({ title: 'Write a letter.', state: 'finished', client: '', live: false });
    expect(runs.b.title).toBe('After the fix');
    expect(journals).toEqual({ a: '/runs/1/journal.jsonl', b: '/b' });
  });

  it('distinguishes a simulated client from the session of one', () => {
    const totals = { ...RUN.totals, client: 'claude-code' };
    expect(shown([], { totals }).runs.a.client).toBe('as Claude Code');
    expect(shown([], { totals, imported: true }).runs.a.client).toBe('Claude Code session');
  });

  it('shows that a run has not ended', () => {
    const { reason: _, ...totals } = RUN.totals;
    expect(shown([], { totals }).runs.a).toMatchObject({ state: 'not ended', live: true });
  });

  it('names steps as a timeline does, with outcomes where they differ', () => {
    const read = { skill_name: 'letters', file_path: 'references/tone.md' };
    const [same, changed, tool, guard, end] = shown([
      { a: call('load_skill', { skill_name: 'letters' }, { status: 'ok', size: 900 }), relation: 'same' },
      {
        a: call('load_skill_resource', read, { status: 'ok', size: 1200 }),
        b: call('load_skill_resource', read, { status: 'miss', code: 'RESOURCE_NOT_FOUND', size: 80 }),
        relation: 'changed',
      },
      { b: call('look', { at: 'sky' }, { status: 'open' }), relation: 'added' },
      { a: { seq: 8, kind: 'guard', text: 'resource stop' }, relation: 'removed' },
      { a: { seq: 9, kind: 'end', text: 'guard' }, relation: 'removed' },
    ]).pairs;
    expect(same?.a).toMatchObject({ verb: 'load_skill', name: 'letters', icon: 'book', color: 'skill', outcome: '' });
    expect(changed?.a).toMatchObject({ name: 'references/tone.md', icon: 'page', outcome: '1,200 characters' });
    expect(changed?.b).toMatchObject({ icon: 'page-missed', color: 'miss', outcome: 'RESOURCE_NOT_FOUND' });
    expect(tool?.b).toMatchObject({ verb: 'look', name: 'sky', detail: '', outcome: 'no result' });
    expect(guard?.a).toMatchObject({ icon: 'guard', verb: 'guard', name: 'resource stop' });
    expect(end?.a).toMatchObject({ verb: 'end', name: 'stopped by a guard' });
  });

  it('names the calls of a client', () => {
    const { pairs } = shown(
      [
        {
          a: call('Read', { file_path: '/home/me/.claude/skills/letters/tone.md' }, { status: 'ok' }),
          relation: 'same',
        },
      ],
      { totals: { ...RUN.totals, client: 'claude-code' } },
    );
    expect(pairs[0]?.a).toMatchObject({ verb: 'Read', name: 'tone.md', icon: 'page' });
  });

  it('does not send the texts behind the first difference to the page', () => {
    const texts = { a: 'Look.', b: 'Look twice.' };
    const { first } = shown([], {}, { row: 0, reason: 'skill', sentence: 'the\u0007 text differs.', texts });
    expect(first).toEqual({ row: 0, sentence: 'the text differs.', hasTexts: true });
  });

  it('of 2,000 steps each takes the extension host and the page less than 100 ms of processor time', () => {
    const rows = Array.from({ length: 2000 }, (_, index): ComparedRow => {
      const step = (size: number): ComparedStep =>
        call('load_skill_resource', { skill_name: 'letters', file_path: `file-${index}.md` }, { status: 'ok', size });
      return { a: step(index), b: step(index + 1), relation: 'changed' };
    });
    const before = process.threadCpuUsage();
    expect(layOut(shown(rows), 'list').lines).toHaveLength(4000);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(100);
  });
});
