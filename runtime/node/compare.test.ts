import { truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { DONE, LIST, LOAD, LOOK, play, READ, type RunVariant } from '../../test/equipment/runtime/play.ts';
import type { Line } from '../../test/equipment/runtime/scripted-model.ts';
import { areSkillTextsDifferent, type SkillTexts, skillTextsOf } from '../compare/run-before-edit.ts';
import { readJournal } from '../journal/reader.ts';
import type { CompareResult, Comparison } from '../protocol/compare.ts';
import { compareFromEditor, findRunBeforeEdit } from './compare.ts';
import { readSessionFromEditor } from './sessions.ts';

async function comparePlays(a: RunVariant, b: RunVariant): Promise<Comparison> {
  const [first, second] = [await play(a), await play(b)];
  const result = compareFromEditor({ a: first.journal, b: second.journal });
  if (result.kind === 'failed') expect.fail(result.message);
  expect([result.comparison.a.journal, result.comparison.b.journal]).toEqual([first.journal, second.journal]);
  return result.comparison;
}

const other = [LIST, LOAD, READ, LOOK, { text: 'Other.' }];

describe('a comparison for the extension', () => {
  it('has a row for each step, with the outcome of calls', async () => {
    const { rows, divergence, a, b } = await comparePlays({}, { guide: '' });
    expect(rows.map(({ relation }) => relation)).toEqual([
      ...['same', 'same', 'same', 'changed', 'same', 'same', 'same'],
    ]);
    expect(rows[0]?.a).toEqual({ seq: 1, kind: 'prompt', text: 'Please do it.' });
    expect(rows[3]?.a).toMatchObject({
      kind: 'call',
      tool: 'load_skill_resource',
      args: { skill_name: 'demo', file_path: 'references/guide.md' },
      text: '{"file_path":"references/guide.md","skill_name":"demo"}',
      outcome: { status: 'ok', size: expect.any(Number) },
    });
    expect(rows[3]?.b?.outcome).toMatchObject({ status: 'miss', code: 'RESOURCE_NOT_FOUND' });
    expect(rows.at(-1)?.a).toMatchObject({ kind: 'end', text: 'final' });
    expect(divergence).toMatchObject({
      row: 3,
      reason: 'skill',
      sentence: 'the text of a skill differs (demo/references/guide.md).',
      texts: { a: expect.stringContaining('Guide.'), b: '' },
    });
    expect(a).toMatchObject({ prompt: 'Please do it.', agent: 'agent', imported: false, totals: { misses: 0 } });
    expect([a.skills[0]?.name, b.totals.misses]).toEqual(['demo', 1]);
  });

  it('says how to compare journals that are too large', async () => {
    const { journal } = await play({});
    const large = join(temporaryFolder(), 'journal.jsonl');
    writeFileSync(large, '');
    // Takes no space on the disk.
    truncateSync(large, 513 << 20);
    expect(compareFromEditor({ a: journal, b: large })).toEqual({
      kind: 'failed',
      message: `Compare with \`skillwright diff\` in a terminal: this journal is too large for VS Code (at most 512 MB): ${large}`,
    });
    expect(readJournal(large).unread).toMatchObject({ message: expect.stringMatching(/^Start a new run: .*513 MB/) });
  });

  it.each<[string, RunVariant, RunVariant, string, string]>([
    ['a skill', {}, { body: 'Look twice.', lines: other }, 'Look.', 'Look twice.'],
    ['the list of skills', {}, { description: 'Sees.' }, 'Looks.', 'Sees.'],
    ['the prompt', {}, { prompt: 'Something else.', lines: other }, 'Please do it.', 'Something else.'],
    ['the instructions', {}, { agent: { name: 'agent', instruction: 'Be brief.' }, lines: other }, '', 'Be brief.'],
    ['a result', {}, { seen: 'sea', lines: other }, 'seen: sky', 'seen: sea'],
  ])('has both versions of %s', async (_title, a, b, before, after) => {
    const { divergence } = await comparePlays(a, b);
    expect(divergence?.texts?.a).toContain(before);
    expect(divergence?.texts?.b).toContain(after);
    expect(divergence?.texts?.a).not.toContain(after);
  });

  it('has no texts if the model decided differently', async () => {
    const { divergence } = await comparePlays({}, { lines: other });
    expect(divergence).toMatchObject({ row: 5, reason: 'sampling' });
    expect(divergence).not.toHaveProperty('texts');
  });

  it('compares a run with the journal of a session of another agent', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'tea.jsonl');
    writeFileSync(file, MADE_UP_SESSIONS['claude-code'] ?? '');
    const { signal } = new AbortController();
    const session = await readSessionFromEditor(
      { file, journals: join(folder, 'journals'), skills: [], folders: {} },
      [],
      signal,
    );
    if (session.kind === 'refused') expect.fail(session.message);
    const { journal } = await play({});
    const result = compareFromEditor({ a: journal, b: session.journal });
    if (result.kind === 'failed') expect.fail(result.message);
    const { a, b, divergence } = result.comparison;
    expect([a.imported, b.imported, b.totals.client]).toEqual([false, true, 'claude-code']);
    expect(divergence).toMatchObject({ row: 0, reason: 'prompt' });
  });

  it('truncates the texts of rows', async () => {
    const long = 'word '.repeat(1000);
    const { rows, a } = await comparePlays({ prompt: long }, { prompt: long });
    expect(rows[0]?.a?.text).toHaveLength(300);
    expect(a.prompt).toHaveLength(4000);
  });

  it('of 2,000 steps each takes less than 300 ms of processor time in addition to reading the journals', async () => {
    const reads = Array.from({ length: 1998 }, (_, index): Line => ({ calls: [['look', { at: index }]] }));
    const options = { maxLlmCalls: 3000, guards: 'off' } as const;
    const a = await play({ ...options, lines: [...reads, DONE] });
    const b = await play({ ...options, seen: 'sea', lines: [...reads.slice(0, 900), LIST, ...reads.slice(900), DONE] });
    const measure = (act: () => void): number => {
      const before = process.threadCpuUsage();
      act();
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    const reading = measure(() => [a, b].map(({ journal }) => readJournal(journal)));
    let result: CompareResult | undefined;
    const comparing = measure(() => {
      result = compareFromEditor({ a: a.journal, b: b.journal });
    });
    if (result?.kind !== 'compared') expect.fail();
    expect(result.comparison.rows).toHaveLength(2002);
    expect(comparing - reading).toBeLessThan(300);
  }, 60_000);

  it('reports a journal that does not exist', () => {
    expect(compareFromEditor({ a: '/none/journal.jsonl', b: '/none/journal.jsonl' })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Choose another run'),
    });
  });
});

