import { expect, it } from 'vitest';
import { findSkills, readBundle } from './find.ts';
import { memoryFiles, overlay } from './memory.ts';

const tree = memoryFiles({
  '/w/a/SKILL.md': '',
  '/w/a/references/x.md': '',
  '/w/a/nested/skill.md': '',
  '/w/a/nested/own.md': '',
  '/w/.claude/skills/b/SKILL.md': '',
  '/w/.git/c/SKILL.md': '',
  '/w/node_modules/d/SKILL.md': '',
  '/w/a/loop': { link: '..' },
  '/w/shared': { link: '/elsewhere/skills' },
  '/w/again': { link: '/elsewhere' },
  '/elsewhere/skills/e/SKILL.md': '',
  '/elsewhere/skills/e/up': { link: '../..' },
  '/elsewhere/skills/e/here': { link: '.' },
});

it('finds skills in dot folders and through links, each once, despite circular links', () => {
  expect(findSkills(tree, '/w')).toEqual([
    '/w/.claude/skills/b/SKILL.md',
    '/w/a/SKILL.md',
    '/w/a/nested/skill.md',
    '/w/again/skills/e/SKILL.md',
  ]);
});

it('lists a skill’s files without its nested skills', () => {
  const bundle = readBundle(tree, '/w/a');
  expect([...bundle.files]).toEqual(['SKILL.md', 'references/x.md']);
  expect([...bundle.folders]).toEqual(['references']);
  expect(bundle.truncated).toBe(false);
});

it('reports that the listing was truncated', () => {
  const many = memoryFiles(Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`/s/f${index}`, ''])));
  expect(readBundle(many, '/s')).toMatchObject({ truncated: true });
  expect(readBundle(many, '/s').files.size).toBe(20_000);
});

it('overlays open buffers on the files', () => {
  const fs = overlay(
    tree,
    new Map([
      ['/w/a/SKILL.md', 'typed'],
      ['/w/a/new.md', 'new'],
    ]),
  );
  expect(fs.read('/w/a/SKILL.md')).toEqual({ kind: 'text', text: 'typed' });
  expect(readBundle(fs, '/w/a').files).toContain('new.md');
  expect(fs.kind('/w/a/new.md')).toBe('file');
});
