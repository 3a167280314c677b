import { describe, expect, it } from 'vitest';
import { settings, workspaceOf } from '../../../test/equipment/server/server.ts';

const CODE = 'skill.list-too-long';

interface Written {
  readonly description?: string;
  readonly fields?: string;
}

/** Returns skills `a-01`, `a-02` … in a folder; `special` replaces some. */
function collection(
  folder: string,
  count: number,
  length: number,
  special: Readonly<Record<string, Written>> = {},
): Record<string, string> {
  const names = Array.from({ length: count }, (_, n) => `a-${String(n + 1).padStart(2, '0')}`);
  return Object.fromEntries(
    names.map((name) => {
      const { description = 'word '.repeat(length / 5 - 1).padEnd(length, 'x'), fields = '' } = special[name] ?? {};
      return [`/work/${folder}/${name}/SKILL.md`, manifest(name, description, fields)];
    }),
  );
}

const manifest = (name: string, description: string, fields = ''): string =>
  `---\nname: ${name}\ndescription: ${description}\n${fields}---\n\n# Title\n`;

/** Returns the messages of the rule by SKILL.md, relative to the workspace. */
function messagesIn(files: Readonly<Record<string, string>>, using: object = {}): Record<string, readonly string[]> {
  const workspace = workspaceOf(files, settings(using));
  const all = Object.keys(files).map((path): [string, readonly string[]] => [
    path.slice('/work/'.length),
    (workspace.diagnose(path)?.findings ?? []).filter(({ code }) => code === CODE).map(({ message }) => message),
  ]);
  return Object.fromEntries(all.filter(([, messages]) => messages.length > 0));
}

const LONG = { 'a-07': { description: 'purpose '.repeat(60).trim() } };

describe('skill.list-too-long', () => {
  it('reports the longest description of a folder once, with the number of descriptions that Claude Code drops', () => {
    // 49 entries of 8 + 200 + 1 characters and one of 488: 10,729 of the 1,923 that its own skills leave.
    const files = collection('.claude/skills', 50, 200, LONG);
    expect(messagesIn(files, { clients: ['claude-code'] })).toEqual({
      '.claude/skills/a-07/SKILL.md': [
        'Descriptions in `.claude/skills` are too long: Claude Code drops at least 43 of 50. Shorten this one first.',
      ],
    });
  });

  it('underlines the description', () => {
    const files = collection('.claude/skills', 50, 200, LONG);
    const path = '/work/.claude/skills/a-07/SKILL.md';
    const [finding] = (workspaceOf(files).diagnose(path)?.findings ?? []).filter(({ code }) => code === CODE);
    const { start = 0, end = 0 } = finding?.range ?? {};
    expect(files[path]?.slice(start, end)).toBe(LONG['a-07'].description);
  });

  it('quotes the words from which Codex cuts every long description', () => {
    const files = collection('.agents/skills', 90, 300, {
      'a-07': { description: 'purpose of this skill '.repeat(20).trim() },
    });
    const [message] = messagesIn(files, { clients: ['codex'] })['.agents/skills/a-07/SKILL.md'] ?? [];
    expect(message).toMatch(
      /^Descriptions in `\.agents\/skills` are too long: Codex cuts them at 2\d\d characters, this one from “.*”\. /,
    );
  });

  it('counts the skills that Copilot CLI lists by name only', () => {
    const at = '.github/skills/a-07/SKILL.md';
    const start = 'Descriptions in `.github/skills` are too long:';
    const copilot = { clients: ['copilot-cli'] };
    expect(messagesIn(collection('.github/skills', 60, 300, LONG), copilot)[at]).toEqual([
      `${start} GitHub Copilot CLI drops at least 23 of 60. Shorten this one first.`,
    ]);
    const [message] =
      messagesIn(collection('.github/skills', 99, 900, LONG), copilot)['.github/skills/a-01/SKILL.md'] ?? [];
    expect(message).toContain('GitHub Copilot CLI drops at least 84 of 99.');
  });

  it('names every client that cuts the list, as far as they fit', () => {
    const files = collection('.claude/skills', 60, 300, LONG);
    expect(Object.values(messagesIn(files))).toEqual([
      [expect.stringMatching(/Claude Code drops at least \d+ of 60, GitHub Copilot CLI drops at least 23 of 60\. /)],
    ]);
  });

  it('is one finding although a client skips the longest description', () => {
    const files = collection('.claude/skills', 60, 300, { ...LONG, 'a-09': { description: 'd'.repeat(1100) } });
    expect(messagesIn(files)).toEqual({
      '.claude/skills/a-09/SKILL.md': [
        expect.stringMatching(/Claude Code drops at least \d+ of 60, GitHub Copilot CLI drops at least \d+ of 59\. /),
      ],
    });
  });

  it.each<[what: string, files: Readonly<Record<string, string>>, using?: object]>([
    ['a list that fits', collection('.claude/skills', 9, 200)],
    [
      'a list of single lines in a client that keeps the first lines',
      collection('.qwen/skills', 40, 200),
      { clients: ['qwen-code'] },
    ],
    ['a folder that no client searches', collection('skills', 90, 300)],
    [
      'clients without a limit',
      collection('.agents/skills', 90, 300),
      { clients: ['gemini-cli', 'opencode', 'pi', 'vscode'] },
    ],
    ['clients that do not search the folder', collection('.agents/skills', 90, 300), { clients: ['claude-code'] }],
    [
      'skills of different folders',
      { ...collection('.claude/skills', 9, 200), ...collection('a/.claude/skills', 9, 200) },
    ],
    [
      'skills that the model is not shown',
      collection('.claude/skills', 9, 200, {
        'a-03': { fields: 'disable-model-invocation: true\n', description: 'd'.repeat(1000) },
        'a-04': { fields: 'paths: src/**\n', description: 'd'.repeat(1000) },
      }),
      { clients: ['claude-code'] },
    ],
    [
      'skills that the client skips',
      collection('.github/skills', 30, 300, {
        'a-01': { description: 'd'.repeat(1100) },
        'a-02': { description: '[' },
      }),
      { clients: ['copilot-cli'] },
    ],
  ])('does not report %s', (_, files, using) => expect(messagesIn(files, using)).toEqual({}));

  it('does not count a nested skill or a folder without SKILL.md', () => {
    const files = collection('.claude/skills', 9, 200);
    const nested = Object.fromEntries(
      Object.entries(files)
        .slice(0, 8)
        .map(([path, text]) => [path.replace('/a-', '/a-01/inner/a-'), text]),
    );
    expect(messagesIn({ ...files, ...nested, '/work/.claude/skills/b/README.md': 'd'.repeat(9000) })).toEqual({});
  });

  it('counts skills whose names alone exceed the limit', () => {
    const long = Object.fromEntries(
      Object.entries(collection('.codex/skills', 99, 20)).map(([path, text]) => [
        path,
        text.replace(/name: (\S+)/, `name: $1-${'n'.repeat(300)}`),
      ]),
    );
    expect(Object.values(messagesIn(long, { clients: ['codex'] }))).toEqual([
      [expect.stringMatching(/Codex leaves out at least \d+ of 99 skills\. /)],
    ]);
  });
});
