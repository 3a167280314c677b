// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables as authors write them
import { describe, expect, it } from 'vitest';
import { BASE_SENTENCE } from '../../../skill/index.ts';
import {
  applyFix,
  HEAD,
  markFindings,
  removeMarks,
  settings,
  workspaceOf,
} from '../../../test/equipment/server/server.ts';
import type { Finding } from '../rule/rule.ts';

const CODE = 'reference.client';
const FILES = {
  'rank.py': 'print(1)',
  'scripts/sort.py': 'print(1)',
  'scripts/count.sh': 'wc',
  'references/guide.md': '# Guide\n',
};

/** Returns the findings of the rule in a skill with two scripts and a guide, in a folder of the workspace. */
function findingsIn(text: string, using: object = {}, root = '/work/notes'): readonly Finding[] {
  const files = Object.entries({ ...FILES, 'SKILL.md': removeMarks(text) });
  const absolute = Object.fromEntries(files.map(([path, file]) => [`${root}/${path}`, file]));
  const result = workspaceOf(absolute, settings(using)).diagnose(`${root}/SKILL.md`);
  return result?.findings.filter(({ code }) => code === CODE) ?? [];
}

const COMMAND = '# Notes\n\nSort them:\n\n```bash\npython scripts/sort.py a.md\n```\n';
const message = (clients: string) =>
  `\`scripts/sort.py\` is not in the workspace, where ${clients}. Say what paths are relative to.`;

describe('commands', () => {
  it.each([
    '```bash\npython «scripts/sort.py» a.md\n```\n',
    '```\n$ python3 -u ./«scripts/sort.py»\n```\n',
    '```sh\nuv run «scripts/sort.py» --all\nbash «scripts/count.sh»\n```\n\nRun `python «scripts/sort.py»`.\n',
    '```sh\nchmod +x «scripts/count.sh»\n./«scripts/count.sh»\n```\n',
    '| task | command |\n|---|---|\n| sort | `python «scripts/sort.py»` |\n',
    '```sh\nresult=$(bash «scripts/count.sh» a.md)\n```\n',
    '```sh\npython «rank.py» a.md\n```\n\nOr `python «rank.py»`.\n',
    '```sh\npython ./«rank.py» a.md\n```\n',
  ])('reports once: %s', (text) => {
    const findings = findingsIn(HEAD + text);
    expect(findings).toHaveLength(1);
    expect(markFindings(removeMarks(HEAD + text), findings, CODE).replaceAll('«./', './«')).toBe(HEAD + text);
  });

  it.each([
    ['reads of files', 'Read `references/guide.md` and `scripts/sort.py`.\n'],
    ['a file that does not exist', '```bash\npython scripts/other.py\n```\n'],
    ['a text with a placeholder', '```bash\npython {baseDir}/scripts/gone.py\nbash scripts/count.sh\n```\n'],
    ['a bare name in prose', 'Run python rank.py.\n'],
    ['a bare name of a file that the model writes', '```bash\ncat > rank.py\npython rank.py\n```\n'],
    ['a bare name after a change of directory', '```bash\ncd notes\npython rank.py\n```\n'],
    ['an absolute path', '```bash\npython /opt/notes/scripts/sort.py\n```\n'],
    ['a block that changes the directory', '```bash\ncd notes\npython scripts/sort.py\n```\n'],
    ['an output', '```bash\ncat > scripts/sort.py\n```\n'],
    ['a text that states the base', `${BASE_SENTENCE}\n\n${COMMAND}`],
    ['a statement after the command', `${COMMAND}\nRun everything from the skill's folder.\n`],
    [
      'another language',
      '# Notes\n\nDas und die:\n\n```bash\npython scripts/sort.py\n```\n\nDer und die mit dem, für das.\n',
    ],
  ])('does not report %s', (_, text) => expect(findingsIn(HEAD + text)).toEqual([]));

  it('does not report a document other than SKILL.md', () => {
    const files = { ...FILES, 'SKILL.md': `${HEAD}See \`references/guide.md\`.\n`, 'references/guide.md': COMMAND };
    const findings = workspaceOf(files).diagnose('/work/notes/references/guide.md')?.findings ?? [];
    expect(findings.filter(({ code }) => code === CODE)).toEqual([]);
  });

  it('moves to the next command if a comment suppresses the first', () => {
    const comment = `<!-- skillwright-disable-next-line ${CODE} -->\n`;
    const text = `${HEAD}${comment}\`\`\`bash\npython scripts/sort.py\n\`\`\`\n\nThen \`bash «scripts/count.sh»\`.\n`;
    expect(markFindings(removeMarks(text), findingsIn(text), CODE)).toBe(text);
  });
});

