import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { defined } from '../../skill/index.ts';
import type { Finding } from '../rules/rule/rule.ts';
import { applyEdits, safeEdits } from '../rules/rule/safe-fixes.ts';
import type { UnresolvedPath } from '../unresolved-path.ts';
import { Lines } from '../workspace/lines.ts';
import { makeBaseline, readBaseline, withoutKnown } from './baseline.ts';
import { hasColor } from './command.ts';
import { formatGitHub } from './github.ts';
import { formatJson } from './json.ts';
import { formatPretty } from './pretty.ts';
import type { Report } from './report.ts';
import { formatSarif, type ToolInfo } from './sarif.ts';
import { toolInfo } from './tool-info.ts';

const finding = (more: Partial<Finding> = {}): Finding => ({
  code: 'reference.missing',
  severity: 'error',
  range: { start: 0, end: 4 },
  message: 'It is not there.',
  ...more,
});
const reportOf = (findings: readonly Finding[], file = 'a skill/SKILL.md', text = 'some\ntext\n'): Report => ({
  skills: 1,
  files: [{ file, path: `/work/${file}`, skill: 'x', folder: 'a skill', lines: new Lines(text), findings }],
});
const all = [
  finding(),
  finding({ severity: 'warning', code: 'content.hidden', range: { start: 2, end: 7 } }),
  finding({ severity: 'information', target: 'a' }),
  finding({ severity: 'hint', range: { start: 0, end: 0 } }),
];

describe('SARIF', () => {
  const folder = createRequire(import.meta.url)
    .resolve('@microsoft/jest-sarif/package.json')
    .replace(/package\.json$/, '');
  // Written in draft 4; draft 7 differs only in the name of the id.
  const {
    id: _,
    $schema: __,
    ...schema
  } = JSON.parse(readFileSync(`${folder}lib/schemas/sarif-2.1.0-rtm.5.json`, 'utf8'));
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  const log = (report: Report, about?: ToolInfo) => {
    const value = JSON.parse(formatSarif(report, about));
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    return value.runs[0];
  };

  it('conforms to the schema, which rejects other data', () => {
    log(reportOf(all));
    log({ skills: 0, files: [] });
    // A lone surrogate, which Windows allows in names.
    log(reportOf([finding()], 'a\uD800/SKILL.md'));
    log(reportOf([finding({ message: '\u0000\u202E"%\n' })], '/elsewhere/ü#?.md'));
    expect(validate({ version: '2.1.0', runs: [{}] })).toBe(false);
    expect(validate({ ...JSON.parse(formatSarif(reportOf(all))), version: '2.0.0' })).toBe(false);
  });

  it('has location, level and rule', () => {
    const { results, tool } = log(reportOf(all));
    expect(results.map(({ level }: { level: string }) => level)).toEqual(['error', 'warning', 'note', 'note']);
    expect(results[1].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'a%20skill/SKILL.md' },
      region: { startLine: 1, startColumn: 3, endLine: 2, endColumn: 3 },
    });
    expect(tool.driver.rules[results[1].ruleIndex].id).toBe('content.hidden');
  });

  it('has the version of the tool and a page for each rule', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const { driver } = log(reportOf(all), toolInfo()).tool;
    expect(driver).toMatchObject({ name: 'skillwright', version, semanticVersion: version });
    for (const { id, fullDescription, help, defaultConfiguration } of driver.rules) {
      expect(fullDescription.text, id).toMatch(/^\S[\s\S]{20,}\.$/);
      expect(help.markdown).toMatch(new RegExp(`^# ${id}\n`));
      expect(['error', 'warning', 'note']).toContain(defaultConfiguration.level);
    }
    const uri = (code: string) => `https://example.org/docs/rules/${code}.md`;
    const pages = (code: string) => ({ what: 'What.', text: 'Text.', uri: uri(code) });
    for (const { id, helpUri } of log(reportOf(all), { pages }).tool.driver.rules) expect(helpUri).toBe(uri(id));
  });

  it('identifies a finding whose line or counts have changed, and distinguishes two of the same kind', () => {
    const prints = (findings: readonly Finding[]): readonly string[] =>
      log(reportOf(findings)).results.map((one: { partialFingerprints: object }) =>
        JSON.stringify(one.partialFingerprints),
      );
    const [one = '', two] = prints([finding(), finding({ range: { start: 5, end: 9 } })]);
    expect(two).not.toBe(one);
    expect(prints([finding({ range: { start: 5, end: 9 } })])).toEqual([one]);
    const long = (lines: number) => prints([finding({ message: `SKILL.md has ${lines} lines.` })]);
    expect(long(527)).toEqual(long(528));
  });
});

