import { describe, expect, it } from 'vitest';
import { applyFix, findingsOf, markFindings, removeMarks, settings, workspaceOf } from '../testing.ts';

const head = (fields: string): string => `---\n${fields}\n---\n\n# Notes\n`;
const good = 'name: notes\ndescription: Sorts notes.';

const found = (text: string, profile = 'auto') => findingsOf({ 'SKILL.md': text }, 'SKILL.md', settings({ profile }));
const codes = (text: string, profile?: string) =>
  found(text, profile).map(({ code, severity }) => `${severity} ${code}`);

function expectMarks(code: string, text: string): void {
  expect(markFindings(removeMarks(text), found(removeMarks(text)), code)).toBe(text);
}

it('accepts valid frontmatter, including BOM and CRLF', () => {
  expect(codes(head(good))).toEqual([]);
  expect(codes(`\uFEFF${head(good).replaceAll('\n', '\r\n')}`)).toEqual([]);
});

describe('frontmatter.missing', () => {
  it('reports the first line and adds valid frontmatter', () => {
    const text = '# Meeting notes\n\nSort them.\n';
    expect(markFindings(text, found(text), 'frontmatter.missing')).toBe('«# Meeting notes»\n\nSort them.\n');
    expect(codes(applyFix(text, found(text)))).toEqual([]);
  });

  it('does not require frontmatter in other Markdown files', () => {
    expect(findingsOf({ 'SKILL.md': head(good), 'references/a.md': '# A\n' }, 'references/a.md')).toEqual([]);
  });
});

describe('frontmatter.syntax', () => {
  it('reports a value with a colon, and quotes it', () => {
    const text = head('name: notes\ndescription: Sorts notes: by date and "place".');
    expectMarks('frontmatter.syntax', text.replace('Sorts', '«Sorts').replace('".', '".»'));
    expect(codes(applyFix(text, found(text)))).toEqual([]);
  });

  it.each([
    ['a list instead of a map', '- name\n- description'],
    ['an unclosed bracket', 'name: [notes'],
    ['a tab', 'metadata:\n\tversion: 1'],
    ['a duplicate key', 'name: notes\nname: notes'],
  ])('reports %s', (_, fields) => expect(codes(head(fields))).toEqual(['error frontmatter.syntax']));

  it.each([
    ['name: notes\nmetadata:\n«\t»version: 1'],
    ['name: notes\ndescription: "never closed«.»'],
    ['name: notes\n«name»: again'],
    ["|2«🧪»metadata'"],
  ])('reports the exact range in %j', (fields) => expectMarks('frontmatter.syntax', head(fields)));

  it('never executes frontmatter labeled as JavaScript', () => {
    expect(codes('---js\n{ name: process.exit(1) }\n---\n')).toEqual(['error frontmatter.syntax']);
  });
});

describe('frontmatter.name', () => {
  it.each([
    ['name: «Meeting_Notes»', 'error'],
    ['name: «-notes»', 'error'],
    ['name: «no--tes»', 'error'],
    ['name: «42»', 'error'],
    ['name: «other»', 'warning'],
    [`name: «${'n'.repeat(65)}»`, 'warning'],
  ])('%s is reported as: %s', (field, severity) => {
    expectMarks('frontmatter.name', head(`${field}\ndescription: Sorts notes.`));
    expect(codes(head(removeMarks(`${field}\ndescription: Sorts notes.`)))).toEqual([`${severity} frontmatter.name`]);
  });

  it('offers the folder’s name as a fix', () => {
    for (const text of [head('name: Meeting_Notes\ndescription: Sorts notes.'), head('description: Sorts notes.')]) {
      expect(codes(text)).toEqual(['error frontmatter.name']);
      expect(codes(applyFix(text, found(text)))).toEqual([]);
    }
  });

  it('may be absent in Claude Code, which uses the folder’s name', () => {
    expect(codes(head('description: Sorts notes.'), 'claude')).toEqual([]);
  });
});

