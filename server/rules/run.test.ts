import { expect, it } from 'vitest';
import { ANY_PLACE, HEAD, NO_LOOKUPS, settings, workspaceOf } from '../../test/equipment/server/server.ts';
import type { Rule } from './rule/rule.ts';
import { runRules } from './run.ts';
import { RULES } from './table.ts';

function input() {
  const workspace = workspaceOf({ 'SKILL.md': `${HEAD}Read \`references/a.md\`.` });
  const entry = workspace.skillOf('/work/notes/SKILL.md');
  const skill = entry?.skill();
  const analysis = workspace.diagnose('/work/notes/SKILL.md')?.analysis;
  if (!skill || 'unreadable' in skill || !analysis) throw new Error('unreadable');
  return { skill, document: skill.manifest, analysis, bundled: NO_LOOKUPS, isManifest: true, place: ANY_PLACE };
}

it('reports a rule that throws, and runs the others', () => {
  const broken: Rule = {
    code: 'broken',
    title: '',
    severity: 'error',
    check() {
      throw new Error('a bug');
    },
  };
  const errors: string[] = [];
  const findings = runRules(input(), settings({}), (code, path) => errors.push(`${code} ${path}`), [broken, ...RULES]);
  expect(errors).toEqual(['broken /work/notes/SKILL.md']);
  expect(findings.map(({ code }) => code)).toEqual(['reference.missing']);
});

it('applies configured levels, and skips rules that are off', () => {
  const run = (rules: unknown) =>
    runRules(input(), settings({ rules }), () => {}).map(({ code, severity }) => `${severity} ${code}`);
  expect(run({})).toEqual(['error reference.missing']);
  expect(run({ 'reference.missing': 'hint' })).toEqual(['hint reference.missing']);
  expect(run({ reference: { missing: 'off' } })).toEqual([]);
  expect(run({ 'reference.missing': 'default' })).toEqual(['error reference.missing']);
});

it('keeps a finding’s lower severity if the level is the default that an editor sends', () => {
  const check = (rules: unknown) => {
    const text = HEAD.replace('name: notes', 'name: other');
    const workspace = workspaceOf({ 'SKILL.md': text }, settings({ rules }));
    return workspace.diagnose('/work/notes/SKILL.md')?.findings.map(({ severity }) => severity);
  };
  expect(check({ 'frontmatter.name': 'error' })).toEqual(['warning']);
  expect(check({ 'frontmatter.name': 'hint' })).toEqual(['hint']);
});