describe('GitHub', () => {
  it('shows the most severe findings first, with their ranges', () => {
    expect(formatGitHub(reportOf([...all].reverse())).split('\n')).toEqual([
      '::error file=a skill/SKILL.md,line=1,endLine=1,col=1,endColumn=5,title=reference.missing::It is not there.',
      '::warning file=a skill/SKILL.md,line=1,endLine=2,title=content.hidden::It is not there.',
      '::notice file=a skill/SKILL.md,line=1,endLine=1,col=1,endColumn=5,title=reference.missing::It is not there.',
      '::notice file=a skill/SKILL.md,line=1,endLine=1,col=1,endColumn=1,title=reference.missing::It is not there.',
      '1 skill: 1 error, 1 warning, 2 notes.',
      '',
    ]);
  });

  it('escapes commands in text of skills', () => {
    const lines = formatGitHub(
      reportOf(
        [finding({ message: 'a%0A\r\n::add-mask::x\u001b[2J\u2028::error::y' })],
        'a,b:c\n::stop-commands::d/SKILL.md',
      ),
    ).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      '::error file=a%2Cb%3Ac%0A%3A%3Astop-commands%3A%3Ad/SKILL.md,line=1,endLine=1,col=1,endColumn=5,title=reference.missing::a%250A%0D%0A::add-mask::x␛[2J\uFFFD::error::y',
    );
  });
});

describe('a finding with several places', () => {
  const places = [{ range: { start: 2, end: 4 } }, { range: { start: 5, end: 9 }, target: 'docs/b.md' }];
  const several = finding({ target: 'docs/', covers: ['docs/a.md', 'docs/b.md'], related: places });
  const report = reportOf([several]);

  it('is one diagnostic of JSON, with the other places and what it covers', () => {
    const place = { file: 'a skill/SKILL.md', line: 1, column: 3, endLine: 1, endColumn: 5 };
    expect(JSON.parse(formatJson(report)).diagnostics).toMatchObject([
      {
        line: 1,
        column: 1,
        target: 'docs/',
        covers: ['docs/a.md', 'docs/b.md'],
        related: [place, { ...place, line: 2, column: 1, endLine: 2, endColumn: 5 }],
      },
    ]);
    const [one] = JSON.parse(formatJson(reportOf([finding()]))).diagnostics;
    expect(Object.keys(one).filter((key) => key === 'related' || key === 'covers')).toEqual([]);
  });

  it('is printed with its other places, and the number of those not listed', () => {
    expect(formatPretty(report, false)).toContain(
      '\n  Paths into it: docs/a.md, docs/b.md\n  and 2 more places: 1:3, 2:1\n',
    );
    const many = finding({ related: Array.from({ length: 12 }, () => ({ range: { start: 5, end: 9 } })) });
    expect(formatPretty(reportOf([many]), false)).toMatch(/ {2}and 12 more places: (?:2:1, ){8}and 4 more\n/);
    expect(formatPretty(report, false)).toMatch(/1 skill: 1 error\.\n$/);
  });

  it('is one GitHub annotation, which lists the other places', () => {
    const annotations = formatGitHub(report)
      .split('\n')
      .filter((line) => line.startsWith('::'));
    expect(annotations).toEqual([expect.stringContaining('(and 2 more places: 1:3, 2:1)')]);
  });

  it('has related locations in SARIF', () => {
    const [result] = JSON.parse(formatSarif(report)).runs[0].results;
    expect(result).toMatchObject({ properties: { covers: ['docs/a.md', 'docs/b.md'] } });
    expect(result.locations).toHaveLength(1);
    expect(result.relatedLocations).toMatchObject([
      { physicalLocation: { region: { startLine: 1, startColumn: 3 } } },
      { physicalLocation: { artifactLocation: { uri: 'a%20skill/SKILL.md' }, region: { startLine: 2, endColumn: 5 } } },
    ]);
  });

  it('is stored in a baseline as its covered paths, so that another path into the folder is new', () => {
    const file = '/work/baseline.json';
    const baseline = readBaseline(makeBaseline(report, {}, file, () => true)) ?? {};
    expect(Object.values(baseline)).toEqual([{ 'reference.missing': { 'docs/a.md': 1, 'docs/b.md': 1 } }]);
    const rest = (now: Finding) => withoutKnown(reportOf([now]), baseline, file, () => true);
    expect(rest(several)).toMatchObject({ report: { files: [] }, gone: 0 });
    const third = { range: { start: 5, end: 7 }, target: 'docs/c.md' };
    const more = { ...several, covers: ['docs/a.md', 'docs/b.md', 'docs/c.md'], related: [...places, third] };
    expect(rest(more).report.files[0]?.findings).toMatchObject([{ target: 'docs/c.md', range: third.range }]);
    expect(rest({ ...several, covers: ['docs/a.md'] })).toMatchObject({ report: { files: [] }, gone: 1 });
  });

  it('is matched by a baseline that counted each of its places', () => {
    const baseline = { 'a skill/SKILL.md': { 'reference.missing': { 'a.md': 3 } } };
    const one = reportOf([finding({ target: 'a.md', related: places })]);
    expect(withoutKnown(one, baseline, '/work/baseline.json', () => true)).toMatchObject({
      report: { files: [] },
      gone: 0,
    });
  });
});

