import { expect, it } from 'vitest';
import { missedPaths, recordedWords } from './session-words.ts';

const words = { file: 'SKILL.md', line: 8, column: 6, endLine: 8, endColumn: 23, text: 'the brewing guide' };
const result = (recorded: object) => ({
  type: 'tool_result',
  miss: { skill: 'brewer', path: 'references/brewing_guide.md', kind: 'resource' },
  cause: { recorded: { ...words, ...recorded, suggestions: [] } },
});
const LINES = 'Read the brewing guide first.';

it('are the line of the session with the marked words', () => {
  expect(recordedWords(result({ lines: LINES }), undefined)).toEqual({
    missed: 'references/brewing_guide.md',
    excerpt: {
      path: 'brewer/SKILL.md',
      status: 'same',
      firstLine: 8,
      lines: [LINES],
      mark: { line: 8, from: 6, to: 23 },
    },
  });
  expect(recordedWords(result({}), undefined)?.excerpt).toMatchObject({
    lines: ['the brewing guide'],
    mark: { line: 8, from: 1, to: 18 },
  });
});

it('are shown in addition to those of the current skill only if its lines differ', () => {
  const current = { ...words, file: '/w/brewer/SKILL.md', suggestions: [] };
  expect(recordedWords(result({ lines: LINES }), { ...current, lines: LINES })).toBeUndefined();
  expect(recordedWords(result({ lines: LINES }), { ...current, lines: `Now, ${LINES}` })).toBeDefined();
});

it.each([{}, { cause: 'x', miss: {} }, { cause: { recorded: { file: 1 } }, miss: {} }, { ...result({}), miss: null }])(
  'are absent from other results: %o',
  (other) => expect(recordedWords(other, undefined)).toBeUndefined(),
);

it('name every path that a call missed, and say if the skill has it', () => {
  const causes = { current: { ...words, suggestions: ['references/brewing_guide.md'] } };
  expect(missedPaths(result({}))).toEqual({
    path: 'brewer/references/brewing_guide.md',
    isInSkill: false,
    isOutside: false,
    others: [],
  });
  expect(
    missedPaths({ ...result({}), cause: causes, alsoMissed: [{ skill: 'brewer', path: 'b.md' }, 'x'] }),
  ).toMatchObject({ isInSkill: true, others: ['brewer/b.md'] });
  expect(missedPaths({ result: 'x' })).toBeUndefined();
});

it('say where the file was sought, and where it is, also if a later call shows it', () => {
  const miss = { skill: 'brewer', path: 'SKILL.md', reason: 'name.manifest', asked: '~/.codex/skills/brewer/SKILL.md' };
  expect(missedPaths({ miss })?.sought).toEqual({
    title: 'SKILL.md of a skill that is not known',
    says: expect.stringMatching(/^The SKILL.md of a skill/),
    asked: miss.asked,
    exists: false,
    isMisplaced: true,
  });
  const place = { at: '/home/ada/.agents/skills/brewer/SKILL.md', exists: true };
  expect(missedPaths({ miss }, [{ ...miss, reason: 'root.client', place }])?.sought).toMatchObject({
    says: expect.stringMatching(/another client/),
    place: place.at,
    exists: true,
  });
  expect(missedPaths({ miss: { ...miss, reason: 'of a later version' } })?.sought).toBeUndefined();
});

it('withdraw a miss whose file the session creates later', () => {
  const miss = { skill: 'brewer', path: 'a.md', kind: 'resource', reason: 'guessed', asked: 'a.md' };
  const other = { ...miss, path: 'b.md', asked: 'b.md' };
  const created = { ...miss, result: 3, created: true };
  expect(missedPaths({ miss }, [created])).toBeUndefined();
  expect(missedPaths({ miss, alsoMissed: [other] }, [created])).toMatchObject({
    path: 'brewer/b.md',
    others: [],
    sought: { asked: 'b.md' },
  });
});
