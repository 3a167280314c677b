import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nameProblem, skillTemplate } from './skill-template.ts';

describe('the name of a new skill', () => {
  it.each(['a', 'release-notes', 'v2-tools', 'x'.repeat(64)])('accepts %s', (name) => {
    expect(nameProblem(name)).toBeUndefined();
  });
  it.each(['', 'Release', 'a--b', '-a', 'a-', 'a_b', 'a b', '../a', 'x'.repeat(65)])('refuses "%s"', (name) => {
    expect(nameProblem(name)).toMatch(/\S/);
  });
});

describe('the text of a new skill', () => {
  it('keeps a description that YAML would read as something else', () => {
    const description = 'Use when: "quotes" # and: colons\nand lines';
    const [, frontmatter] = skillTemplate('release-notes', description).split('---\n');
    expect(parse(frontmatter ?? '')).toEqual({ name: 'release-notes', description });
  });
  it('has the name as its title', () => {
    expect(skillTemplate('release-notes', 'x')).toContain('\n# Release Notes\n');
  });
});