describe('a baseline', () => {
  const file = '/work/conf/baseline.json';
  const every = () => true;
  const report = reportOf([finding(), finding({ range: { start: 5, end: 9 } }), finding({ target: 'a' })]);
  const made = makeBaseline(report, {}, file, every);
  const known = readBaseline(made) ?? {};

  it('removes as many findings as it has, even if they have moved', () => {
    expect(Object.keys(known)).toEqual(['../a skill/SKILL.md']);
    expect(withoutKnown(report, known, file, every)).toEqual({ report: { skills: 1, files: [] }, gone: 0 });
    const more = reportOf([...(report.files[0]?.findings ?? []), finding({ range: { start: 6, end: 7 } })]);
    expect(withoutKnown(more, known, file, every).report.files[0]?.findings).toEqual([
      finding({ range: { start: 6, end: 7 } }),
    ]);
  });

  it('is the reason for a summary of new problems only', () => {
    const { report: rest } = withoutKnown(report, known, file, every);
    expect(formatPretty({ ...rest, newOnly: true }, false)).toBe('1 skill: no new problems.\n');
  });

  it('recognizes a finding without a target whose message has other numbers', () => {
    const long = (message: string, code = 'skill.too-long') => reportOf([finding({ code, message })]);
    const before = readBaseline(makeBaseline(long('SKILL.md has 527 lines (maximum 500).'), {}, file, every)) ?? {};
    const longer = long('SKILL.md has 1,528 lines (maximum 500).');
    expect(withoutKnown(longer, before, file, every)).toMatchObject({ report: { files: [] }, gone: 0 });
    const other = long('SKILL.md has 6,100 tokens (maximum 5,000).');
    expect(withoutKnown(other, before, file, every)).toMatchObject({ report: other, gone: 1 });
    const [one, two] = [finding({ target: 'a-1.md' }), finding({ target: 'a-2.md' })];
    const paths = readBaseline(makeBaseline(reportOf([one]), {}, file, every)) ?? {};
    expect(withoutKnown(reportOf([two]), paths, file, every)).toMatchObject({ report: reportOf([two]), gone: 1 });
  });

  it('counts findings that no longer exist', () => {
    expect(withoutKnown(reportOf([finding()]), known, file, every).gone).toBe(2);
    expect(withoutKnown(reportOf([finding()]), known, file, () => false).gone).toBe(0);
  });

  it('retains entries of unchecked files, and is written reproducibly', () => {
    const other = reportOf([finding()], 'other/SKILL.md');
    const both = readBaseline(makeBaseline(other, known, file, (path) => path.includes('/other/')));
    expect(Object.keys(both ?? {})).toEqual(['../a skill/SKILL.md', '../other/SKILL.md']);
    expect(makeBaseline(report, known, file, every)).toBe(made);
  });

  it.each([
    '',
    '[]',
    '{"version":2,"findings":{}}',
    '{"version":1,"findings":{"a":{"b":{"c":"d"}}}}',
    '{"version":1,"findings":{"a":3}}',
  ])('is rejected if it is malformed: %s', (text) => expect(readBaseline(text)).toBeUndefined());

  it('may contain names of Object.prototype', () => {
    const odd = reportOf([finding({ target: '__proto__x' }), finding({ target: 'constructor' })]);
    const again = readBaseline(makeBaseline(odd, {}, file, every)) ?? {};
    expect(withoutKnown(odd, again, file, every).report.files).toEqual([]);
  });
});

