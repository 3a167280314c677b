import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../skill/index.ts';
import { Lines } from '../../workspace/lines.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { complete } from './completion.ts';

/** Returns the labels at the `|` of an eval file, and the line after inserting the first. */
function at(file: string, marked: string, byEditor: readonly string[] = []) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const path = `/work/notes/${file}`;
  const fs = memoryFiles({
    '/work/notes/SKILL.md': '---\nname: notes\ndescription: Sorts notes.\n---\n',
    '/work/notes/references/guide.md': '# Guide\n',
    '/work/notes/evals/files/a.csv': '1',
    '/work/cook/SKILL.md': '---\nname: cook\ndescription: Cooks.\n---\n',
    [path]: text,
  });
  const workspace = new Workspace(fs, (code, _path, error) => {
    throw new Error(code, { cause: error });
  });
  workspace.setFolders(['/work']);
  const lines = new Lines(text);
  const support = { snippets: false, markdown: false };
  const session = { workspace, completedByEditor: new Set(byEditor) };
  const list = complete(session, fs, { path, position: lines.position(offset), support });
  const labels = (list?.items ?? []).map(({ label }) => label);
  const edit = list?.items[0]?.textEdit;
  if (edit === undefined || !('range' in edit)) return { labels, after: undefined };
  const { start, end } = edit.range;
  return { labels, after: text.slice(0, lines.offset(start)) + edit.newText + text.slice(lines.offset(end)) };
}

const FILE = 'evals/evals.json';

describe('JSON', () => {
  it.each<[what: string, text: string, includes: readonly string[], excludes: readonly string[]]>([
    ['fields of the file', '{"|"}', ['skill_name', 'evals'], ['check']],
    ['fields of a case', '{"evals": [{"id": 1, "|": 2}]}', ['prompt', 'assertions'], ['evals', 'check']],
    ['fields of an assertion', '{"evals": [{"assertions": ["a", {"|"}]}]}', ['check', 'path'], ['prompt']],
    ['kinds of assertion', '{"evals": [{"assertions": [{"check": "re|"}]}]}', ['read', 'max_misses'], []],
    [
      'bundled files',
      '[{"assertions": [{"check": "read", "path": "|"}]}]',
      ['references/guide.md'],
      ['evals/files/a.csv'],
    ],
    ['files of a case', '[{"prompt": "a", "files": ["|"]}]', ['evals/files/a.csv'], ['references/guide.md', FILE]],
    ['skills', '{"skill_name": "|"', ['notes', 'cook'], []],
  ])('completes %s', (_, text, includes, excludes) => {
    const { labels } = at(FILE, text);
    expect(labels).toEqual(expect.arrayContaining([...includes]));
    for (const label of excludes) expect(labels).not.toContain(label);
  });

  it('replaces the text in quotes, also after escapes', () => {
    expect(at(FILE, '[{"prompt": "a \\" b", "files": ["ev|x"]}]').labels).toEqual(['evals/files/a.csv']);
    expect(at(FILE, '[{"prompt": "a \\" b", "files": ["ev|x"]}]').after).toBe(
      '[{"prompt": "a \\" b", "files": ["evals/files/a.csv"]}]',
    );
  });

  it('leaves fields and kinds to the schema of the editor', () => {
    expect(at(FILE, '{"|"}', ['evals']).labels).toEqual([]);
    expect(at(FILE, '[{"assertions": [{"check": "|"}]}]', ['evals']).labels).toEqual([]);
    expect(at(FILE, '{"skill_name": "|"}', ['evals']).labels.toSorted()).toEqual(['cook', 'notes']);
  });

  it('has nothing in prompts and other files', () => {
    expect(at(FILE, '[{"prompt": "a|"}]').labels).toEqual([]);
    expect(at('data/evals.json', '{"|"}').labels).toEqual([]);
  });
});

describe('YAML', () => {
  it.each<[what: string, file: string, text: string, includes: readonly string[]]>([
    ['fields of a suite', 'eval.yaml', 'name: a\n|', ['skill', 'graders', 'tasks']],
    ['fields of a grader', 'eval.yaml', 'skill: a\ngraders:\n  - type: text\n    |', ['name', 'config']],
    ['types of graders', 'eval.yaml', 'skill: a\ngraders:\n- type: |', ['text', 'behavior']],
    ['fields of inputs', 'tasks/a.yaml', 'id: a\ninputs:\n  pr|\ngraders: []\n', ['prompt', 'files']],
    ['fields of a task', 'tasks/a.yaml', 'inputs:\n  prompt: a\n|', ['expected', 'graders']],
    ['fields of a trigger', 'evals/t.yaml', '- query: a\n  |', ['should_trigger']],
    ['true and false', 'evals/t.yaml', '- query: a\n  should_trigger: |', ['true', 'false']],
    ['skills', 'eval.yaml', 'skill: |\n', ['notes', 'cook']],
  ])('completes %s', (_, file, text, includes) => {
    expect(at(file, text).labels).toEqual(expect.arrayContaining([...includes]));
  });

  it('inserts a field with its colon', () => {
    expect(at('tasks/a.yaml', 'id: a\ninputs:\n  pr|\n').after).toBe('id: a\ninputs:\n  prompt: \n');
  });
});