describe('clients', () => {
  it.each<[object, string, string, string | undefined]>([
    [{}, '/work/notes', 'information', 'Claude Code, VS Code and 2 more run commands'],
    [{}, '/work/.gemini/skills/notes', 'information', 'Gemini CLI runs commands'],
    [{}, '/work/.github/skills/notes', 'information', 'VS Code and GitHub Copilot CLI run commands'],
    // Codex tells the model that paths are relative to the skill.
    [{}, '/work/.codex/skills/notes', 'information', undefined],
    [{ clients: ['claude-code'] }, '/work/notes', 'warning', 'Claude Code runs commands'],
    [{ clients: ['gemini-cli', 'claude-code'] }, '/work/notes', 'warning', 'Claude Code and Gemini CLI run commands'],
    [{ clients: ['claude-code', 'codex'] }, '/work/notes', 'information', 'Claude Code runs commands'],
    [{ clients: ['claude-code', 'cursor'] }, '/work/notes', 'information', 'Claude Code runs commands'],
    [{ clients: ['vscode'] }, '/work/.codex/skills/notes', 'warning', 'VS Code runs commands'],
    [{ clients: ['codex', 'opencode', 'pi'] }, '/work/notes', 'information', undefined],
    [{ clients: ['adk'] }, '/work/notes', 'information', undefined],
    [{ profile: 'claude' }, '/work/notes', 'warning', 'Claude Code runs commands'],
  ])('%j in %s: %s, %s', (using, root, severity, clients) => {
    const expected = clients === undefined ? [] : [[severity, message(clients)]];
    expect(findingsIn(HEAD + COMMAND, using, root).map((one) => [one.severity, one.message])).toEqual(expected);
  });

  it('names fewer clients if the path is long', () => {
    const path = `scripts/${'long-'.repeat(9)}name.py`;
    const files = { [path]: '', 'SKILL.md': `${HEAD}\`python ${path}\`\n` };
    const [finding] = workspaceOf(files).diagnose('/work/notes/SKILL.md')?.findings ?? [];
    expect(finding?.message).toContain('workspace, where Claude Code and 3 more run commands');
  });
});

const CLAUDE = '$' + '{CLAUDE_SKILL_DIR}';