describe('the texts of skills that a run received', () => {
  async function textsOf(variant: RunVariant): Promise<SkillTexts> {
    const { journal, run } = await play(variant);
    return skillTextsOf({ kind: 'run', run, folder: dirname(journal), events: readJournal(journal).events });
  }

  it.each<[string, RunVariant]>([
    ['the text of a skill', { body: 'Look twice.' }],
    ['the description of a skill', { description: 'Sees.' }],
    ['a bundled file', { guide: 'Another.' }],
    ['a file that is missing now', { guide: '' }],
  ])('differ if the edit changed %s', async (_title, edited) => {
    expect(areSkillTextsDifferent(await textsOf({}), await textsOf(edited))).toBe(true);
  });

  it.each<[string, RunVariant]>([
    ['nothing', {}],
    ['the result of a tool', { seen: 'sea' }],
    ['the steps', { lines: [LIST, LOOK, DONE] }],
  ])('are the same if only this changed: %s', async (_title, changed) => {
    expect(areSkillTextsDifferent(await textsOf({}), await textsOf(changed))).toBe(false);
  });

  it('lead to the newest earlier run with other texts', async () => {
    const [old, before, same, now] = [
      await play({ body: 'Peek.' }),
      await play({ body: 'Peek.' }),
      await play({}),
      await play({}),
    ].map(({ journal }) => journal);
    const { signal } = new AbortController();
    const earlier = [same, '/none/journal.jsonl', before, old].map(String);
    expect(await findRunBeforeEdit({ journal: String(now), earlier }, signal)).toBe(before);
    expect(await findRunBeforeEdit({ journal: String(now), earlier: [String(same)] }, signal)).toBeNull();
  });
});
