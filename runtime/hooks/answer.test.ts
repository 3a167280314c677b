import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { manifest, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { hookDecisions } from '../user-data/hook-record.ts';
import { answersWith } from './answers.ts';
import { DIALECTS } from './dialects.ts';
import type { EditedFinding } from './edited-skills.ts';
import { answerInput } from './run-hook.ts';

/** The findings of the check, which only the command line knows. */
let findings: readonly EditedFinding[] = [];
const answers = answersWith(async () => findings);

/** A project with a skill, in the home of a user who has no other. */
class Scene {
  readonly home = temporaryFolder();
  readonly folder = temporaryFolder();
  readonly data = join(temporaryFolder(), 'hook');
  readonly root: string;
  private calls = 0;
  private time = Date.now() - 1_000_000;

  constructor(root = '.claude/skills', files: Readonly<Record<string, string>> = {}) {
    this.root = join(this.folder, root);
    writeFiles(this.folder, {
      '.git/HEAD': 'ref: refs/heads/main\n',
      [`${root}/brew/SKILL.md`]: manifest(
        'brew',
        '# Brew\n\nRead `references/menu.md` first.\n\nFor temperatures see `references/heat.md`.\n',
      ),
      [`${root}/brew/references/menus.md`]: 'Teas\n',
      [`${root}/brew/references/heat.md`]: 'Hot\n',
      ...files,
    });
    vi.stubEnv('SKILLWRIGHT_HOOKS_DATA', this.data);
    vi.stubEnv('HOME', this.home);
    this.age(join(this.root, 'brew/SKILL.md'));
  }

  /** Makes a file older than anything that happens in the session. */
  age(file: string): void {
    utimesSync(file, new Date(this.time / 1000 - 10), new Date(this.time / 1000 - 10));
    utimesSync(file, this.time / 1000 - 10, this.time / 1000 - 10);
  }

  /** Returns what the hooks of Claude Code answer to a call: before it, and unless that denies it, after it. */
  async call(tool: string, input: object, { error, args = [] }: { error?: string | undefined; args?: string[] } = {}) {
    const id = `toolu_${this.calls++}`;
    const before = await this.event('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: id }, args);
    const denied = textIn(before, 'permissionDecisionReason');
    if (denied !== undefined)
      return { denied, ended: before !== null && typeof before === 'object' && 'continue' in before };
    const name = error === undefined ? 'PostToolUse' : 'PostToolUseFailure';
    const after = await this.event(
      name,
      {
        tool_name: tool,
        tool_input: input,
        tool_use_id: id,
        tool_response: error === undefined ? 'ok' : undefined,
        error,
      },
      args,
    );
    return { told: textIn(after, 'additionalContext') };
  }

  /** Calls of one step come within milliseconds. */
  async event(name: string, fields: object, args: readonly string[] = [], client = 'claude-code', later = 10_000) {
    this.time += later;
    vi.setSystemTime(this.time);
    const input = { session_id: 's1', cwd: this.folder, hook_event_name: name, ...fields };
    return answerInput([client, ...args], JSON.stringify(input), async () => answers, this.time);
  }

  async read(path: string, args: string[] = []) {
    const exists = existsSync(path.startsWith('/') ? path : join(this.folder, path));
    return this.call('Read', { file_path: path }, { args, error: exists ? undefined : 'File does not exist.' });
  }

  load() {
    return this.call('Skill', { skill: 'brew' });
  }
}

function textIn(value: unknown, key: string): string | undefined {
  const found = new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*")`).exec(JSON.stringify(value) ?? '');
  return found?.[1] === undefined ? undefined : JSON.parse(found[1]);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe('a skill that the user has loaded by name', () => {
  const claude = (folder: string) => ({
    type: 'user',
    isMeta: true,
    message: { role: 'user', content: [{ type: 'text', text: `Base directory for this skill: ${folder}\n\n# Brew` }] },
  });

  /** Returns the answers to the same miss, once for each step. */
  async function answersOf(scene: Scene, records: readonly object[], client = 'claude-code', directory = scene.root) {
    const transcript = join(scene.home, 'transcript.jsonl');
    writeFileSync(transcript, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const file_path = join(directory, 'brew/references/menu.md');
    const given: string[] = [];
    for (let step = 0; step < 3; step++) {
      const base = {
        tool_name: client === 'codex' ? 'Bash' : 'Read',
        transcript_path: transcript,
        tool_use_id: `t${step}`,
      };
      const input = { ...base, tool_input: client === 'codex' ? { command: `cat ${file_path}` } : { file_path } };
      const before = await scene.event('PreToolUse', input, [], client);
      const after =
        before ?? (await scene.event('PostToolUse', { ...input, tool_response: 'No such file' }, [], client));
      given.push(before === undefined ? (after === undefined ? 'nothing' : 'told') : 'denied');
    }
    return given;
  }

  test('counts as loaded in Claude Code', async () => {
    const scene = new Scene();
    expect(await answersOf(scene, [{ type: 'user' }, claude(join(scene.root, 'brew'))])).toEqual([
      'told',
      'told',
      'denied',
    ]);
  });

  test('counts as loaded in Codex', async () => {
    const scene = new Scene('.agents/skills');
    const text = `<skill>\n<name>brew</name>\n<path>${join(scene.root, 'brew/SKILL.md')}</path>\n# Brew\n</skill>`;
    const payload = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
    expect(await answersOf(scene, [{ type: 'response_item', payload }], 'codex')).toEqual(['told', 'told', 'denied']);
  });

  test('counts as loaded in Copilot CLI, whose inputs name no transcript', async () => {
    const scene = new Scene('.github/skills');
    vi.stubEnv('COPILOT_HOME', join(scene.home, '.copilot'));
    const data = { name: 'brew', path: join(scene.root, 'brew/SKILL.md'), trigger: 'user-invoked' };
    writeFiles(scene.home, {
      '.copilot/session-state/c1/events.jsonl': `${JSON.stringify({ type: 'skill.invoked', data })}\n`,
    });
    const input = {
      sessionId: 'c1',
      toolName: 'view',
      toolArgs: { path: join(scene.root, 'brew/references/menu.md') },
    };
    const event = (name: string, more: object = {}) =>
      answerInput(
        ['copilot-cli', name],
        JSON.stringify({ ...input, cwd: scene.folder, ...more }),
        async () => answers,
        Date.now(),
      );
    for (let step = 0; step < 2; step++) {
      vi.setSystemTime(Date.now() + 10_000);
      expect(await event('preToolUse')).toBeUndefined();
      expect(await event('postToolUseFailure', { error: 'Path does not exist' })).toHaveProperty('additionalContext');
    }
    vi.setSystemTime(Date.now() + 10_000);
    expect(await event('preToolUse')).toHaveProperty('permissionDecision', 'deny');
  });

  test.each([
    ['no record', () => []],
    ['the text in a result', (folder: string) => [{ ...claude(folder), isMeta: false }]],
    ['another skill', (folder: string) => [claude(join(folder, '../other'))]],
    ['a damaged record', () => [{ type: 'user', isMeta: true, message: 'Base directory for this skill: x' }]],
  ])('does not count with %s in the transcript', async (_, records) => {
    const scene = new Scene();
    expect(await answersOf(scene, records(join(scene.root, 'brew')))).toEqual(['told', 'told', 'told']);
  });
});

describe('a fact after a miss', () => {
  test('names the nearest file that the skill has, and the line that wrote the path', async () => {
    const scene = new Scene();
    await scene.load();
    const path = join(scene.root, 'brew/references/menu.md');
    const { told } = await scene.read(path);
    expect(told).toBe(
      `The skill \`brew\` has no file \`references/menu.md\`; the nearest that it has is \`references/menus.md\`, at \`${join(scene.root, 'brew/references/menus.md')}\`. SKILL.md line 7 says: "Read \`references/menu.md\` first."`,
    );
  });

  test.each([
    ['the workspace', 'references/heat.md', '.claude/skills/brew/references/heat.md'],
    ['the workspace, absolute', '{folder}/references/heat.md', '{folder}/.claude/skills/brew/references/heat.md'],
    ['the folder of all skills', '{root}/references/heat.md', '{root}/brew/references/heat.md'],
    ['the home', '~/.claude/skills/brew/references/heat.md', '{root}/brew/references/heat.md'],
    [
      'the folder of another client',
      '{folder}/.agents/skills/brew/references/heat.md',
      '{root}/brew/references/heat.md',
    ],
    ['the SKILL.md of another client', '{folder}/.codex/skills/brew/SKILL.md', '{root}/brew/SKILL.md'],
  ])('in %s says where the file is, in the form of the request', async (_, asked, place) => {
    const scene = new Scene();
    await scene.load();
    const fill = (text: string) => text.replace('{folder}', scene.folder).replace('{root}', scene.root);
    const { told } = await scene.read(fill(asked));
    expect(told).toContain(`is at \`${fill(place)}\`.`);
  });

  test('in the form of a home, if it is there', async () => {
    const scene = new Scene();
    writeFiles(scene.home, {
      '.claude/skills/mash/SKILL.md': manifest('mash', 'Mash.\n'),
      '.claude/skills/mash/references/a.md': 'A',
    });
    const { told } = await scene.call(
      'Bash',
      { command: 'cat ~/.agents/skills/mash/references/a.md' },
      { error: 'Exit code 1' },
    );
    expect(told).toContain('is at `~/.claude/skills/mash/references/a.md`.');
  });

  test('is given before a skill is loaded if the path leads into a folder of skills', async () => {
    const scene = new Scene();
    expect((await scene.read(join(scene.folder, '.codex/skills/brew/references/heat.md'))).told).toContain('is at');
  });

  test.each([
    ['Bash', { command: 'cat .claude/skills/brew/references/menu.md' }],
    ['Bash', { command: 'cd .claude/skills/brew && cat references/menu.md' }],
    ['Bash', { command: 'bash -lc "sed -n 1,20p .claude/skills/brew/references/menu.md"' }],
    ['Glob', { pattern: '**/references/menu.md' }],
  ])('after %s %j', async (tool, input) => {
    const scene = new Scene();
    await scene.load();
    expect((await scene.call(tool, input)).told).toContain('`references/menus.md`');
  });
});

describe('nothing is said', () => {
  test.each([
    ['of a file that exists', 'Read', { file_path: '{root}/brew/references/heat.md' }],
    ['of a file of the workspace', 'Read', { file_path: 'src/missing.ts' }],
    ['of a README of the workspace', 'Read', { file_path: 'README.md' }],
    ['when the model writes a file', 'Write', { file_path: '{root}/brew/references/menu.md', content: 'x' }],
    [
      'when the model edits a file',
      'Edit',
      { file_path: '{root}/brew/references/menu.md', old_string: 'a', new_string: 'b' },
    ],
    ['of a command that writes', 'Bash', { command: 'cat > {root}/brew/references/menu.md <<EOF\nx\nEOF' }],
    ['of a test', 'Bash', { command: 'test -f {root}/brew/references/menu.md' }],
    [
      'of a test before a read',
      'Bash',
      { command: '[ -e {root}/brew/references/menu.md ] && cat {root}/brew/references/menu.md' },
    ],
    ['of a listing', 'Bash', { command: 'ls {root}/brew/references/menu.md' }],
    ['of a folder that is made', 'Bash', { command: 'mkdir -p {root}/brew/output' }],
    [
      'of a read that has a fallback',
      'Bash',
      { command: 'cat {root}/brew/references/menu.md 2>/dev/null || echo none' },
    ],
    [
      'of a file that the command removes',
      'Bash',
      { command: 'cat {root}/brew/references/menu.md; rm {root}/brew/references/menu.md' },
    ],
    ['of a container', 'Bash', { command: 'docker exec web cat {root}/brew/references/menu.md' }],
    ['of a pattern for many files', 'Glob', { pattern: '**/*.md' }],
    ['of a path out of the skill', 'Read', { file_path: '{root}/brew/../../../../etc/brew/references/x.md' }],
  ])('%s', async (_, tool, input) => {
    const scene = new Scene();
    await scene.load();
    const filled = JSON.parse(JSON.stringify(input).replaceAll('{root}', scene.root));
    expect(await scene.call(tool, filled)).toEqual({ told: undefined });
  });

  test('of a file of a workspace whose path only a skill that was not loaded has', async () => {
    const scene = new Scene();
    expect(await scene.read('references/heat.md')).toEqual({ told: undefined });
  });

  test('of hidden files, and of files that a link leads to outside of the skill', async () => {
    const scene = new Scene();
    const secret = writeFiles(temporaryFolder(), { 'menu2.md': 'secret' });
    symlinkSync(join(secret, 'menu2.md'), join(scene.root, 'brew/references/menu2.md'));
    writeFiles(scene.root, { 'brew/.env': 'A=b' });
    await scene.load();
    expect((await scene.read(join(scene.root, 'brew/references/menu3.md'))).told).not.toContain('menu2.md');
    expect((await scene.read(join(scene.root, 'brew/env'))).told ?? '').not.toContain('.env');
  });

  test('with --guard off, and with SKILLWRIGHT_HOOKS=off nothing is kept either', async () => {
    const scene = new Scene();
    await scene.load();
    expect(await scene.read(join(scene.root, 'brew/references/menu.md'), ['--guard', 'off'])).toEqual({
      told: undefined,
    });
  });
});

describe('a repeated request', () => {
  test('is counted, denied the third time, and from then on', async () => {
    const scene = new Scene();
    await scene.load();
    const path = join(scene.root, 'brew/references/menu.md');
    expect((await scene.read(path)).told).not.toContain('request for it');
    expect((await scene.read(path)).told).toContain('This is the 2nd request for it');
    for (const count of [2, 3, 4]) {
      const { denied, ended } = await scene.read(path);
      expect(denied).toContain(`requested in ${count} steps before`);
      expect(ended).toBe(false);
    }
  });

  test('ends the turn the fourth time with --guard on', async () => {
    const scene = new Scene();
    await scene.load();
    const path = join(scene.root, 'brew/references/menu.md');
    for (const _ of [1, 2, 3]) await scene.read(path, ['--guard', 'on']);
    expect(await scene.read(path, ['--guard', 'on'])).toMatchObject({ ended: true });
  });

  test('by other means is the same', async () => {
    const scene = new Scene();
    await scene.load();
    const path = join(scene.root, 'brew/references/menu.md');
    await scene.read(path);
    await scene.call('Bash', { command: `head -20 ${path}` }, { error: 'Exit code 1' });
    expect((await scene.call('Bash', { command: `cat ${path} | head` })).denied).toBeDefined();
  });

  test('is only told in a skill that was not loaded', async () => {
    const scene = new Scene();
    for (const _ of [1, 2, 3, 4]) {
      const answer = await scene.read(join(scene.root, 'brew/references/menu.md'));
      expect(answer.told).toContain('has no file');
    }
  });

  test('is counted from one after the skill was edited, or the file was there', async () => {
    const scene = new Scene();
    await scene.load();
    const path = join(scene.root, 'brew/references/menu.md');
    await scene.read(path);
    await scene.read(path);
    utimesSync(join(scene.root, 'brew/SKILL.md'), Date.now() / 1000 + 1, Date.now() / 1000 + 1);
    expect((await scene.read(path)).told).not.toContain('request for it');
    await scene.read(path);
    writeFileSync(path, 'Menu\n');
    await scene.read(path);
    rmSync(path);
    expect((await scene.read(path)).told).toBeDefined();
  });

  test('of one step counts once', async () => {
    const scene = new Scene();
    await scene.load();
    const path = join(scene.root, 'brew/references/menu.md');
    for (const step of [1, 2, 3]) {
      const ids = ['a', 'b', 'c'].map((id) => `toolu_${step}${id}`);
      const call = (id: string) => ({ tool_name: 'Read', tool_input: { file_path: path }, tool_use_id: id });
      const before = [];
      for (const id of ids)
        before.push(await scene.event('PreToolUse', call(id), [], 'claude-code', id.endsWith('a') ? 10_000 : 15));
      if (step === 3) {
        for (const one of before)
          expect(textIn(one, 'permissionDecisionReason')).toContain('requested in 2 steps before');
        continue;
      }
      for (const one of before) expect(one).toBeUndefined();
      for (const id of ids) {
        const told = textIn(await scene.event('PostToolUseFailure', { ...call(id), error: 'x' }), 'additionalContext');
        expect(told).toContain('has no file');
        if (step === 1) expect(told).not.toContain('request for it');
        else expect(told).toContain('2nd request');
      }
    }
  });

  test('that two settings report is one', async () => {
    const scene = new Scene();
    await scene.load();
    const call = {
      tool_name: 'Read',
      tool_input: { file_path: join(scene.root, 'brew/references/menu.md') },
      tool_use_id: 't',
    };
    for (const _ of [1, 2]) await scene.event('PreToolUse', call);
    expect(await scene.event('PostToolUseFailure', { ...call, error: 'x' })).toBeDefined();
    expect(await scene.event('PostToolUseFailure', { ...call, error: 'x' })).toBeUndefined();
  });
});

test('one result six times in a row is a fact, never denied, and not if something is waited for', async () => {
  const scene = new Scene();
  const heat = join(scene.root, 'brew/references/heat.md');
  for (const count of [1, 2, 3, 4, 5]) expect([count, await scene.read(heat)]).toEqual([count, { told: undefined }]);
  expect((await scene.read(heat)).told).toBe('This call has returned the same result 6 times in a row.');
  // The timeline of the session shows it below the call.
  expect(hookDecisions('claude-code', 's1')).toMatchObject([{ event: 'noted', call: 'toolu_5' }]);
  for (const _ of [1, 2, 3, 4, 5, 6, 7, 8])
    expect(await scene.call('Bash', { command: `sleep 5; cat ${heat}` })).toEqual({ told: undefined });
});

test('in a skill that is a whole repository only paths of its text and its bundled folders are its own', async () => {
  const scene = new Scene();
  writeFiles(scene.folder, { 'SKILL.md': manifest('whole', 'Read `docs/a.md`.\n'), 'references/b.md': 'B' });
  scene.age(join(scene.folder, 'SKILL.md'));
  await scene.read(join(scene.folder, 'SKILL.md'));
  expect(await scene.read(join(scene.folder, 'src/missing.ts'))).toEqual({ told: undefined });
  expect((await scene.read(join(scene.folder, 'references/c.md'))).told).toContain('has no file');
  expect((await scene.read(join(scene.folder, 'docs/a.md'))).told).toContain('has no file');
});

test('the end of a turn shows a required file that was missed and never read, once, and tells it with --guard on', async () => {
  const files = {
    '.claude/skills/mash/SKILL.md': manifest('mash', 'Read `references/grain.md`.\n'),
    '.claude/skills/mash/references/grain.md': 'G',
  };
  const scene = new Scene('.claude/skills', files);
  await scene.call('Skill', { skill: 'mash' });
  await scene.read('references/grain.md');
  const shown = await scene.event('Stop', {});
  expect(shown).toEqual({
    systemMessage: expect.stringContaining('`references/grain.md` of the skill `mash` was requested and never read.'),
  });
  expect(await scene.event('Stop', {})).toBeUndefined();
  const other = new Scene('.claude/skills', files);
  await other.call('Skill', { skill: 'mash' });
  await other.read('references/grain.md');
  expect(await other.event('Stop', { stop_hook_active: true }, ['--guard', 'on'])).toBeUndefined();
  expect(await other.event('Stop', {}, ['--guard', 'on'])).toMatchObject({ decision: 'block' });
});

describe('edits of a skill', () => {
  const finding = (path: string, more: Partial<EditedFinding> = {}): EditedFinding => ({
    path,
    code: 'frontmatter.syntax',
    severity: 'error',
    message: 'The frontmatter is not valid YAML.',
    line: 2,
    ...more,
  });

  test('have their errors told after them, but not those that a later edit can mend', async () => {
    const scene = new Scene();
    const file = join(scene.root, 'brew/SKILL.md');
    findings = [
      finding(file),
      finding(file, { code: 'reference.missing', line: 7 }),
      finding(file, { severity: 'warning', code: 'description.long' }),
      finding(join(scene.root, 'brew/references/heat.md'), { line: 9 }),
    ];
    const { told } = await scene.call('Edit', { file_path: file, old_string: 'a', new_string: 'b' });
    expect(told).toBe(
      'skillwright check found after this edit:\nSKILL.md:2 error frontmatter.syntax: The frontmatter is not valid YAML.',
    );
    expect(hookDecisions('claude-code', 's1')).toMatchObject([{ event: 'noted', path: file, told }]);
  });

  test('outside of a skill, with --check off, or without errors have nothing to tell', async () => {
    const scene = new Scene();
    const file = join(scene.root, 'brew/SKILL.md');
    findings = [finding(file)];
    expect(await scene.call('Write', { file_path: 'src/a.ts', content: '' })).toEqual({ told: undefined });
    expect(await scene.call('Write', { file_path: file, content: '' }, { args: ['--check', 'off'] })).toEqual({
      told: undefined,
    });
    findings = [];
    expect(await scene.call('Write', { file_path: file, content: '' })).toEqual({ told: undefined });
  });

  test('by a patch are seen', async () => {
    const scene = new Scene();
    findings = [finding(join(scene.root, 'brew/SKILL.md'))];
    const patch = '*** Begin Patch\n*** Update File: .claude/skills/brew/SKILL.md\n@@\n-a\n+b\n*** End Patch\n';
    expect((await scene.call('apply_patch', { command: patch })).told).toContain('frontmatter.syntax');
  });

  test('are checked whole at the end of a turn with --check stop, once, and only in what was edited', async () => {
    const scene = new Scene();
    const file = join(scene.root, 'brew/SKILL.md');
    findings = [];
    await scene.call('Write', { file_path: file, content: '' });
    findings = [finding(file, { code: 'reference.missing' }), finding(join(scene.root, 'brew/references/heat.md'))];
    expect(await scene.event('Stop', {})).toBeUndefined();
    const answer = await scene.event('Stop', {}, ['--check', 'stop']);
    expect(answer).toMatchObject({ decision: 'block', reason: expect.stringContaining('reference.missing') });
    expect(JSON.stringify(answer)).not.toContain('heat.md');
    expect(await scene.event('Stop', {}, ['--check', 'stop'])).toBeUndefined();
    expect(await scene.event('Stop', { stop_hook_active: true }, ['--check', 'stop'])).toBeUndefined();
  });

  test('are never longer than what a client shows', async () => {
    const scene = new Scene();
    const file = join(scene.root, 'brew/SKILL.md');
    findings = Array.from({ length: 500 }, (_, n) => finding(file, { line: n, message: 'x'.repeat(300) }));
    const { told = '' } = await scene.call('Write', { file_path: file, content: '' });
    expect(told.length).toBeLessThan(2000);
  });
});

test('records are for the user alone, and hold no secret of the environment', async () => {
  vi.stubEnv('TEA_API_KEY', 'sk-quite-secret-1234567890');
  const scene = new Scene();
  await scene.load();
  await scene.read(join(scene.root, 'brew/references/sk-quite-secret-1234567890.md'));
  const folder = join(scene.data, 'sessions/claude-code');
  const [name = ''] = readdirSync(folder);
  expect(readFileSync(join(folder, name), 'utf8')).not.toContain('sk-quite-secret');
  expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
});

describe('the answers of each client', () => {
  for (const { id, events, fields, catalog } of DIALECTS) {
    const root = {
      'claude-code': '.claude/skills',
      codex: '.agents/skills',
      'gemini-cli': '.gemini/skills',
      'copilot-cli': '.github/skills',
      vscode: '.github/skills',
      opencode: '.opencode/skills',
    }[catalog];
    if (root === undefined) continue;
    test(id, async () => {
      const scene = new Scene(root);
      const [before, after] = [before1(events, 'before'), before1(events, 'after')];
      const path = join(scene.root, 'brew/references/menu.md');
      const said: unknown[] = [];
      const call = async (event: string, tool: string, args: object, n: number) => {
        const input = {
          [fields.session[0] ?? '']: 's1',
          cwd: scene.folder,
          hook_event_name: fields.tool[0] === 'toolName' ? undefined : event,
          [fields.tool[0] ?? '']: tool,
          [fields.args[0] ?? '']: args,
          [fields.call[0] ?? 'none']: `c${n}`,
          [fields.result[0] ?? '']: event === after ? 'x' : undefined,
        };
        vi.setSystemTime(Date.now() + 10_000);
        return answerInput([id, event], JSON.stringify(input), async () => answers, Date.now());
      };
      await call(after, 'read_file', { path: join(scene.root, 'brew/SKILL.md') }, 0);
      for (const n of [1, 2, 3]) {
        said.push(await call(before, 'bash', { command: `cat ${path}` }, n));
        if (n < 3) said.push(await call(after, 'bash', { command: `cat ${path}` }, n));
      }
      expect(JSON.parse(JSON.stringify(said).replaceAll(scene.folder, '/work'))).toMatchSnapshot();
    });
  }
});

test('an error that Gemini CLI would lose is repeated only if it is short: a long one is the output of a command', async () => {
  const scene = new Scene('.gemini/skills');
  const read = async (session: string, file: string, response: object) => {
    const input = {
      session_id: session,
      cwd: scene.folder,
      hook_event_name: 'AfterTool',
      tool_name: 'read_file',
      tool_input: { file_path: join(scene.root, 'brew', file) },
      tool_response: response,
    };
    return JSON.stringify(await answerInput(['gemini-cli'], JSON.stringify(input), async () => answers, Date.now()));
  };
  const missed = async (message: string, session: string) => {
    await read(session, 'SKILL.md', { llmContent: 'x' });
    return read(session, 'references/menu.md', { error: { message } });
  };
  const short = await missed('File not found.', 's1');
  expect(short).toMatch(/"decision":"deny".*File not found\..*has no file/s);
  const long = await missed('x'.repeat(5000), 's2');
  expect(long).not.toContain('xxx');
  expect(long).not.toContain('deny');
});

const before1 = (events: Readonly<Record<string, string>>, moment: string): string =>
  Object.entries(events).find(([, one]) => one === moment)?.[0] ?? '';