describe('prefixes for the folder of the skill', () => {
  it.each([
    '```bash\npython «<this-skill>/scripts/sort.py»\nbash «<this-skill>/scripts/count.sh»\n```\n',
    'Read `«{baseDir}/references/guide.md»`.\n',
    'Run `python "«$SKILL_DIR/scripts/sort.py»"`.\n',
    'Run `python «%SKILL_DIR%/scripts/sort.py»`.\n',
  ])('reports once: %s', (text) => {
    const findings = findingsIn(HEAD + text);
    expect(findings).toHaveLength(1);
    expect(markFindings(removeMarks(HEAD + text), findings, CODE)).toBe(HEAD + text);
  });

  it.each([
    ['a file that does not exist', 'Read `{baseDir}/references/gone.md`.\n'],
    ['the variable of a client that is among those meant', `Run \`python ${CLAUDE}/scripts/sort.py\`.\n`],
    ['a prefix that is explained', 'Read `{baseDir}/references/guide.md`. `{baseDir}` is where this is.\n'],
    ['a variable that is set', '```sh\nSKILL_DIR=/opt/notes\npython $SKILL_DIR/scripts/sort.py\n```\n'],
    ['a text that states the base', `${BASE_SENTENCE}\n\nRead \`<this-skill>/references/guide.md\`.\n`],
  ])('does not report %s', (_, text) => expect(findingsIn(HEAD + text)).toEqual([]));

  it.each<[readonly string[], string | undefined]>([
    [['claude-code'], undefined],
    [['claude-code', 'codex'], 'information: Codex'],
    [['codex'], 'warning: Codex'],
    [['codex', 'pi', 'adk'], 'warning: Codex, pi and ADK'],
    [['cursor'], undefined],
  ])('knows who replaces the variable of Claude Code: %j', (clients, expected) => {
    const [finding] = findingsIn(`${HEAD}Run \`python ${CLAUDE}/scripts/sort.py\`.\n`, { clients });
    const message = finding && `${finding.severity}: ${finding.message}`;
    if (expected === undefined) expect(finding).toBeUndefined();
    else
      expect(message).toBe(
        expected.replace(': ', `: \`${CLAUDE}\` stays as it is in `) +
          '. Write `scripts/sort.py`, and say what paths are relative to.',
      );
  });

  it('include the variable of a client that does not search the folder of the skill', () => {
    const text = `${HEAD}Run \`python ${CLAUDE}/scripts/sort.py\`.\n`;
    expect(findingsIn(text, {}, '/work/.gemini/skills/notes').map(({ severity }) => severity)).toEqual(['information']);
    expect(findingsIn(text, {}, '/work/.claude/skills/notes')).toEqual([]);
  });

  it('are removed at all places, with the sentence once', () => {
    const text = `${HEAD}# Notes\n\nRun \`python <this-skill>/scripts/sort.py\`, \`bash <this-skill>/scripts/count.sh\`.\n`;
    const after = applyFix(text, findingsIn(text));
    expect(after).toBe(
      `${HEAD}# Notes\n\n${BASE_SENTENCE}\n\nRun \`python scripts/sort.py\`, \`bash scripts/count.sh\`.\n`,
    );
    expect(findingsIn(after, { clients: ['claude-code', 'codex', 'adk'] })).toEqual([]);
  });
});

describe('reads', () => {
  const READ = 'Codex: «`references/codex-tools.md`». Others: `references/guide.md`.\n'
    .replace('«`', '`«')
    .replace('`»', '»`');
  const counted = (text: string, root: string, using: object = {}): readonly Finding[] => {
    const files = {
      'SKILL.md': removeMarks(HEAD + text),
      'references/codex-tools.md': '# C\n',
      'references/guide.md': '# G\n',
    };
    const absolute = Object.fromEntries(Object.entries(files).map(([path, file]) => [`${root}/${path}`, file]));
    const found = workspaceOf(absolute, settings(using)).diagnose(`${root}/SKILL.md`)?.findings ?? [];
    return found.filter(({ code }) => code === CODE);
  };

  it('are reported where counted runs of the layout missed the file, and nowhere else', () => {
    const findings = counted(READ, '/work/.agents/skills/notes');
    expect(markFindings(removeMarks(HEAD + READ), findings, CODE)).toBe(HEAD + READ);
    expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'information: `references/codex-tools.md` was missed in 7 of 18 counted runs of Codex. Say what paths are relative to.',
    ]);
    expect(counted(READ, '/work/.claude/skills/notes')).toEqual([]);
    expect(counted(READ, '/work/.agents/skills/notes', { clients: ['pi'] })).toEqual([]);
    expect(counted(`${BASE_SENTENCE} ${READ}`, '/work/.agents/skills/notes')).toEqual([]);
  });

  it('stay information for the only client: most runs found the file', () => {
    const [finding] = counted(READ, '/work/.agents/skills/notes', { clients: ['codex'] });
    expect(finding?.severity).toBe('information');
  });
});

