import { describe, expect, it } from 'vitest';
import { ROOT, skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { readDocument } from '../documents/document.ts';
import { join } from '../files/paths.ts';
import { collectAnchors } from './anchors.ts';
import { deepDocuments, unreachedFiles } from './reach.ts';

/** Returns the unreferenced files, and the texts that were opened to find them. */
function reach(body: string, texts: Readonly<Record<string, string>>) {
  const more = Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${ROOT}/${path}`, text]));
  const { skill } = skillWith(body, [], more);
  const opened: string[] = [];
  const document = (path: string) => readDocument(path, more[path] ?? '');
  const script = (path: string) => {
    opened.push(path.slice(ROOT.length + 1));
    return more[path];
  };
  return { left: unreachedFiles(skill, { document, script }), opened, deep: deepDocuments(skill, document) };
}

describe('unreachedFiles', () => {
  it('opens scripts only if files are left', () => {
    const files = { 'scripts/run.py': 'open("b.json")', 'assets/b.json': '' };
    expect(reach('Run `scripts/run.py`, see `assets/b.json`.', files)).toMatchObject({ left: [], opened: [] });
    expect(reach('Run `scripts/run.py`.', files)).toMatchObject({ left: [], opened: ['scripts/run.py'] });
  });

  it('follows schemas that import each other', () => {
    const files = {
      'scripts/check.py': 'load("main.xsd")',
      'schemas/main.xsd': '<xsd:import schemaLocation="types-1.xsd"/>',
      'schemas/types-1.xsd': '<xsd:include schemaLocation="main.xsd"/>',
      'schemas/other.xsd': '',
    };
    expect(reach('Run `scripts/check.py`.', files).left).toEqual(['schemas/other.xsd']);
  });

  it('follows a document that a script names', () => {
    const files = {
      'scripts/run.py': 'help("guide.md")',
      'references/guide.md': 'See [b](b.md).',
      'references/b.md': '',
    };
    expect(reach('Run `scripts/run.py`.', files).left).toEqual([]);
  });

  it('treats a heading above a list of files as a list, not as the entire folder', () => {
    const files = { 'references/a.md': '', 'references/b.md': '', 'references/c.md': '' };
    const list = '- `references/a.md`\n- `references/b.md`';
    expect(reach(`### References directory\n\n${list}`, files).left).toEqual(['references/c.md']);
    expect(reach(`The references folder has:\n\n${list}`, files).left).toEqual(['references/c.md']);
    expect(reach(`Look through the references folder.\n\n${list}`, files).left).toEqual([]);
  });

  it('counts files that a client’s manifest shows', () => {
    const files = { 'agents/openai.yaml': 'icon: ./assets/mark.svg', 'assets/mark.svg': '', 'assets/other.svg': '' };
    expect(reach('', files).left).toEqual(['assets/other.svg']);
  });

  it('ignores manifests of other clients, and commands for people', () =>
    expect(reach('', { 'POWER.md': '', 'commands/run.md': '', 'references/a.md': '' }).left).toEqual([
      'references/a.md',
    ]));

  it('handles circular references', () => {
    const files = { 'references/a.md': '[b](b.md)', 'references/b.md': '[a](a.md)', 'references/c.md': '[c](c.md)' };
    expect(reach('Read `references/a.md`.', files).left).toEqual(['references/c.md']);
  });

  it('distinguishes files with the same name by their folder', () => {
    const files = { 'references/x/index.md': '', 'references/y/index.md': '' };
    expect(reach('Open `x/index.md` below.', files).left).toEqual(['references/y/index.md']);
  });

  it('reports nothing for a very large bundle', () => {
    const files = Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`assets/${n}.svg`, '']));
    expect(reach('', files).left).toEqual([]);
  });
});

it('finds the document that leads to a deep one first', () => {
  const files = { 'references/a.md': '[c](c.md)', 'references/b.md': '[c](c.md) [a](a.md)', 'references/c.md': '' };
  expect([...reach('Read `references/b.md`, `references/a.md`.', files).deep]).toHaveLength(1);
  expect(reach('Read `references/b.md`.', files).deep.get('references/c.md')).toBe(join(ROOT, 'references/b.md'));
});

describe('collectAnchors', () => {
  const has = (text: string, name: string) => collectAnchors(readDocument('/x.md', text)).has(name);

  it.each([
    ['## A & B', 'a--b'],
    ['## A & B', 'a-b'],
    ['## 🏗️ Build', '-build'],
    ['# Same\n\n# Same', 'same-1'],
    ['Title\n=====', 'title'],
    ['- # In a list', 'in-a-list'],
    ["<h2 class='x' id='own'>Own</h2>", 'own'],
    ['<a name=old></a>', 'old'],
    ['Überblick\n---', 'überblick'],
  ])('%j has #%s', (text, name) => expect(has(text, name)).toBe(true));

  it.each([
    ['# Same', 'same-1'],
    ['# Build the app', 'build'],
    ['id="none"', 'none'],
  ])('%j has no #%s', (text, name) => expect(has(text, name)).toBe(false));
});