describe('frontmatter.description', () => {
  it.each([
    ['is missing', 'name: notes'],
    ['is empty', 'name: notes\ndescription:'],
    ['is blank', 'name: notes\ndescription: "  "'],
    ['is a list', 'name: notes\ndescription: [a]'],
    ['has 1,025 characters', `name: notes\ndescription: ${'d'.repeat(1025)}`],
  ])('is reported if it %s', (_, fields) => expect(codes(head(fields))).toEqual(['error frontmatter.description']));

  it('may span multiple lines', () =>
    expect(codes(head('name: notes\ndescription: >\n  Sorts\n  notes.'))).toEqual([]));
});

describe('frontmatter.field', () => {
  it.each([
    ['compatibility: «[a, b]»'],
    ['user-invocable: «maybe»'],
    ['context: «branch»'],
    ['shell: «zsh»'],
    ['metadata: «a text»'],
    ['allowed-tools: «3»'],
    ['metadata:\n  «adk_additional_tools: search»'],
    ['metadata:\n  «adk_inject_state: "yes"»'],
    ['effort: «huge»'],
    ['background: «later»'],
    ['allowed-tools: «Bash(git status Read»'],
    ['allowed-tools: «Read)»'],
    ['license: «[MIT]»'],
  ])('reports %s', (field) => expectMarks('frontmatter.field', head(`${good}\n${field}`)));

  it.each([
    ['allowed-tools: Bash(git:*) Read'],
    ['allowed-tools: [Bash, Read]'],
    ['argument-hint: [issue]'],
    ['argument-hint: [scope: full|part]'],
    ['context: fork'],
    ['shell: powershell'],
    ['metadata:\n  version: 1.0\n  adk_additional_tools: [search]\n  adk_inject_state: true'],
    ['license:'],
    ['license:\n  name: MIT'],
    ['user-invocable: yes\nbackground: 0\neffort: xhigh\ndisallowed-tools: [Bash]'],
    ['allowed-tools: Read, Bash(git add:*, git commit:*)'],
    ['allowed_tools: Read\nicon: beaker\ncolor: green\nglobs: "**/*.ts"'],
  ])('accepts a value that any client accepts: %s', (field) => expect(codes(head(`${good}\n${field}`))).toEqual([]));

  it('is as strict as the specification under the profile `spec`', () => {
    const text = head(`${good}\nallowed-tools: [Bash]\nmetadata:\n  version: 1.0`);
    expect(codes(text, 'spec')).toEqual(['error frontmatter.field', 'warning frontmatter.field']);
  });
});

