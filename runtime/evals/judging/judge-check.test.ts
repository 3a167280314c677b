import { describe, expect, it } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { DONE, LIST, LOAD, LOOK, play, READ } from '../../../test/equipment/runtime/play.ts';
import { scaledLimit } from '../../../test/equipment/runtime/scaled-limit.ts';
import type { Line } from '../../../test/equipment/runtime/scripted-model.ts';
import type { CheckRule, TextPattern } from '../cases/check.ts';
import { judgeCheck, newSearchWork } from './judge-check.ts';
import { judgeTrial } from './judge-trial.ts';
import { factsOf, type RunFacts } from './run-facts.ts';

const MISS: Line = { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/absent.md' }]] };

async function facts(lines: readonly Line[]): Promise<RunFacts> {
  const { events, runs, run } = await play({ lines });
  return factsOf(events, `${runs}/${run}`);
}

const judge = (rule: CheckRule, of: RunFacts, hadFile?: (path: string) => boolean) =>
  judgeCheck({ text: 'x', rule }, of, defined({ skill: 'demo', searches: newSearchWork(), hadFile }));

describe('a run', () => {
  it('is judged by what was loaded, read and missed', async () => {
    const of = await facts([LIST, LOAD, READ, MISS, LOOK, { text: 'The guide says Hello.' }]);
    expect(judge({ kind: 'loaded', expected: true }, of).passed).toBe(true);
    expect(judge({ kind: 'loaded', skill: 'other', expected: true }, of).passed).toBe(false);
    expect(judge({ kind: 'read', path: './references/guide.md', expected: true }, of).passed).toBe(true);
    expect(judge({ kind: 'read', path: 'references/absent.md', expected: false }, of).passed).toBe(true);
    expect(judge({ kind: 'ran', path: 'scripts/make.py', expected: true }, of).passed).toBe(false);
    expect(judge({ kind: 'at_most', figure: 'misses', limit: 0 }, of)).toMatchObject({
      passed: false,
      evidence: '1 missing file (references/absent.md), though at most 0 are allowed.',
      events: [of.misses[0]?.seq],
    });
    expect(judge({ kind: 'at_most', figure: 'calls', limit: 5 }, of).passed).toBe(true);
    expect(judge({ kind: 'at_most', figure: 'calls', limit: 4 }, of).passed).toBe(false);
  });

  it('is not judged by a script that the client denied, and names the denial', async () => {
    const of = await facts([LIST, LOAD, READ, { text: 'Done.' }]);
    const args = '{"command":"sh /skills/demo/scripts/make.sh"}';
    const denied = { ...of, denied: [{ seq: 7, args, says: 'This command requires approval' }] };
    const rule = { kind: 'ran', path: 'scripts/make.sh', expected: true } as const;
    expect(judge(rule, denied)).toMatchObject({
      passed: null,
      evidence:
        'Allow the call in the client: scripts/make.sh was not run, because it said "This command requires approval".',
      events: [7],
    });
    expect(judge({ ...rule, path: 'scripts/other.sh' }, denied)).toMatchObject({
      passed: false,
      evidence: 'scripts/other.sh was never run, though it should have been.',
    });
    expect(judge({ ...rule, expected: false }, denied).passed).toBe(true);
    expect(judge({ kind: 'read', path: 'references/guide.md', expected: true }, denied).passed).toBe(true);
  });

  it('has read SKILL.md if it loaded the skill', async () => {
    const of = await facts([LIST, LOAD, DONE]);
    expect(judge({ kind: 'read', path: 'SKILL.md', expected: true }, of)).toMatchObject({
      passed: true,
      events: [of.loaded[0]?.seq],
    });
    expect(judge({ kind: 'read', path: 'SKILL.md', expected: false }, of).passed).toBe(false);
  });

  describe('that does not show what a command names', () => {
    const one = { seq: 7, skill: 'demo' };
    const maybe = { ...one, unproven: true } as const;
    const load = { ...maybe, path: 'SKILL.md' };
    const of = async (more: Partial<RunFacts>): Promise<RunFacts> => ({ ...(await facts([DONE])), ...more });
    const unproven = { passed: null, evidence: expect.stringContaining('does not show'), events: [7] };

    it('is neither passed nor failed', async () => {
      const found = await of({ loaded: [load], read: [{ ...maybe, path: 'a.md' }], ran: [{ ...maybe, path: 'x.sh' }] });
      for (const expected of [true, false]) {
        expect(judge({ kind: 'loaded', expected }, found)).toMatchObject(unproven);
        expect(judge({ kind: 'read', path: 'SKILL.md', expected }, found)).toMatchObject(unproven);
        expect(judge({ kind: 'read', path: 'a.md', expected }, found)).toMatchObject(unproven);
        expect(judge({ kind: 'ran', path: 'x.sh', expected }, found)).toMatchObject(unproven);
      }
      expect(judge({ kind: 'ran', path: 'y.sh', expected: true }, found).passed).toBe(false);
    });

    it('is judged by another call that shows it', async () => {
      const found = await of({
        read: [
          { ...maybe, path: 'a.md' },
          { ...one, seq: 8, path: 'a.md' },
        ],
      });
      expect(judge({ kind: 'read', path: 'a.md', expected: true }, found)).toMatchObject({ passed: true, events: [8] });
      expect(judge({ kind: 'read', path: 'a.md', expected: false }, found).passed).toBe(false);
    });

    it.each<readonly [boolean | null, Extract<CheckRule, { kind: 'skills' }>['sequence'], boolean, readonly string[]]>([
      [null, 'exact', false, ['other']],
      [null, 'exact', false, ['other', 'demo']],
      [null, 'in_order', true, ['demo']],
      [true, 'in_order', true, ['other']],
      [null, 'any_order', false, ['other']],
      [false, 'none', true, ['other']],
      [null, 'none', true, ['demo']],
    ])('makes %j of the skills %s, with others: %j: %j', async (passed, sequence, extra, skills) => {
      const found = await of({ loaded: [{ seq: 6, skill: 'other', path: 'SKILL.md' }, load] });
      expect(judge({ kind: 'skills', skills, sequence, extra }, found).passed).toBe(passed);
    });

    it('is no judged trigger', async () => {
      const place = { prompt: 'x', id: '1', file: '', position: { line: 1, column: 1 } };
      const context = { skill: 'demo', isAbsent: false, searches: newSearchWork() };
      for (const shouldTrigger of [true, false]) {
        const trigger = { kind: 'trigger', ...place, shouldTrigger } as const;
        expect(judgeTrial(trigger, await of({ loaded: [load] }), context)).toMatchObject({
          verdict: 'not_judged',
          triggered: false,
          checks: [unproven],
        });
      }
    });
  });

  it('has the answer of the model, not the sentence of a guard that ended it', async () => {
    const of = await facts([LIST, LIST, LIST, LIST, LIST, LIST, LIST, LIST, LIST]);
    expect(of.finished).toMatchObject({ reason: 'guard', text: expect.stringContaining('guard') });
    const guard = { kind: 'regex', source: '(?i)guard' } as const;
    expect(judge({ kind: 'answer', patterns: [guard], quantity: 'all' }, of).passed).toBe(false);
  });

  it('whose usage is unknown is not judged by it', async () => {
    const of = await facts([DONE]);
    expect(judge({ kind: 'at_most', figure: 'tokens', limit: 5 }, of).passed).toBeNull();
    expect(judge({ kind: 'at_most', figure: 'cost', limit: 5 }, of).passed).toBeNull();
  });

  it('is judged by the order of its tools', async () => {
    const of = await facts([LIST, LOAD, READ, DONE]);
    const tools = (sequence: 'exact' | 'in_order' | 'any_order' | 'none', ...names: string[]) =>
      judge({ kind: 'tools', tools: names, sequence }, of).passed;
    expect(tools('in_order', 'list_skills', 'load_skill_resource')).toBe(true);
    expect(tools('in_order', 'load_skill_resource', 'list_skills')).toBe(false);
    expect(tools('any_order', 'load_skill_resource', 'list_skills')).toBe(true);
    expect(tools('exact', 'list_skills', 'load_skill')).toBe(false);
    expect(tools('exact', 'list_skills', 'load_skill', 'load_skill_resource')).toBe(true);
    expect(tools('none', 'look')).toBe(true);
    expect(tools('none', 'look', 'load_skill')).toBe(false);
  });

  it('is judged by its answer', async () => {
    const of = await facts([{ text: 'feat(auth): add login\n\nFixes #42' }]);
    const regex = (source: string, quantity: 'all' | 'any' | 'none' = 'all') =>
      judge({ kind: 'answer', patterns: [{ kind: 'regex', source }], quantity }, of).passed;
    expect(regex('^feat\\(')).toBe(true);
    expect(regex('(?i)FIXES #\\d+')).toBe(true);
    expect(regex('^Fixes')).toBe(false);
    expect(regex('(?m)^Fixes')).toBe(true);
    expect(regex('^fix', 'none')).toBe(true);
    // RE2 has no lookahead, and an assertion that cannot be judged is never passed.
    expect(regex('(?=feat)')).toBeNull();
    const texts = (quantity: 'all' | 'any' | 'none', ignoresCase: boolean, ...words: string[]) =>
      judge({ kind: 'answer', patterns: words.map((text) => ({ kind: 'text', text, ignoresCase })), quantity }, of)
        .passed;
    expect(texts('all', false, 'login', '#42')).toBe(true);
    expect(texts('all', false, 'Login')).toBe(false);
    expect(texts('any', true, 'LOGIN', 'absent')).toBe(true);
    expect(texts('none', false, 'absent')).toBe(true);
  });

  it('does not take long for a hostile regular expression', async () => {
    const of = await facts([{ text: `${'a'.repeat(50_000)}!` }]);
    const start = process.cpuUsage();
    judge({ kind: 'answer', patterns: [{ kind: 'regex', source: '^(a+)+$' }], quantity: 'all' }, of);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
  });

  it.each<[string, readonly TextPattern[], string]>([
    ['a large expression', [{ kind: 'regex', source: `${'(.?){1000}'.repeat(90)}\\d` }], 'too large'],
    [
      'an expression that is large for its text',
      [{ kind: 'regex', source: `${'(.?){1000}'.repeat(3)}\\d` }],
      'too long',
    ],
    [
      'many expressions',
      Array.from({ length: 1000 }, (_, index): TextPattern => ({ kind: 'regex', source: `(.?){800}${index}{9}\\d` })),
      'too long',
    ],
    ['a long text', [{ kind: 'text', text: `b${'a'.repeat(100_000)}`, ignoresCase: true }], 'too long'],
  ])('is not judged by %s', async (_, patterns, reason) => {
    const of = await facts([{ text: 'a'.repeat(50_000) }]);
    const start = process.cpuUsage();
    const outcome = judge({ kind: 'answer', patterns, quantity: 'any' }, of);
    expect(outcome).toMatchObject({ passed: null, evidence: expect.stringContaining(reason) });
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(scaledLimit(10_000));
  });
});

describe('a file', () => {
  const none = { changes: undefined } as unknown as RunFacts;
  const changed = {
    changes: {
      seq: 9,
      more: 0,
      files: [
        { path: 'notes.md', kind: 'added', after: '# Notes' },
        { path: 'old.md', kind: 'deleted', before: 'x' },
        { path: 'image.png', kind: 'added', omitted: 'binary' },
      ],
    },
  } as unknown as RunFacts;
  const had = (path: string): boolean => path === 'kept.md' || path === 'old.md';

  it.each<[path: string, exists: boolean, passed: boolean]>([
    ['notes.md', true, true],
    ['kept.md', true, true],
    ['old.md', true, false],
    ['old.md', false, true],
    ['absent.md', true, false],
    ['notes.md', false, false],
    ['./notes.md', true, true],
    ['./old.md', false, true],
    ['out/../kept.md', true, true],
  ])('%s, expected to exist: %s', (path, exists, passed) => {
    expect(judge({ kind: 'file', path, exists }, changed, had).passed).toBe(passed);
  });

  it('is judged by its text, if the journal has it', () => {
    const rule = (path: string, source: string) =>
      judge({ kind: 'file', path, exists: true, patterns: [{ kind: 'regex', source }], quantity: 'all' }, changed, had);
    expect(rule('notes.md', 'Notes')).toMatchObject({ passed: true, events: [9] });
    expect(rule('notes.md', 'Other').passed).toBe(false);
    expect(rule('image.png', 'x').passed).toBeNull();
    expect(rule('kept.md', 'x').passed).toBeNull();
  });

  it.each(['/etc/hostname', '../kept.md', 'C:\\kept.md', ''])('is not judged outside the workspace: %s', (path) => {
    for (const exists of [true, false])
      expect(judge({ kind: 'file', path, exists }, changed, had)).toMatchObject({
        passed: null,
        evidence: expect.stringContaining('inside the workspace'),
      });
  });

  it('is not judged if the workspace could not be compared', () => {
    const unknown = { changes: { seq: 9, more: 0, files: [], isIncomplete: true } } as unknown as RunFacts;
    for (const exists of [true, false])
      expect(judge({ kind: 'file', path: 'kept.md', exists }, unknown, had)).toMatchObject({
        passed: null,
        events: [9],
      });
  });

  it('is not judged without a workspace', () => {
    expect(judge({ kind: 'file', path: 'kept.md', exists: true }, none)).toMatchObject({
      passed: null,
      evidence: expect.stringContaining('--client'),
    });
  });
});
