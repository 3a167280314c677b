import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HEAD, settings, workspaceOf } from '../testing.ts';
import type { Rule } from './rule.ts';
import { runRules } from './run.ts';
import { RULES } from './table.ts';

const pages = join(import.meta.dirname, '..', '..', 'docs', 'rules');

function input() {
  const workspace = workspaceOf({ 'SKILL.md': `${HEAD}Read \`references/a.md\`.` });
  const entry = workspace.skillOf('/work/notes/SKILL.md');
  const skill = entry?.skill();
  const analysis = workspace.diagnose('/work/notes/SKILL.md')?.analysis;
  if (!skill || 'unreadable' in skill || !analysis) throw new Error('unreadable');
  const bundled = {
    document: () => undefined,
    unreached: () => [],
    deep: () => new Map(),
    namesakes: () => [],
    toolPool: () => undefined,
    renamed: () => undefined,
  };
  return { skill, document: skill.manifest, analysis, bundled, isManifest: true, folder: 'notes' };
}

it('contains a rule that throws: it is reported, and the others go on', () => {
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

it('gives a finding the level that is set, and leaves out what is off', () => {
  const run = (rules: unknown) =>
    runRules(input(), settings({ rules }), () => {}).map(({ code, severity }) => `${severity} ${code}`);
  expect(run({})).toEqual(['error reference.missing']);
  expect(run({ 'reference.missing': 'hint' })).toEqual(['hint reference.missing']);
  expect(run({ reference: { missing: 'off' } })).toEqual([]);
  expect(run({ 'reference.missing': 'default' })).toEqual(['error reference.missing']);
});

it('keeps a milder severity of one finding where the level is the default that an editor sends', () => {
  const check = (rules: unknown) => {
    const text = HEAD.replace('name: notes', 'name: other');
    const workspace = workspaceOf({ 'SKILL.md': text }, settings({ rules }));
    return workspace.diagnose('/work/notes/SKILL.md')?.findings.map(({ severity }) => severity);
  };
  expect(check({ 'frontmatter.name': 'error' })).toEqual(['warning']);
  expect(check({ 'frontmatter.name': 'hint' })).toEqual(['hint']);
});

it('has a page for every rule, and a rule for every page', () => {
  const documented = existsSync(pages) ? readdirSync(pages).filter((name) => name !== 'README.md') : [];
  expect(documented.sort()).toEqual(RULES.map(({ code }) => `${code}.md`).sort());
  for (const { code } of RULES)
    expect(readFileSync(join(pages, `${code}.md`), 'utf8')).toMatch(new RegExp(`^# ${code}\n`));
});

it('has an index of all rules', async () => {
  const readme = readFileSync(join(pages, 'README.md'), 'utf8');
  const rows = RULES.map(({ code, title, severity }) => `| [${code}](${code}.md) | ${title} | ${severity} |\n`);
  const head = '| rule | finds | default |\n|---|---|---|\n';
  const start = readme.indexOf(head) + head.length;
  const rest = readme.slice(start).replace(/^(?:\|.*\n)*/, '');
  // `npx vitest -u` writes it.
  await expect(readme.slice(0, start) + rows.join('') + rest).toMatchFileSnapshot(join(pages, 'README.md'));
});

it('has the levels of VS Code’s settings from the table', () => {
  const { contributes } = JSON.parse(readFileSync(join(pages, '..', '..', 'package.json'), 'utf8'));
  const sections = [contributes.configuration].flat().flatMap(({ properties }) => Object.entries(properties));
  const settings = sections.filter(([name]) => name.startsWith('skillwright.rules.'));
  const defaults = settings.map(([name, setting]) => [name.slice(18), Reflect.get(setting as object, 'default')]);
  expect(Object.fromEntries(defaults)).toEqual(Object.fromEntries(RULES.map(({ code, severity }) => [code, severity])));
  const levels = ['error', 'warning', 'information', 'hint', 'off'];
  for (const [name, setting] of settings) expect(setting, name).toMatchObject({ enum: levels });
});
