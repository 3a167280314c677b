import { expect, it } from 'vitest';
import { applyFix, HEAD, workspaceOf } from '../../../test/equipment/server/server.ts';

const files = {
  '/work/.git/HEAD': '',
  '/work/notes/SKILL.md': `${HEAD}Read \`references/pricing.md\`, [shared](../shared/terms.md) and [far](../../../etc/hosts).`,
  '/work/billing/SKILL.md': '---\nname: billing\ndescription: Bills.\n---\n',
  '/work/billing/references/pricing.md': '',
  '/work/shared/terms.md': '',
};

it('distinguishes paths with targets elsewhere: another skill, outside the skill, outside the repository', () => {
  const { findings = [] } = workspaceOf(files).diagnose('/work/notes/SKILL.md') ?? {};
  expect(findings.map(({ code, severity, target }) => [code, severity, target])).toEqual([
    ['reference.other-skill', 'warning', 'references/pricing.md'],
    ['reference.outside-skill', 'information', '../shared/terms.md'],
    ['reference.escapes', 'hint', '../../../etc/hosts'],
  ]);
});

it('inserts a relative path to the other skill', () => {
  const { findings = [] } = workspaceOf(files).diagnose('/work/notes/SKILL.md') ?? {};
  const [first] = findings;
  expect(first?.suggestions).toEqual(['../billing/references/pricing.md']);
  expect(applyFix(files['/work/notes/SKILL.md'], findings)).toContain('Read `../billing/references/pricing.md`');
});

it('reports files of another skill by name if that skill has no such file', () => {
  const text = `${HEAD}See \`prices.md\` of the \`billing\` skill.\n\nSee \`pricing.md\` of the \`billing\` skill.`;
  const { findings = [] } =
    workspaceOf({ ...files, '/work/notes/SKILL.md': text }).diagnose('/work/notes/SKILL.md') ?? {};
  expect(findings.map(({ code, target }) => [code, target])).toEqual([['reference.other-skill', 'prices.md']]);
});
