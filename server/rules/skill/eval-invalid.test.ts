import { describe, expect, it } from 'vitest';
import { type FileSystem, memoryFiles } from '../../../skill/index.ts';
import { HEAD, removeMarks, sessionOf, settings, workspaceOf } from '../../../test/equipment/server/server.ts';
import { diagnosticsOf } from '../../features/diagnostics.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { fixesFor } from '../rule/rule.ts';

const SKILL = { 'SKILL.md': `${HEAD}Read \`references/guide.md\`.\n`, 'references/guide.md': '# Guide\n' };

function check(file: string, marked: string, more: Readonly<Record<string, string>> = {}) {
  const text = removeMarks(marked);
  const result = workspaceOf({ ...SKILL, ...more, [file]: text }).diagnose(`/work/notes/${file}`);
  const found = (result?.findings ?? []).map(({ range, ...finding }) => ({
    ...finding,
    at: text.slice(range.start, range.end),
    fixes: fixesFor({ ...finding, range }, range).map(({ title }) => title),
  }));
  return found.map(({ severity, at, message, fixes }) => [severity, at, message, ...fixes]);
}

const cases = (item: string): string => `{"skill_name": "notes", "evals": [\n  ${item}\n]}`;

describe('eval.invalid', () => {
  it('has no findings for correct cases', () => {
    const item =
      '{"id": 1, "prompt": "Sum.", "files": ["files/a.csv", "references"], "tags": [], "assertions": ["Short.", {"check": "read", "path": "references/guide.md"}]}';
    expect(check('evals/evals.json', cases(item), { 'evals/files/a.csv': '1' })).toEqual([]);
    expect(check('evals/triggers.yaml', '- query: Sum.\n  should_trigger: true\n')).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])('reports the unknown check %s', (name) => {
    const item = `{"prompt": "Sum.", "assertions": [{"check": "${name}", "${name}": 1}]}`;
    expect(check('evals/evals.json', cases(item))).toEqual([
      ['information', name, expect.stringContaining(`\`${name}\` is not judged`)],
    ]);
  });

  it.each<[what: string, file: string, text: string, ...found: unknown[]]>([
    ['a syntax error', 'evals/evals.json', '{"evals": [,]}', 'error', ',', /JSON is not valid/],
    ['a missing prompt', 'evals/evals.json', cases('{"id": 2}'), 'error', '{"id": 2}', /prompt/],
    [
      'a quoted boolean',
      'evals/triggers.yaml',
      '- query: Sing.\n  should_trigger: "no"\n',
      'error',
      'no',
      /true nor false/,
    ],
    [
      'a misspelt field',
      'evals/evals.json',
      cases('{"prompt": "Sum.", "assertion": ["Short."]}'),
      'warning',
      'assertion',
      /`assertions`/,
      'Change to assertions',
    ],
    [
      'a regular expression that is not well-formed',
      'evals/evals.json',
      cases('{"prompt": "Sum.", "assertions": [{"check": "regex", "patterns": ["ok", "v(1"]}]}'),
      'warning',
      'v(1',
      /regular expression/,
    ],
    [
      'a lookaround in a pattern of a file',
      'evals/evals.json',
      cases('{"prompt": "Sum.", "assertions": [{"check": "file", "path": "a.md", "pattern": "a(?!b)"}]}'),
      'warning',
      'a(?!b)',
      /RE2/,
    ],
    [
      'a regular expression of a grader',
      'evals/tasks/one.yaml',
      'inputs:\n  prompt: Sum.\ngraders:\n  - type: text\n    config:\n      regex_match: ["*a"]\n',
      'warning',
      '*a',
      /regular expression/,
    ],
    [
      'a misspelt check',
      'evals/evals.json',
      cases('{"prompt": "Sum.", "assertions": [{"check": "raed", "path": "x"}]}'),
      'warning',
      'raed',
      /`read`/,
      'Change to read',
    ],
    [
      'an incomplete check',
      'evals/evals.json',
      cases('{"prompt": "Sum.", "assertions": [{"check": "max_calls"}]}'),
      'warning',
      'max_calls',
      /without `limit`/,
    ],
    [
      'an unknown check',
      'evals/evals.json',
      cases('{"prompt": "Sum.", "assertions": [{"text": "x", "check": "python"}]}'),
      'information',
      'python',
      /not judged/,
    ],
    [
      'a missing bundled file',
      'evals/evals.json',
      cases('{"prompt": "Sum.", "assertions": [{"check": "never_read", "path": "references/gide.md"}]}'),
      'warning',
      'references/gide.md',
      /no file/,
      'Change to references/guide.md',
    ],
    [
      'a missing file of a case',
      'evals/evals.json',
      cases('{"prompt": "Sum.", "files": ["data.csv"]}'),
      'error',
      'data.csv',
      /has data\.csv/,
    ],
    [
      'a path out of the skill',
      'evals/evals.json',
      cases('{"prompt": "Sum.", "files": ["../../secret.txt"]}'),
      'error',
      '../../secret.txt',
      /out of the skill/,
    ],
    ['a file without cases', 'evals/evals.json', '{"evls": []}', 'warning', 'evls', /`evals`/, 'Change to evals'],
    [
      'a task without a prompt',
      'tasks/sum.yaml',
      'id: a\ninputs: {files: []}\ngraders: []\n',
      'error',
      '{files: []}',
      /prompt/,
    ],
    [
      'a misspelt grader',
      'eval.yaml',
      'skill: notes\ntasks: ["tasks/*.yaml"]\ngraders: [{type: behaviour, name: x}]\n',
      'warning',
      'behaviour',
      /`behavior`/,
      'Change to behavior',
    ],
  ])('reports %s', (_, file, text, severity, at, message, ...fixes) => {
    expect(check(file, text)).toEqual([[severity, at, expect.stringMatching(message as RegExp), ...fixes]]);
  });

  it.each<[file: string, text: string, message: RegExp]>([
    ['evals/eval.yaml', 'name: a\ntype: capability\nstimuli:\n  - name: b\n    prompt: Brew\n', /eval of Vally/],
    ['evals/eval.vally.yaml', 'stimuli: []\n', /eval of Vally/],
    ['eval.yml', 'stimuli:\n  - ../shared.yaml\n', /eval of Vally/],
    ['evals/basic/graders/one.yaml', 'type: regex\n', /Cases of Claude Code, folders such as `evals\/basic`/],
    ['evals/basic/graders/two.json', '{}', /Cases of Claude Code/],
  ])('notes that %s is not read', (file, text, message) => {
    const [found, ...others] = check(file, text, { 'evals/basic/prompt.md': 'Brew.' });
    expect(found).toEqual(['information', '', expect.stringMatching(message)]);
    expect(others).toEqual([]);
  });

  it.each<[what: string, file: string, text: string]>([
    ["skillgrade's eval.yaml", 'eval.yaml', 'version: "1"\ndefaults: {}\ntasks: [{name: a, instruction: Do it}]\n'],
    ['an eval.yaml of an unknown tool', 'eval.yaml', 'suite: x\nruns: 3\n'],
    ['a result', 'evals/grading.json', '{"expectations": [{"text": "a", "passed": true}]}'],
    ['a JSON schema', 'evals/eval.schema.json', '{"$schema": "x", "properties": {}}'],
    ['a grader without a prompt', 'evals/basic/graders/one.yaml', 'type: regex'],
    ['broken JSON of something else', 'evals/settings.json', '{"a": }'],
    ['a file that cases provide', 'evals/files/evals.json', '{"evals": 5}'],
  ])('has no findings for %s', (_, file, text) => {
    expect(check(file, text)).toEqual([]);
  });

  it('has no findings outside a skill', () => {
    const workspace = workspaceOf({ ...SKILL, '/work/other/evals/evals.json': '{"evals": 5}' });
    expect(workspace.diagnose('/work/other/evals/evals.json')).toBeUndefined();
  });

  it('has the level of the settings', () => {
    const files = { ...SKILL, 'evals/evals.json': '{"evals": 5}' };
    const levelIn = (level: string) =>
      workspaceOf(files, settings({ rules: { 'eval.invalid': level } }))
        .diagnose('/work/notes/evals/evals.json')
        ?.findings.map(({ severity }) => severity);
    expect(levelIn('hint')).toEqual(['hint']);
    expect(levelIn('off')).toEqual([]);
  });

  it('leaves syntax errors in open JSON to an editor that reports them', () => {
    const path = '/work/notes/evals/evals.json';
    const found = (text: string, isOpen: boolean) => {
      const session = sessionOf(workspaceOf({ ...SKILL, 'evals/evals.json': text }), ['eval.invalid/syntax']);
      if (isOpen) session.buffers.open(`file://${path}`, 'json', 1, text);
      return diagnosticsOf({ ...session, shown: new Set() }, path).items.length;
    };
    expect([found('{"evals": [,]}', true), found('{"evals": [,]}', false), found('{"evals": 5}', true)]).toEqual([
      0, 1, 1,
    ]);
  });

  it('is computed again if a file of a case is created', () => {
    const text = cases('{"prompt": "Sum.", "files": ["data.csv"]}');
    const files: Record<string, string> = { '/work/notes/SKILL.md': HEAD, '/work/notes/evals/evals.json': text };
    const read = (): FileSystem => memoryFiles(files);
    const fs: FileSystem = {
      read: (path) => read().read(path),
      list: (folder) => read().list(folder),
      kind: (path) => read().kind(path),
      realPath: (path) => read().realPath(path),
    };
    const workspace = new Workspace(fs, (_code, _document, error) => {
      throw error;
    });
    workspace.setSettings(settings({}));
    workspace.setFolders(['/work']);
    const count = () => workspace.diagnose('/work/notes/evals/evals.json')?.findings.length;
    expect(count()).toBe(1);
    files['/work/notes/evals/data.csv'] = '1';
    expect(workspace.filesChanged([{ path: '/work/notes/evals/data.csv', kind: 'created' }])).toEqual({ kind: 'all' });
    expect(count()).toBe(0);
  });
});
