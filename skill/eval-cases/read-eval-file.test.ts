import { describe, expect, it } from 'vitest';
import type { Check } from './check.ts';
import type { EvalFile } from './eval-case.ts';
import { readEvalFile, readEvalFileInTurns } from './read-eval-file.ts';

type ReadFile = Extract<EvalFile, { kind: 'read' }>;

function read(value: unknown, file = 'evals.json'): ReadFile {
  const result = readEvalFile(file, typeof value === 'string' ? value : JSON.stringify(value));
  if (result.kind === 'declined') throw new Error(result.problem.message);
  return result;
}

function checksOf(file: ReadFile): readonly Check[] {
  return file.cases.flatMap((one) => (one.kind === 'task' ? one.checks : []));
}

function decline(text: string, file = 'evals.json') {
  const result = readEvalFile(file, text);
  return result.kind === 'declined' ? result.problem : undefined;
}

describe('evals.json', () => {
  it.each(['assertions', 'expectations', 'expected_behavior'])('reads `%s`', (field) => {
    const file = read({ skill_name: 'demo', evals: [{ id: 1, prompt: 'Sum it.', [field]: ['The sum is 4.'] }] });
    expect(file).toMatchObject({ format: 'evals', skill: 'demo', problems: [] });
    expect(file.cases).toMatchObject([{ kind: 'task', id: '1', skill: 'demo', prompt: 'Sum it.' }]);
    expect(checksOf(file)).toEqual([{ text: 'The sum is 4.', rule: { kind: 'prose' } }]);
  });

  it.each<[what: string, value: unknown]>([
    ['a list', [{ prompt: 'Sum it.' }]],
    ['`tests`', { tests: [{ query: 'Sum it.' }] }],
    ['`queries`', { skill: 'demo', queries: [{ query: 'Sum it.' }] }],
    ['`test_cases`', { eval_canary: 'x', test_cases: [{ question: 'Sum it.' }] }],
    ['a single case', { eval_id: 1, prompt: 'Sum it.', assertions: [] }],
  ])('reads %s', (_, value) => {
    expect(read(value).cases).toMatchObject([{ kind: 'task', id: '1', prompt: 'Sum it.' }]);
  });

  it('keeps numbers and strings as ids, and makes duplicates and missing ones unique', () => {
    const evals = [{ id: 7 }, { id: 'seven' }, { id: '7' }, {}].map((one) => ({ ...one, prompt: 'Sum it.' }));
    expect(read({ evals }).cases.map(({ id }) => id)).toEqual(['7', 'seven', '7~2', '4']);
  });

  it('reads strings and all kinds of objects in one list of assertions', () => {
    const assertions = [
      'The title is short.',
      { name: 'has_title', check: 'Has a title' },
      { id: 'tone', type: 'content_check', description: 'The tone is friendly' },
      { text: 'Names the author', kind: 'present' },
      { assertion: 'Starts with a verb', check: 'regex', pattern: '^[A-Z]', flags: 'm' },
      { assertion: 'Starts with feat', check: 'regex', pattern: '^feat', scope: 'subject' },
      { text: 'Reads the guide', check: 'read', path: 'references/guide.md' },
      { check: 'max_misses', limit: 0 },
      { text: 'Dances', check: 'dances' },
    ];
    expect(checksOf(read({ evals: [{ prompt: 'Write.', assertions }] }))).toEqual([
      { text: 'The title is short.', rule: { kind: 'prose' } },
      { text: 'Has a title', rule: { kind: 'prose' } },
      { text: 'The tone is friendly', rule: { kind: 'prose' } },
      { text: 'Names the author', rule: { kind: 'prose' } },
      {
        text: 'Starts with a verb',
        rule: { kind: 'answer', patterns: [{ kind: 'regex', source: '(?m)^[A-Z]' }], quantity: 'all' },
      },
      { text: 'Starts with feat', rule: { kind: 'unsupported', reason: expect.stringContaining('subject') } },
      { text: 'Reads the guide', rule: { kind: 'read', path: 'references/guide.md', expected: true } },
      { text: 'max misses 0', rule: { kind: 'at_most', figure: 'misses', limit: 0 } },
      { text: 'Dances', rule: { kind: 'unsupported', reason: expect.stringContaining('dances') } },
    ]);
  });

  // An empty text is in every answer.
  it.each([
    { check: 'substring', value: '' },
    { check: 'absent_substring', values: [''] },
    { check: 'regex', pattern: '' },
    { check: 'file', path: 'a.md', pattern: '' },
    { check: 'file', path: 'a.md', pattern: 5 },
  ])('does not judge by an empty value: %j', (assertion) => {
    expect(checksOf(read([{ prompt: 'Write it.', assertions: [assertion] }]))).toMatchObject([
      { rule: { kind: 'unsupported', reason: expect.stringContaining('lacks its value') } },
    ]);
  });

  it('has the position of each assertion, of its item, or of should_trigger', () => {
    const lines = [
      '[{',
      '"prompt": "Sum it.",',
      '"should_trigger": true,',
      '"assertions": ["Short.",',
      '  {"text": "Sum."}],',
    ];
    const [one] = read([...lines, '"expected_script": "scripts/sum.py"', '}]'].join('\n')).cases;
    expect(one?.kind === 'task' && one.checkPositions?.map(({ line, column }) => `${line}:${column}`)).toEqual([
      ...['3:19', '4:16', '5:3', '1:2'],
    ]);
  });

  it('reads files as paths or with their content', () => {
    const files = ['evals\\files\\a.csv', { path: 'b.txt', content: 'B' }];
    expect(read({ evals: [{ prompt: 'Sum it.', files }] }).cases).toMatchObject([
      { files: [{ path: 'evals/files/a.csv' }, { path: 'b.txt', content: 'B' }] },
    ]);
  });

  it('reads the expected skill and script; null expects none', () => {
    const cases = [
      { question: 'Install it.', expected_skill: 'demo', expected_script: 'scripts/install.sh' },
      { question: 'Sing.', expected_skill: null, expected_script: null },
    ];
    expect(checksOf(read(cases)).map(({ rule }) => rule)).toEqual([
      { kind: 'loaded', skill: 'demo', expected: true },
      { kind: 'ran', path: 'scripts/install.sh', expected: true },
      { kind: 'loaded', expected: false },
    ]);
  });

  it('reports items that cannot be read with their positions, and reads the others', () => {
    const text = '{"evals": [\n  {"prompt": "Sum it.", "assertions": ["", 4]},\n  {"id": 2},\n  "Sum it."\n]}';
    const { cases, problems } = read(text);
    expect(cases).toHaveLength(1);
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [2, 40],
      [2, 44],
      [3, 3],
      [4, 3],
    ]);
    for (const { message } of problems) expect(message.length).toBeLessThanOrEqual(160);
  });
});

