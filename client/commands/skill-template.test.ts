import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BASE_SENTENCE } from '../../skill/index.ts';
import { skillNameOf, skillTemplate } from './skill-template.ts';

describe('the name of a new skill', () => {
  it.each(['a', 'release-notes', 'v2-tools', 'x'.repeat(64)])('is %s itself', (name) => {
    expect(skillNameOf(name)).toBe(name);
  });
  it.each([
    ['My Skill', 'my-skill'],
    ['  Release__Notes v2.4 ', 'release-notes-v2-4'],
    ['a--b', 'a-b'],
    ['-a-', 'a'],
    ['../Résumé', 'resume'],
    ['x'.repeat(65), 'x'.repeat(64)],
    [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
    ['', ''],
    ['日本', ''],
  ])('made from "%s" is %j', (text, name) => {
    expect(skillNameOf(text)).toBe(name);
  });
});

describe('the text of a new skill', () => {
  it('quotes a description that YAML would misread', () => {
    const description = 'Use when: "quotes" # and: colons\nand lines';
    const [, frontmatter] = skillTemplate('release-notes', description).text.split('---\n');
    expect(parse(frontmatter ?? '')).toEqual({ name: 'release-notes', description });
  });
  it('uses the name as the title', () => {
    expect(skillTemplate('release-notes', 'x').text).toContain('\n# Release Notes\n');
  });
  it('states what paths are relative to before any path', () => {
    expect(skillTemplate('release-notes', 'x').text).toContain(`\n# Release Notes\n\n${BASE_SENTENCE}\n`);
  });
  it('returns the range of the first placeholder', () => {
    const { text, selection: first } = skillTemplate('release-notes', 'Say what the agent does first.');
    const line = text.split('\n')[first.line] ?? '';
    expect(line.slice(0, first.from)).toBe('1. ');
    expect(line.slice(first.from, first.to)).toBe('Say what the agent does first.');
    expect(first.to).toBe(line.length);
  });
});
