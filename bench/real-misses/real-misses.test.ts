import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../skill/index.ts';
import { sharedFolder } from '../shared-folder.ts';
import { countCollected } from './independent.ts';
import { readRows } from './row.ts';
import { type Scored, scoreRows } from './score-rows.ts';

/** Invented rows in the form of the table. */
const SAMPLE = [
  [
    'Codex',
    'sed /Users/ada/.agents/skills/HEAT.md',
    'brew/SKILL.md: "[HEAT.md](./HEAT.md)"',
    'b2',
    'file',
    '3',
    'listed the folder, then read',
  ],
  [
    'opencode',
    'python scripts/heat/pot.py …tea',
    'brew/heat.md: "python scripts/heat/pot.py"',
    'b',
    'file',
    '2',
    'glob **/pot.py',
  ],
  [
    'Codex',
    '/Users/ada/.codex/skills/r0/brew/SKILL.md',
    'list of skills: "(file: r0/NAME/SKILL.md)" + table of roots',
    'e',
    'SKILL.md',
    '1',
    'searched',
  ],
  [
    'Codex',
    '…/brew/26.7.1/skills/brew/SKILL.md',
    'absolute path of the list is stale',
    'e',
    'SKILL.md',
    '2',
    'found 26.7.61608',
  ],
  [
    'Codex',
    '.claude/skills/pour/SKILL.md',
    'path of a skill in AGENTS.md; skill not there',
    'f',
    'SKILL.md',
    '1',
    'continued',
  ],
  ['Claude Code', 'Skill brew (is tea:brew)', '', 'f', 'name', '1', ''],
  [
    'pi',
    '~/.agents/skills/brew/scripts/heat.js (is heat.cjs)',
    'brew skill: `./scripts/heat.js`',
    'a',
    'file',
    '1',
    'yes',
  ],
  [
    'Claude Code',
    '.claude/skills/brew/cup-label.sh',
    'If the cup-label script reports an error',
    'c',
    'file',
    '1',
    'none',
  ],
  ['Codex', 'cat /home/ada/.codex/skills/brew/SKILL.md: Permission denied', 'list', 'i', 'SKILL.md', '1', ''],
].map((columns, index) => [`S${index + 1}`, ...columns].join('\t'));

const shareOf = (all: readonly boolean[]): number => all.filter(Boolean).length / all.length;
const triedOf = (scored: readonly Scored[]) => scored.flatMap((one) => (one.kind === 'tried' ? [one] : []));

const COLLECTED = join(sharedFolder('real-misses'), 'misses.tsv');

describe('misses of real agents', () => {
  it('are rebuilt as small worlds, in which the kind and the place are found', () => {
    const scored = scoreRows(readRows(['header', ...SAMPLE].join('\n')));
    expect(triedOf(scored).map(({ row, isKindRight, isPlaceRight }) => [row.id, isKindRight, isPlaceRight])).toEqual(
      SAMPLE.slice(0, 8).map((_, index) => [`S${index + 1}`, true, true]),
    );
    expect(triedOf(scored).map(({ place }) => place)).toEqual([
      '/Users/ada/.agents/skills/brew/HEAT.md',
      '/home/ada/.agents/skills/brew/scripts/heat/pot.py',
      '/Users/ada/.agents/skills/brew/SKILL.md',
      '/home/ada/brew/26.7.61608/skills/brew/SKILL.md',
      undefined,
      'tea:brew',
      '/home/ada/.agents/skills/brew/scripts/heat.cjs',
      undefined,
    ]);
    expect(scored.at(-1)).toMatchObject({ kind: 'not-reconstructible', why: 'no miss: permission denied' });
  });

  it('have the right kind in 90 % and the right place in 95 % of the collected ones', () => {
    if (!existsSync(COLLECTED)) {
      console.log('The collected misses are missing (../shared/real-misses), so only the invented ones were tried.');
      return;
    }
    const tried = triedOf(scoreRows(readRows(readFileSync(COLLECTED, 'utf8'))));
    const known = tried.filter(({ truePlace }) => truePlace !== undefined);
    expect(tried.length).toBeGreaterThan(100);
    expect(shareOf(tried.map(({ isKindRight }) => isKindRight))).toBeGreaterThanOrEqual(0.9);
    expect(shareOf(known.map(({ isPlaceRight }) => isPlaceRight))).toBeGreaterThanOrEqual(0.95);
  });

  it.skipIf(!existsSync(COLLECTED))('are counted in the profiles of clients, independent ones only', () => {
    const counted = countCollected(scoreRows(readRows(readFileSync(COLLECTED, 'utf8'))));
    const inProfiles = CLIENTS.flatMap(({ id, misses }) =>
      misses.flatMap((one) => (one.basis === 'collected' ? [`${id} ${one.what} ${one.kind} ${one.missed}`] : [])),
    );
    expect(inProfiles.toSorted()).toEqual(
      counted.map(({ client, what, kind, rows }) => `${client} ${what} ${kind} ${rows.length}`).toSorted(),
    );
  });
});