describe('names of skills of the same plugin', () => {
  const inPlugin = (
    text: string,
    using: object = {},
  ): { readonly found: readonly Finding[]; readonly text: string } => {
    const files = {
      '/work/p/.claude-plugin/plugin.json': '{"name": "tools"}',
      '/work/p/skills/notes/SKILL.md': HEAD + removeMarks(text),
      '/work/p/skills/count/SKILL.md': HEAD.replace('notes', 'count'),
    };
    const result = workspaceOf(files, settings(using)).diagnose('/work/p/skills/notes/SKILL.md');
    const found = (result?.findings ?? []).filter(({ code }) => code === CODE);
    return { found, text: HEAD + removeMarks(text) };
  };

  it.each([
    'Then invoke the `«count»` skill, and load **`«count»`** skill.\n',
    'Call `Skill(«count»)`.\n',
    'Use the tool with `{"skill": "count"}` or `skill: "«count»"`.\n',
  ])('are reported once: %s', (call) => {
    const { found, text } = inPlugin(call);
    expect(found.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'information: `count` is offered as `tools:count` in Claude Code. Also name it so.',
    ]);
    expect(markFindings(text, found, CODE)).toBe(HEAD + call);
  });

  it.each<[string, object]>([
    ['Use the `count` skill.\n', {}],
    ['Invoke the `other` skill.\n', {}],
    ['Invoke the `notes` skill.\n', {}],
    ['Invoke the `count` skill (`tools:count`).\n', {}],
    ['Call `Skill(tools:count)`.\n', {}],
    ['Invoke the `count` skill.\n', { clients: ['codex'] }],
  ])('are not reported: %s %j', (call, using) => expect(inPlugin(call, using).found).toEqual([]));

  it('have the name in the list of a marketplace if the plugin has no manifest', () => {
    const files = {
      '/work/.claude-plugin/marketplace.json': '{"plugins": [{"name": "tools", "source": "./p"}, {"source": "./q"}]}',
      '/work/p/skills/notes/SKILL.md': `${HEAD}Invoke the \`count\` skill.\n`,
      '/work/p/skills/count/SKILL.md': HEAD.replace('notes', 'count'),
    };
    const findings = workspaceOf(files).diagnose('/work/p/skills/notes/SKILL.md')?.findings ?? [];
    expect(findings.find(({ code }) => code === CODE)?.message).toContain('`tools:count`');
  });

  it('gets the prefix for the only client, and both names for several', () => {
    const fixed = (using: object): string => {
      const { found, text } = inPlugin('Invoke the `count` skill first.\n', using);
      return applyFix(text, found).slice(HEAD.length);
    };
    expect(fixed({ clients: ['claude-code'] })).toBe('Invoke the `tools:count` skill first.\n');
    expect(fixed({ clients: ['claude-code', 'codex'] })).toBe(
      'Invoke the `count` skill (`tools:count` in Claude Code) first.\n',
    );
  });
});

describe('folders of another client', () => {
  const TEXT = 'Run `python «~/.claude/skills/notes/scripts/sort.py»`.\n';

  it.each<[object, string, string | undefined]>([
    // Where the skill will be installed is not known.
    [{}, '/work/notes', undefined],
    [{}, '/work/.claude/skills/notes', undefined],
    [{}, '/work/.agents/skills/notes', 'information: Codex, Gemini CLI and 2 more'],
    [{ clients: ['codex'] }, '/work/notes', 'warning: Codex'],
    [{ clients: ['codex', 'claude-code'] }, '/work/notes', 'information: Codex'],
    [{ clients: ['claude-code'] }, '/work/.agents/skills/notes', undefined],
    // The workspace has the file, whatever the client searches.
    [{ clients: ['codex'] }, '/work/.claude/skills/notes', undefined],
    [{ clients: ['adk'] }, '/work/notes', undefined],
  ])('%j in %s: %s', (using, root, expected) => {
    const [finding] = findingsIn(HEAD + TEXT, using, root);
    if (expected === undefined) expect(finding).toBeUndefined();
    else {
      expect(markFindings(removeMarks(HEAD + TEXT), [finding as Finding], CODE)).toBe(HEAD + TEXT);
      expect(`${finding?.severity}: ${finding?.message}`).toBe(
        expected.replace(': ', ': `.claude/skills` has no skills of ') +
          '. Write `scripts/sort.py`, and say what paths are relative to.',
      );
    }
  });

  it.each([
    ['another skill', 'Run `python ~/.claude/skills/other/scripts/sort.py`.\n'],
    ['a file that does not exist', 'Run `python ~/.claude/skills/notes/scripts/gone.py`.\n'],
    [
      'a text that names several',
      'Run `python ~/.claude/skills/notes/scripts/sort.py` or `python ~/.agents/skills/notes/scripts/sort.py`.\n',
    ],
  ])('does not report %s', (_, text) => expect(findingsIn(HEAD + text, { clients: ['codex'] })).toEqual([]));

  it('are removed, with the sentence', () => {
    const text = `${HEAD}# Notes\n\n${removeMarks(TEXT)}`;
    const after = applyFix(text, findingsIn(text, { clients: ['codex'] }));
    expect(after).toBe(`${HEAD}# Notes\n\n${BASE_SENTENCE}\n\nRun \`python scripts/sort.py\`.\n`);
    expect(findingsIn(after, { clients: ['codex', 'claude-code'] })).toEqual([]);
  });
});