describe('triggers', () => {
  it.each(['query', 'prompt'])('reads items with `%s`', (field) => {
    const file = read([
      { [field]: 'Sum it.', should_trigger: true },
      { [field]: 'Sing.', should_trigger: false, notes: 'far away' },
    ]);
    expect(file.format).toBe('triggers');
    expect(file.cases).toMatchObject([
      { kind: 'trigger', id: '1', prompt: 'Sum it.', shouldTrigger: true },
      { kind: 'trigger', id: '2', prompt: 'Sing.', shouldTrigger: false },
    ]);
  });

  it.each<[what: string, file: string, text: string]>([
    ['JSON', 'x.json', '{"skill_name": "demo", "should_trigger": ["Sum it."], "should_not_trigger": ["Sing."]}'],
    ['YAML', 'x.yaml', 'skill: demo\nshould_trigger:\n  - Sum it.\nshould_not_trigger:\n  - Sing.\n'],
    [
      'waza',
      'x.yml',
      'skill: demo\nshould_trigger_prompts:\n  - prompt: Sum it.\n    reason: sums\nshould_not_trigger_prompts:\n  - prompt: Sing.\n',
    ],
  ])('reads two lists: %s', (_, file, text) => {
    expect(read(text, file).cases).toMatchObject([
      { kind: 'trigger', id: 'trigger-1', skill: 'demo', prompt: 'Sum it.', shouldTrigger: true },
      { kind: 'trigger', id: 'no-trigger-1', skill: 'demo', prompt: 'Sing.', shouldTrigger: false },
    ]);
  });

  it('reads the lists of several skills', () => {
    const file = read({
      demo: { should_trigger: ['Sum it.'] },
      other: { should_not_trigger: ['Sum it.', 4] },
      note: 1,
    });
    expect(file.cases).toMatchObject([
      { id: 'demo/trigger-1', skill: 'demo', shouldTrigger: true },
      { id: 'other/no-trigger-1', skill: 'other', shouldTrigger: false },
    ]);
    expect(file.problems).toMatchObject([{ line: 1, column: 81 }]);
  });

  it('reads lists next to cases', () => {
    const file = read({ evals: [{ id: 'trigger-1', prompt: 'Write.' }], should_trigger: ['Sum it.'] });
    expect(file).toMatchObject({ format: 'evals', problems: [] });
    expect(file.cases.map(({ kind, id }) => [kind, id])).toEqual([
      ['task', 'trigger-1'],
      ['trigger', 'trigger-1~2'],
    ]);
  });

  it('reads an item with assertions as a task', () => {
    const file = read({ evals: [{ prompt: 'Sum it.', should_trigger: true, assertions: ['The sum is 4.'] }] });
    expect(file).toMatchObject({ format: 'evals', cases: [{ kind: 'task' }] });
    expect(checksOf(file).map(({ rule }) => rule)).toEqual([{ kind: 'loaded', expected: true }, { kind: 'prose' }]);
  });

  it('reports a quoted boolean instead of treating it as true', () => {
    const { cases, problems } = read('- query: Sing.\n  should_trigger: "no"\n', 'x.yaml');
    expect(cases).toEqual([]);
    expect(problems).toMatchObject([{ line: 2, column: 19 }]);
  });
});

