import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS, DIFFERENCES, PROOFS } from '../../skill/index.ts';
import { HOMES } from './homes.ts';
import { probesFor } from './probes.ts';
import { judge, proofsText, versionIn } from './prove.ts';

describe('a proof', () => {
  const because = 'It does.';
  it('fails on a difference that is not recorded, and on a record of none', () => {
    const records = [
      { part: 'load', because },
      { part: 'glob: *', because },
      { part: 'list: fields', because },
      { part: 'read: outside', because, varies: true as const },
    ];
    expect(judge({ differing: ['load', 'glob: skill', 'load: again', 'load: again'], same: 3 }, records)).toEqual({
      unrecorded: ['load: again'],
      stale: [{ part: 'list: fields', because }],
    });
    expect(judge({ differing: ['load', 'glob: skill', 'list: fields'], same: 3 }, records)).toEqual({
      unrecorded: [],
      stale: [],
    });
  });

  it('finds the version in what a client prints', () => {
    expect(versionIn('2.1.332 (Claude Code)\n')).toBe('2.1.332');
    expect(versionIn('codex-cli 0.171.0')).toBe('0.171.0');
    expect(versionIn('GitHub Copilot CLI 1.0.102.\nCommit: 5f3')).toBe('1.0.102');
    expect(versionIn('none')).toBeUndefined();
  });

  it('writes its file as it is formatted', () =>
    expect(readFileSync(join(import.meta.dirname, '../../skill/clients/proofs.ts'), 'utf8')).toBe(proofsText(PROOFS)));
});

it('has at least 40 probe skills', () => {
  const skills = HOMES.flatMap(({ user, project, above }) => Object.keys({ ...user, ...project, ...above }));
  expect(skills.filter((path) => /skill\.md$/i.test(path)).length).toBeGreaterThanOrEqual(40);
});

it.each(Object.keys(DIFFERENCES))('%s: every recorded difference is that of a probe, and has a reason', (id) => {
  const behavior = CLIENTS.find((client) => client.id === id)?.behaviors[0];
  if (behavior === undefined) throw new Error(id);
  const paths = { workspace: '/w', skill: '/s' };
  const parts = [
    ...probesFor(behavior, paths).map(({ label }) => label),
    ...probesFor(behavior, paths).map(({ tool }) => `parameters of ${tool}`),
    ...HOMES.map((home) => `list: ${home.id}`),
  ];
  for (const { part, because } of DIFFERENCES[id as keyof typeof DIFFERENCES] ?? []) {
    expect(
      parts.some((one) => (part.endsWith('*') ? one.startsWith(part.slice(0, -1)) : one === part)),
      part,
    ).toBe(true);
    expect(because).toMatch(/^[A-Z`][^\n]*\.$/);
  }
});