describe('fixes', () => {
  it.each([
    [
      `# Notes\n\nText: \`python scripts/sort.py\` and \`bash scripts/count.sh\`.\n`,
      `# Notes\n\n${BASE_SENTENCE}\n\nText`,
    ],
    ['\nText: `python scripts/sort.py`.\n', `\n${BASE_SENTENCE}\n\nText`],
    ['# Notes\r\n\r\nText: `python scripts/sort.py`.\r\n', `# Notes\r\n\r\n${BASE_SENTENCE}\r\n\r\nText`],
  ])('state the base once, before all paths: %j', (body, start) => {
    const text = HEAD.trimEnd() + (body.includes('\r') ? '\r\n' : '\n') + body;
    const after = applyFix(text, findingsIn(text));
    expect(after).toContain(start);
    expect(after.split(BASE_SENTENCE)).toHaveLength(2);
    expect(findingsIn(after)).toEqual([]);
  });

  it('offer the variable of Claude Code if it is the only client chosen', () => {
    const titles = (using: object) =>
      findingsIn(`${HEAD}${COMMAND}\nOr \`bash ./scripts/count.sh\`.\n`, using).flatMap(({ fixes = [] }) =>
        fixes.map(({ title }) => title),
      );
    const state = 'State that paths are relative to this SKILL.md';
    expect(titles({})).toEqual([state]);
    expect(titles({ clients: ['claude-code', 'codex'] })).toEqual([state]);
    const title = 'Start the path with $' + '{CLAUDE_SKILL_DIR} (2 places)';
    expect(titles({ clients: ['claude-code'] })).toEqual([state, title]);
    const text = `${HEAD}${COMMAND}\nOr \`bash ./scripts/count.sh\`.\n`;
    const after = applyFix(text, findingsIn(text, { clients: ['claude-code'] }), title);
    expect(after).toContain('python $' + '{CLAUDE_SKILL_DIR}/scripts/sort.py a.md');
    expect(after).toContain('`bash $' + '{CLAUDE_SKILL_DIR}/scripts/count.sh`');
    expect(findingsIn(after, { clients: ['claude-code'] })).toEqual([]);
  });
});

describe('hooks', () => {
  const withHook = (command: string): string =>
    `---\nname: notes\ndescription: Sorts notes.\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: ${command}\n---\n\n# Notes\n`;
  it('reports a variable of the skill, which is not set there', () => {
    const text = withHook('bash «${CLAUDE_SKILL_DIR}/»scripts/count.sh');
    const findings = findingsIn(text, {}, '/work/.claude/skills/notes');
    expect(markFindings(removeMarks(text), findings, CODE)).toBe(text);
    expect(findings).toMatchObject([{ severity: 'warning' }]);
    expect(applyFix(removeMarks(text), findings)).toBe(
      withHook('bash ${CLAUDE_PROJECT_DIR}/.claude/skills/notes/scripts/count.sh'),
    );
  });
  it.each([
    'bash ${CLAUDE_PLUGIN_ROOT}/skills/notes/scripts/count.sh',
    'bash ${CLAUDE_SKILL_DIR}/scripts/gone.sh',
    'python scripts/sort.py',
    'npx prettier --check .',
  ])('does not report %s', (command) => expect(findingsIn(withHook(command))).toEqual([]));
});