/** Properties that every object inherits. */
const INHERITED = ['__proto__', 'constructor', 'hasOwnProperty', 'isPrototypeOf', 'toString', 'valueOf'];

describe.each(INHERITED)('the name %s of an inherited property', (name) => {
  it('is an unknown check', () => {
    const text = `{"evals": [{"prompt": "Sum it.", "assertions": [{"check": "${name}", "path": "a.md", "text": "Sums"}]}]}`;
    expect(checksOf(read(text))).toEqual([
      { text: 'Sums', rule: { kind: 'unsupported', reason: `the check '${name}' is unknown` } },
    ]);
  });

  it('is an unknown type of a grader', () => {
    const text = `config: {}\ngraders:\n  - type: "${name}"\n    name: x\n    config: {}\ntasks:\n  - a.yaml\n`;
    expect(read(text, 'eval.yaml').sharedChecks).toMatchObject([
      { rule: { kind: 'unsupported', reason: expect.stringContaining(`'${name}' are not run`) } },
    ]);
  });

  it('is a field that is not read', () => {
    const text = `{"${name}": [{"prompt": "No."}], "evals": [{"prompt": "Sum it.", "${name}": {"prompt": "No."}}]}`;
    expect(read(text).cases).toMatchObject([{ kind: 'task', prompt: 'Sum it.' }]);
  });
});

describe('waza', () => {
  it('reads a suite with its shared graders and task files', () => {
    const text = [
      'name: demo-eval',
      'skill: demo',
      'version: "1.0"',
      'config: {trials_per_task: 1}',
      'graders:',
      '  - {type: code, name: length, config: {assertions: ["len(output) > 10"]}}',
      '  - {type: text, name: calm, config: {regex_not_match: ["(?i)crash"]}}',
      'tasks: ["tasks/*.yaml"]',
    ].join('\n');
    const file = read(text, 'eval.yaml');
    expect(file).toMatchObject({ format: 'waza-suite', skill: 'demo', taskFiles: ['tasks/*.yaml'] });
    expect(file.sharedChecks).toEqual([
      { text: 'length', rule: { kind: 'unsupported', reason: expect.stringContaining("'code'") } },
      {
        text: 'calm: does not match (?i)crash',
        rule: { kind: 'answer', patterns: [{ kind: 'regex', source: '(?i)crash' }], quantity: 'none' },
      },
    ]);
  });

  it('reads a task', () => {
    const text = [
      'id: sum-1',
      'inputs: {prompt: Sum it., files: [{path: data.csv}]}',
      'expected: {output_contains: ["4"], behavior: {max_tool_calls: 5, max_response_time_ms: 30000}}',
      'graders:',
      '  - {type: file, name: made, config: {must_exist: [sum.txt], content_patterns: [{path: sum.txt, must_match: ["4"]}]}}',
      '  - {type: behavior, name: tools, config: {required_tools: [view], forbidden_tools: [bash]}}',
      '  - {type: action_sequence, name: order, config: {matching_mode: exact_match, expected_actions: [view, edit]}}',
      '  - {type: skill_invocation, name: skills, config: {mode: in_order, required_skills: [demo], allow_extra: false}}',
      '  - {type: prompt, name: tone, rubric: Is it friendly?}',
    ].join('\n');
    const file = read(text, 'tasks/sum.yaml');
    expect(file.cases).toMatchObject([{ kind: 'task', id: 'sum-1', prompt: 'Sum it.', files: [{ path: 'data.csv' }] }]);
    expect(checksOf(file).map(({ rule }) => rule)).toEqual([
      { kind: 'answer', patterns: [{ kind: 'text', text: '4', ignoresCase: true }], quantity: 'all' },
      { kind: 'at_most', figure: 'calls', limit: 5 },
      { kind: 'at_most', figure: 'seconds', limit: 30 },
      { kind: 'file', path: 'sum.txt', exists: true },
      { kind: 'file', path: 'sum.txt', exists: true, patterns: [{ kind: 'regex', source: '4' }], quantity: 'all' },
      { kind: 'tools', tools: ['view'], sequence: 'any_order' },
      { kind: 'tools', tools: ['bash'], sequence: 'none' },
      { kind: 'tools', tools: ['view', 'edit'], sequence: 'exact' },
      { kind: 'skills', skills: ['demo'], sequence: 'in_order', extra: false },
      { kind: 'prose' },
    ]);
  });
});

