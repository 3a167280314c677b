import { describe, expect, it } from 'vitest';
import { cause, SKILL } from '../editor/harness/causes.ts';
import { describeSessionMisses, locateSessionMisses, mergeSessions, missedIn } from './session-misses.ts';

const FILE = '/w/writer/SKILL.md';
const miss = (line: number, path = 'references/user_guide.md') => ({ skill: 'writer', path, cause: cause(line) });
const session = (name: string, day: number, misses = [miss(3)]) => ({
  source: { file: `/s/${name}.jsonl` },
  client: name,
  time: `2026-11-${day}T10:00:00.000Z`,
  misses,
});

describe('misses of sessions', () => {
  it('are grouped by their words, the latest session first', () => {
    const all = mergeSessions([session('Codex', 10)], [session('Claude Code', 12, [miss(3, 'a.md'), miss(4)])]);
    const locations = locateSessionMisses(all, FILE, SKILL.join('\n'));
    expect(locations.map(({ range, sessions }) => [range.line, sessions.map(({ client }) => client)])).toEqual([
      [2, ['Claude Code', 'Codex']],
      [3, ['Claude Code']],
    ]);
    expect(describeSessionMisses(locations[0]!, 'en')).toBe(
      'These words led the model to a.md, references/user_guide.md. Missed in Claude Code, Nov 12, 2026 and 1 other session. Name an existing file.',
    );
    expect(missedIn(locations[1]!.sessions, 'de')).toBe('Missed in Claude Code, 12.11.2026');
    expect(missedIn([{ ...session('Codex', 10), time: '' }], 'en')).toBe('Missed in Codex');
  });

  it('of a file that the skill has ask what paths are relative to', () => {
    const script = {
      ...miss(3, 'scripts/heat.py'),
      outside: true as const,
      cause: { ...cause(3), suggestions: ['scripts/heat.py'] },
    };
    const [location] = locateSessionMisses([session('Codex', 10, [script])], FILE, SKILL.join('\n'));
    expect(location && describeSessionMisses(location, 'en')).toBe(
      'These words led the model to scripts/heat.py in another folder. Missed in Codex, Nov 10, 2026. Say what paths are relative to.',
    );
    const other = [session('Codex', 10, [script, miss(3, 'a.md')])];
    expect(describeSessionMisses(locateSessionMisses(other, FILE, SKILL.join('\n'))[0]!, 'en')).toMatch(
      / Name an existing file\.$/,
    );
  });

  it('are omitted in other files, and if their lines were edited', () => {
    const all = [session('Codex', 10)];
    expect(locateSessionMisses(all, '/w/other/SKILL.md', SKILL.join('\n'))).toEqual([]);
    expect(locateSessionMisses(all, FILE, SKILL.join('\n').replace('For tone', 'For style'))).toEqual([]);
  });

  it('are replaced when the session is read again, and removed with its last miss', () => {
    const known = [session('Codex', 10), session('Claude Code', 12)];
    expect(mergeSessions(known, [session('Codex', 13, [miss(4)])]).map(({ time }) => time.slice(8, 10))).toEqual([
      '13',
      '12',
    ]);
    expect(mergeSessions(known, [session('Codex', 13, [])])).toHaveLength(1);
  });

  it('are limited', () => {
    const many = Array.from({ length: 300 }, (_, index) => session(`c${index}`, 10));
    expect(mergeSessions([], many)).toHaveLength(200);
    const long = session(
      'Codex',
      10,
      Array.from({ length: 99 }, () => miss(3)),
    );
    expect(mergeSessions([], [long])[0]?.misses).toHaveLength(50);
  });
});