describe('profiles', () => {
  const of = (fields: string, profile: string) => codes(head(fields), profile);

  it.each([
    // A name that differs from the folder's, a malformed one, one that is too long, none.
    [
      'name: other',
      {
        auto: 'warning',
        spec: 'warning',
        vscode: 'warning',
        claude: 'information',
        adk: 'error',
        codex: 'information',
      },
    ],
    [
      'name: My_Notes',
      { auto: 'error', spec: 'error', vscode: 'error', claude: 'information', adk: 'error', codex: 'information' },
    ],
    [
      `name: ${'n'.repeat(65)}`,
      { auto: 'warning', spec: 'warning', vscode: 'warning', claude: 'information', adk: 'error', codex: 'error' },
    ],
    ['license: MIT', { auto: 'error', spec: 'error', vscode: 'error', adk: 'error', codex: 'warning' }],
  ])('%s', (name, levels) => {
    for (const profile of ['auto', 'spec', 'vscode', 'claude', 'adk', 'codex']) {
      const level = Reflect.get(levels, profile);
      const expected = level === undefined ? [] : [`${level} frontmatter.name`];
      expect(of(`${name}\ndescription: Sorts notes.`, profile), profile).toEqual(expected);
    }
  });

  it.each([
    // The strictest of several clients decides.
    ['name: other', ['claude-code', 'codex'], 'information'],
    ['name: other', ['claude-code', 'adk'], 'error'],
    ['name: other', ['codex', 'vscode'], 'warning'],
    [`name: ${'n'.repeat(65)}`, ['claude-code', 'copilot-cli'], 'error'],
    [`name: ${'n'.repeat(65)}`, ['gemini-cli'], 'information'],
    ['license: MIT', ['claude-code', 'pi'], 'warning'],
    ['license: MIT', ['claude-code', 'gemini-cli'], 'error'],
  ])('%s for %j: %s', (name, clients, level) => {
    const text = head(`${name}\ndescription: Sorts notes.`);
    const findings = findingsOf({ 'SKILL.md': text }, 'SKILL.md', settings({ clients }));
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([`${level} frontmatter.name`]);
  });

  it('hints at fields that some of the chosen clients ignore', () => {
    const text = head(`${good}\nlicense: MIT\nallowed-tools: Read\ndisable-model-invocation: true\nhooks: {}`);
    const messages = (clients: readonly string[]) =>
      findingsOf({ 'SKILL.md': text }, 'SKILL.md', settings({ clients })).map(
        ({ severity, message }) => `${severity}: ${message}`,
      );
    expect(messages(['claude-code'])).toEqual([]);
    expect(messages(['claude-code', 'codex'])).toEqual([
      'hint: Do not rely on `disable-model-invocation`: Codex ignores it. Only Claude Code uses it.',
      'hint: Do not rely on `hooks`: Codex ignores it. Only Claude Code uses it.',
    ]);
    expect(messages(['gemini-cli', 'opencode'])).toEqual([
      'warning: Move `allowed-tools` under `metadata`, or remove it: none of the chosen clients reads this field.',
      'warning: Move `disable-model-invocation` under `metadata`, or remove it: none of the chosen clients reads this field.',
      'warning: Move `hooks` under `metadata`, or remove it: none of the chosen clients reads this field.',
    ]);
  });

  it('quotes the first words of a description that a chosen client cuts', () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
    const messages = (description: string, ...clients: readonly string[]) =>
      findingsOf(
        { 'SKILL.md': head(`name: notes\ndescription: ${description}`) },
        'SKILL.md',
        settings({ clients }),
      ).map(({ message }) => message);
    const short = words.slice(0, 1_100);
    expect(words.slice(1_020, 1_050)).toBe('rd141 word142 word143 word144 ');
    expect(messages(short, 'codex')).toEqual([
      'Shorten `description` to 1024 characters (now 1100): Codex cuts it from “word141 word142 word143 word1…”.',
    ]);
    expect(messages(short, 'codex', 'copilot-cli', 'adk')).toEqual([
      'Shorten `description` to 1024 characters (now 1100): Codex cuts it from “word141 word142 word143 word1…”, GitHub Copilot CLI and ADK skip the skill.',
    ]);
    expect(messages(short, 'claude-code')).toEqual([]);
    expect(messages(words.slice(0, 1_600), 'claude-code')).toEqual([
      expect.stringMatching(/^Start with the purpose: Claude Code cuts .* \(1,600 characters\) from “word205 word206/),
    ]);
    expect(messages(short, 'gemini-cli')).toEqual([expect.stringContaining('clients truncate it or skip the skill')]);
  });

  it('compares normalized names', () => {
    const files = { '/work/re\u0301sume\u0301/SKILL.md': '---\nname: résumé\ndescription: x\n---\n' };
    const path = '/work/re\u0301sume\u0301/SKILL.md';
    const codesUnder = (profile: string) =>
      workspaceOf(files, settings({ profile }))
        .diagnose(path)
        ?.findings.map(({ code }) => code);
    expect(codesUnder('auto')).toEqual([]);
    // ADK allows only a to z.
    expect(codesUnder('adk')).toEqual(['frontmatter.name']);
  });

  it('reports names that Claude Code reserves', () => {
    const files = {
      '/work/.claude/skills/synced/SKILL.md': '---\nname: synced\ndescription: x\n---\n',
      '/work/skills/synced/SKILL.md': '---\nname: synced\ndescription: x\n---\n',
    };
    const found = (path: string, profile: string) =>
      workspaceOf(files, settings({ profile }))
        .diagnose(path)
        ?.findings.map(({ aspect }) => aspect);
    expect(found('/work/.claude/skills/synced/SKILL.md', 'auto')).toEqual(['reserved']);
    expect(found('/work/skills/synced/SKILL.md', 'auto')).toEqual([]);
    expect(found('/work/skills/synced/SKILL.md', 'claude')).toEqual(['reserved']);
    expect(found('/work/.claude/skills/synced/SKILL.md', 'codex')).toEqual([]);
  });

  it('measures descriptions like the client', () => {
    const long = (length: number, more = '') => `name: notes\ndescription: ${'d'.repeat(length)}${more}`;
    expect(of(long(1_100), 'codex')).toEqual(['error frontmatter.description']);
    expect(of(long(1_100), 'claude')).toEqual([]);
    expect(of(long(1_100, `\nwhen_to_use: ${'w'.repeat(500)}`), 'claude')).toEqual(['warning frontmatter.description']);
    // Characters, not UTF-16 units.
    expect(of(`name: notes\ndescription: ${'💡'.repeat(1_024)}`, 'auto')).toEqual([]);
    expect(of('name: notes', 'codex')).toEqual(['warning frontmatter.description']);
  });

  it('accepts the client’s values', () => {
    expect(of(`${good}\nuser-invocable: yes`, 'vscode')).toEqual(['error frontmatter.field']);
    expect(of(`${good}\nlicense:\n  name: MIT`, 'spec')).toEqual(['error frontmatter.field']);
    expect(of(`${good}\nallowed-tools: Read, Grep`, 'spec')).toEqual(['warning frontmatter.field']);
    expect(of(`${good}\nallowed-tools: Read, Grep`, 'claude')).toEqual([]);
    expect(of(`${good}\nmetadata:\n  short-description: [x]`, 'codex')).toEqual(['error frontmatter.field']);
    expect(of(`${good}\nallowed_tools: Read`, 'adk')).toEqual([]);
    expect(of(`${good}\nallowed_tools: Read`, 'claude')).toEqual(['warning frontmatter.unknown']);
    expect(of(`${good}\ndisallowed-tools: Bash\nbackground: false`, 'claude')).toEqual([]);
    expect(of(`${good}\nicon: beaker`, 'spec')).toEqual(['warning frontmatter.unknown']);
  });
});