describe('declines', () => {
  it.each<[what: string, file: string, text: string, reason: RegExp]>([
    ['skillgrade', 'eval.yaml', 'version: "1"\ndefaults: {}\ntasks: [{name: a, instruction: Do it}]\n', /skillgrade/],
    ['promptfoo', 'promptfooconfig.yaml', 'prompts: [a]\nproviders: [b]\ntests: []\n', /promptfoo/],
    ['a suite of another tool', 'eval.yaml', 'engine: {name: a}\ncases: {files: [a.yaml]}\n', /cases\.files/],
    ['a list of texts named `queries`', 'search.json', '{"queries": ["Sum it."]}', /no list/],
    ['a JSON schema', 'eval.schema.json', '{"$schema": "x", "properties": {}}', /schema/],
    ['a grading', 'grading.json', '{"expectations": [{"text": "a", "passed": true}]}', /grading/],
    [
      'a result of waza',
      'results.json',
      '{"config": {}, "summary": {}, "tasks": [{"test_id": "a"}]}',
      /result of waza/,
    ],
    ['prompts of another tool', 'results.json', '{"prompts": ["a"], "arms": {}}', /no list/],
    ['timing', 'timing.json', '{"total_tokens": 5}', /timing/],
    ['a benchmark', 'benchmark.json', '{"runs": [], "run_summary": {}}', /benchmark/],
    ['a file without cases', 'evals.json', '{"name": "x"}', /no list/],
    ['an empty list', 'evals.json', '{"evals": []}', /empty/],
    ['another kind of file', 'task.toml', 'version = "1"', /evals\.json/],
  ])('%s', (_, file, text, reason) => {
    expect(decline(text, file)?.message).toMatch(reason);
  });

  it.each<[what: string, file: string, text: string, line: number, column: number]>([
    ['a trailing comma', 'evals.json', '{"evals": [\n  {"prompt": "a"},\n]}', 3, 1],
    ['an unfinished file', 'evals.json', '{"evals": [\n  {"prompt": "a"}', 2, 18],
    ['invalid YAML', 'tasks.yaml', 'a: 1\nb: [\n', 3, 1],
  ])('%s with its position', (_, file, text, line, column) => {
    expect(decline(text, file)).toMatchObject({ line, column });
  });

  it('an alias bomb, without expanding it', () => {
    const levels = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`);
    expect(decline(['a0: &a0 [x]', ...levels].join('\n'), 'x.yaml')?.message).toMatch(/too complex/);
  });

  it('deeply nested JSON', () => {
    expect(decline(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)?.message).toMatch(/parsed|deep/);
  });
});

it('reads many items with the same id in linear time, each with an id of its own', () => {
  const items = Array.from({ length: 10_000 }, () => ({ id: 'a', query: 'Write it.', should_trigger: true }));
  const start = process.cpuUsage();
  const read = readEvalFile('/evals.json', JSON.stringify(items));
  const { user } = process.cpuUsage(start);
  const ids = read.kind === 'read' ? read.cases.map(({ id }) => id) : [];
  expect(new Set(ids).size).toBe(10_000);
  expect(ids.slice(0, 3)).toEqual(['a', 'a~2', 'a~3']);
  // In quadratic time it takes about five seconds.
  expect(user / 1_000_000).toBeLessThan(2);
});

describe('reading in turns', () => {
  const nextTurn = (): Promise<void> => Promise.resolve();

  it.each([
    ['evals.json', '[\n  { "prompt": "Sum it." },\n  { "prompt": "Sing.", "id": "b" }\n]'],
    ['evals.json', '\uFEFF[{ "prompt": "Sum it." }]'],
    ['evals.json', '[{ "prompt": "Sum it." '],
    ['eval.yaml', '# Cases\nevals:\n  - prompt: Sum it.\n    id: a\n  - prompt: Sing.\n'],
    ['eval.yaml', 'evals: [\n  - prompt: a'],
    ['eval.yaml', 'evals:\n  - prompt: a\n---\nevals: []\n'],
    ['eval.yaml', 'a: 1\na: 2\n'],
    ['eval.yaml', ''],
    ['evals.txt', 'evals: []'],
  ])('has the same result: %s %j', async (file, text) => {
    expect(await readEvalFileInTurns(file, text, nextTurn)).toEqual(readEvalFile(file, text));
  });

  it('gives turns while a large text is parsed', async () => {
    let turns = 0;
    const text = `evals:\n${'  - prompt: Sum it.\n'.repeat(20_000)}`;
    const read = await readEvalFileInTurns('eval.yaml', text, () => {
      turns++;
      return Promise.resolve();
    });
    expect(read).toMatchObject({ kind: 'read' });
    expect(turns).toBeGreaterThan(2);
  });
});
