import { expect, it } from 'vitest';
import { settings, workspaceOf } from '../../../test/equipment/server/server.ts';

const skill = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\n`;

function found(text: string, folder = '/work/skills/x', section: unknown = {}): readonly string[] {
  const { findings = [] } = workspaceOf({ [`${folder}/SKILL.md`]: text }, settings(section)).diagnose(
    `${folder}/SKILL.md`,
  ) ?? { findings: [] };
  return findings
    .filter(({ code }) => code === 'frontmatter.upload')
    .map(({ severity, aspect, range }) => `${severity} ${aspect}: ${text.slice(range.start, range.end)}`);
}

it('reports reserved words in a name, and tags in a description, at their places', () => {
  const text = skill('my-claude-helper', '"Helps <b>a lot</b>. Use for help."');
  expect(found(text, '/work/skills/my-claude-helper')).toEqual([
    'information reserved-word: claude',
    'information tag: <b>',
  ]);
  expect(found(skill('anthropic-x', 'Does it.'))).toEqual(['information reserved-word: anthropic']);
  expect(found(skill('x', '>-\n  Renames\n  <old-name> to <new>.'))).toEqual(['information tag: <old-name>']);
});

it('is a warning for Codex, of which the validator refuses any angle bracket', () => {
  const section = { clients: ['codex'] };
  expect(found(skill('claude-x', '"Turns A -> B."'), undefined, section)).toEqual(['warning tag: >']);
  expect(found(skill('x', `"Wraps <${'tag '.repeat(50)}>."`), undefined, section)).toHaveLength(1);
});

it('reports nothing else, nor skills that are only for clients without these rules', () => {
  expect(found(skill('x', '"Turns A -> B, less than < 5 or <= 6."'))).toEqual([]);
  expect(found(skill('x', 'Helps Claude with it.'))).toEqual([]);
  const both = skill('claude-x', '"Helps <b>a lot</b>."');
  expect(found(both, '/work/skills/claude-x', { clients: ['claude-code'] })).toEqual([]);
  expect(found(both, '/work/.opencode/skills/claude-x')).toEqual([]);
  expect(found('---\nname: {{claude}}\ndescription: <b>\n---\n')).toEqual([]);
});
