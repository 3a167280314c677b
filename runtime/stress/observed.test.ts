import { describe, expect, test } from 'vitest';
import type { Skill } from '../../skill/index.ts';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import type { ObservedMisses } from '../protocol/stress.ts';
import { formatNotMeasured, formatObservedKind, observedVerdict } from './describe-observed.ts';
import { stressReport } from './report.ts';

const FILES = { 'references/tea-guide.md': '# Guide\n', 'scripts/brew.py': 'open("made", "w")\n' };
const BODY = '# Brew\n\nTo brew tea, read `references/tea-guide.md`. Then brew with `python3 scripts/brew.py`.\n';

async function observe(skill: Skill, client: string, seeds: number): Promise<ObservedMisses> {
  const result = await stressReport({
    skills: [skill],
    prompts: ['Brew tea.'],
    models: ['simulated/observed'],
    seeds,
    guards: 'default',
    maxLlmCalls: 50,
    signal: new AbortController().signal,
    clients: [client],
  });
  const observed = 'kind' in result ? undefined : result.skills[0]?.observed;
  if (observed === undefined) throw new Error('Nothing was observed.');
  return observed;
}

describe('models that miss as real ones of their client do', () => {
  test('miss bundled files of Codex in its share and ways, search once, and mostly read the file then', async () => {
    const observed = await observe(skillOnDisk('demo', FILES, BODY), 'codex', 60);
    const bundled = observed.kinds.filter(({ what }) => what === 'bundled');
    const misses = bundled.reduce((sum, one) => sum + one.misses, 0);
    // 4 of 30 requests were measured; a run makes at most two.
    expect(misses / (2 * observed.runs)).toBeGreaterThan(0.05);
    expect(misses / (2 * observed.runs)).toBeLessThan(0.22);
    expect(bundled.map(({ kind }) => kind)).toContain('base.skills-root');
    for (const { share, misses: count, lostCalls, neverRead } of bundled) {
      expect(share).toMatchObject({ missed: 4, of: 30 });
      expect(lostCalls).toBe(2 * count - neverRead);
    }
    expect(observed.neverRead.length).toBeGreaterThan(0);
    expect(observed.words, 'no text leads to these').toEqual([]);
  });

  test('miss files of Claude Code rarely, and names of skills more often', async () => {
    const observed = await observe(skillOnDisk('demo', FILES, BODY), 'claude-code', 60);
    const of = (what: string): number =>
      observed.kinds.filter((one) => one.what === what).reduce((sum, { misses }) => sum + misses, 0);
    expect(of('bundled')).toBeLessThan(8);
    expect(of('skill-name')).toBeGreaterThan(2);
    expect(of('skill-name')).toBeLessThan(18);
    expect(observed.notMeasured).toEqual(['skill-file']);
  });

  test('are shown as not measured where the share is not known', async () => {
    const observed = await observe(skillOnDisk('demo', FILES, BODY), 'opencode', 40);
    expect(observed.kinds.map(({ kind, share }) => [kind, share])).toEqual([['base.workspace', undefined]]);
    expect(observed.kinds.map(formatObservedKind)[0]).toContain('not measured');
    const never = await observe(skillOnDisk('demo', FILES, BODY), 'gemini-cli', 20);
    expect(never).toMatchObject({ misses: 0, notMeasured: ['skill-file', 'bundled', 'skill-name'] });
    expect(`${observedVerdict(never)} ${formatNotMeasured(never)}`).toBe(
      'Nothing was missed in 20 simulated runs that miss as real models of this client do. Not measured in this client: how often real models miss SKILL.md, bundled files, names of skills.',
    );
  });

  test('name the words that lead every model to a miss: an absent file, and the folder of another client', async () => {
    const body =
      '# Brew\n\nTo brew tea, read `references/heat.md`, and brew with `~/.claude/skills/demo/scripts/brew.py`.\n';
    const observed = await observe(skillOnDisk('demo', FILES, body), 'codex', 20);
    expect(observed.words.map(({ text, kind, line }) => [text, kind, line]).toSorted()).toEqual([
      ['references/heat.md', 'absent', 7],
      ['~/.claude/skills/demo/scripts/brew.py', 'root.client', 7],
    ]);
    expect(observed.neverRead.map(({ path }) => path)).not.toContain('references/heat.md');
    const verdict = observedVerdict({ ...observed, neverRead: [] });
    expect(verdict, 'an absent file was not read').toMatch(/every missed file that exists was read in the end\.$/);
    for (const { calls, runs } of observed.words) expect(calls).toBeLessThanOrEqual(2 * runs);
  });

  test('are counted apart from all other models', async () => {
    const models = ['simulated/weak', 'simulated/observed'];
    const options = {
      skills: [skillOnDisk('demo', FILES, BODY)],
      prompts: ['Brew tea.'],
      seeds: 6,
      guards: 'default' as const,
      maxLlmCalls: 50,
      signal: new AbortController().signal,
      clients: ['codex'],
    };
    const [both, weak] = await Promise.all([
      stressReport({ ...options, models }),
      stressReport({ ...options, models: ['simulated/weak'] }),
    ]);
    if ('kind' in both || 'kind' in weak) throw new Error('No report.');
    const { observed, ...others } = both.skills[0] ?? {};
    expect(observed?.runs).toBe(6);
    expect(others).toEqual(weak.skills[0]);
  });
});