describe('fixes', () => {
  const fix = (start: number, end: number, text: string, safe?: true): Partial<Finding> => ({
    fixes: [
      defined({
        kind: 'edit',
        title: 'x',
        preferred: true,
        edits: [{ range: { start, end }, text }],
        safe: safe || undefined,
      }),
    ],
  });

  it('are safe fixes that do not touch', () => {
    const findings = [
      finding(fix(0, 4, 'Some', true)),
      finding(fix(4, 5, ' ', true)),
      finding(fix(5, 9, 'TEXT', true)),
      finding(fix(9, 10, '')),
      finding(),
    ];
    const { edits, fixes } = safeEdits(findings);
    expect(fixes).toBe(2);
    expect(applyEdits('some\ntext\n', edits)).toBe('Some\nTEXT\n');
  });
});

describe('a build command within a line', () => {
  const commands = '##[add-mask]x ##vso[task.setvariable variable=y]z';
  const report = () => reportOf([finding({ message: commands })], 'a/SKILL.md', `${commands}\n`);
  const parted = reportOf([finding({ range: { start: 2, end: 6 } })], 'a/SKILL.md', '##[group]\n');
  it.each([formatPretty(report(), false), formatPretty(parted, false), formatGitHub(report()), formatJson(report())])(
    'is removed: %j',
    (text) => {
      expect(text).not.toMatch(/##\w*\[/);
    },
  );
  it('keeps its value in JSON', () => {
    expect(JSON.parse(formatJson(report())).diagnostics[0].message).toBe(commands);
  });
});

describe('colors', () => {
  it.each([
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: 'false' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [{}, false],
  ])('%j without a terminal: %j', (env, color) => expect(hasColor(env, false)).toBe(color));

  it('is off in a pipe, where Node leaves `isTTY` undefined', () => expect(hasColor({}, undefined)).toBe(false));
});

describe('pretty', () => {
  it('starts no line with text of a skill, where `::…` would be a GitHub workflow command', () => {
    const file = 'a\n::error::b\r\n::stop-commands::x/SKILL.md';
    const report = reportOf([finding({ message: 'The field `a\n::add-mask::b`.' })], file, '::warning::x\n');
    expect(
      formatPretty(report, false)
        .split('\n')
        .filter((line) => /^\s*::/.test(line)),
    ).toEqual([]);
  });
});

describe('--explain', () => {
  const judgment = {
    certainty: 0.9,
    clues: [
      { id: 'said.sent', weight: 1.5, says: 'the text sends the model there' },
      { id: 'path.dated', weight: -0.25, says: 'its name contains a date' },
    ],
  };
  const report = reportOf([finding({ judgment }), finding({ code: 'content.hidden' })]);

  it('adds certainty and clues to each diagnostic of JSON', () => {
    const { diagnostics } = JSON.parse(formatJson(report, true));
    expect(diagnostics[0]).toMatchObject(judgment);
    expect(diagnostics[1]).toMatchObject({ certainty: 1, clues: [] });
  });

  it('adds lines below the finding in pretty output', () => {
    const text = formatPretty(report, false, true);
    expect(text).toContain('90 % certain that a bundled file is meant:');
    expect(text).toContain('+1.50  the text sends the model there [said.sent]');
    expect(text).toContain('-0.25  its name contains a date [path.dated]');
  });

  const written: UnresolvedPath = {
    range: { start: 5, end: 9 },
    target: 'text',
    kind: 'made-at-run-time',
    because: 'output.written',
    says: 'it is written',
  };
  const said: UnresolvedPath = {
    ...written,
    range: { start: 0, end: 4 },
    target: 'some',
    kind: 'example',
    because: 'paths.example',
    pattern: { pattern: 'so*', meaning: 'example', file: '/work/.skillwright.json' },
  };
  const silent: Report = {
    ...report,
    files: report.files.map((file) => ({ ...file, findings: [], account: [said, written] })),
    patterns: [
      { file: '.skillwright.json', pattern: 'so*', meaning: 'example', matches: 1 },
      { file: '.skillwright.json', pattern: 'old/', meaning: 'user-project', matches: 0 },
    ],
  };

  it('lists the paths that are not reported with reasons, their numbers, and the patterns of the author', () => {
    expect(formatPretty(silent, false, true)).toBe(
      `${[
        'a skill/SKILL.md  Not reported, because:',
        '  1:1  some  it is written [paths.example]',
        '  2:1  text  it is written [output.written]',
        '',
        'Paths without a file:',
        '  a skill  1 made at run time, 1 example',
        '',
        'Patterns of .skillwright.json:',
        '  so*  example  1 place',
        '  old/  user-project  matches nothing in these skills',
        '',
        '1 skill: no problems.',
      ].join('\n')}\n`,
    );
    const json = JSON.parse(formatJson(silent, true));
    expect(json.unreported).toEqual([
      expect.objectContaining({ target: 'some', kind: 'example', pattern: 'so*' }),
      {
        file: 'a skill/SKILL.md',
        line: 2,
        column: 1,
        endLine: 2,
        endColumn: 5,
        skill: 'x',
        target: 'text',
        kind: 'made-at-run-time',
        because: 'output.written',
        says: 'it is written',
      },
    ]);
    expect(json.accounts).toEqual([{ skill: 'x', folder: 'a skill', counts: { 'made-at-run-time': 1, example: 1 } }]);
    expect(json.patterns).toEqual(silent.patterns);
    expect(makeBaseline(silent, {}, '/work/b.json', () => true)).not.toContain('SKILL.md');
    expect(withoutKnown(silent, {}, '/work/b.json', () => true).report).toEqual(silent);
  });

  it('lists the paths that a baseline tolerates', () => {
    const broken: UnresolvedPath = {
      ...written,
      range: { start: 0, end: 4 },
      kind: 'broken',
      because: 'reference.missing',
    };
    const before = { ...report, files: report.files.map((file) => ({ ...file, account: [broken, written] })) };
    const known = readBaseline(makeBaseline(before, {}, '/work/b.json', () => true)) ?? {};
    const [file] = withoutKnown(before, known, '/work/b.json', () => true).report.files;
    expect(file?.findings).toEqual([]);
    expect(file?.account?.map(({ kind, because }) => [kind, because])).toEqual([
      ['silenced', 'silenced.baseline'],
      ['made-at-run-time', 'output.written'],
    ]);
    expect(withoutKnown(before, {}, '/work/b.json', () => true).report.files[0]?.account).toEqual([broken, written]);
  });

  it('adds nothing unless requested', () => {
    expect(formatJson(silent)).not.toContain('unreported');
    expect(formatPretty(silent, false)).toBe('1 skill: no problems.\n');
    expect(formatJson(report)).not.toContain('certainty');
    expect(formatPretty(report, false)).not.toContain('certain');
  });
});