describe('frontmatter.unknown', () => {
  it('reports the field and suggests the intended one', () => {
    const text = head(`${good}\nlicence: MIT\nAllowed_Tools: Read\nauthor: me`);
    expectMarks('frontmatter.unknown', head(`${good}\n«licence»: MIT\n«Allowed_Tools»: Read\n«author»: me`));
    expect(found(text).map(({ suggestions }) => suggestions)).toEqual([['license'], ['allowed-tools'], []]);
    expect(applyFix(text, found(text))).toContain('\nlicense: MIT\n');
  });

  it('does not suggest a typo for a field that some client reads, in skills, agents or prompts', () => {
    const firstSuggestions = (fields: string, profile?: string) =>
      found(head(`${good}\n${fields}`), profile).map(({ suggestions = [] }) => suggestions[0]);
    expect(firstSuggestions('agents: reviewer\nmodels: x\ntools: Read')).toEqual([undefined, 'model', undefined]);
    expect(firstSuggestions('path: a\npaths: b', 'spec')).toEqual([undefined, undefined]);
    expect(firstSuggestions('allowed_tools: Read\nallowed_tool: Read', 'claude')).toEqual([
      'allowed-tools',
      'allowed-tools',
    ]);
  });

  it('moves a custom field under metadata', () => {
    const alone = head(`${good}\nversion: 1.0`);
    expect(applyFix(alone, found(alone))).toBe(head(`${good}\nmetadata:\n  version: "1.0"`));
    const withMetadata = head(`${good}\nversion: v2\nmetadata:\n    author: me`);
    expect(applyFix(withMetadata, found(withMetadata))).toBe(
      head(`${good}\nmetadata:\n    version: v2\n    author: me`),
    );
    for (const text of [alone, withMetadata]) expect(codes(applyFix(text, found(text)))).toEqual([]);
  });

  it.each([
    ['auto', []],
    ['claude', []],
    ['vscode', ['model', 'hooks', 'paths']],
    ['spec', ['argument-hint', 'model', 'hooks', 'paths']],
  ])('accepts the fields that the clients of %s read', (profile, unknown) => {
    const text = head(`${good}\nargument-hint: file\nmodel: big\nhooks: {}\npaths: a`);
    expect(found(text, profile).map(({ range }) => text.slice(range.start, range.end))).toEqual(unknown);
  });
});
