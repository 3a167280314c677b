import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexCommand, importFile, importRecords } from '../../../test/equipment/runtime/session.ts';
import { prettyPlace } from '../../cli/pretty-place.ts';
import type { MissedFile } from '../session-summary.ts';

/** Made-up sessions in the shapes of real ones. */
const COPIES = join(import.meta.dirname, '../../../test/equipment/runtime/made-up-sessions/misses');

/** The misses of each session, as its summary says them. */
const GOLDEN: Readonly<Record<string, readonly string[]>> = {
  'skill-as-tool.jsonl': ['fig-gen/SKILL.md skill: asked as fig-gen (skill called as a tool)'],
  'workspace.jsonl': [
    'fig-gen/references/style.md resource: asked at references/style.md, its skill is in /opt/app/.claude/skills/fig-gen (path of the skill resolved in the workspace)',
    'fig-gen/scripts/chart.py script: asked at scripts/chart.py, its skill is in /opt/app/.claude/skills/fig-gen (path of the skill resolved in the workspace)',
  ],
  'alias.jsonl': [
    'brewing/SKILL.md resource exists: asked at /home/ada/.codex/skills/r1/brewing/SKILL.md, it is at /home/ada/.agents/skills/brewing/SKILL.md (short name of a list taken for a folder)',
  ],
  'glob.jsonl': [
    'fig-gen/references/style.md search: asked at .claude/skills/fig-gen/references/style.md, references/style.md, its skill is in /opt/app/.claude/skills/fig-gen (home instead of project, or project instead of home)',
  ],
  'old-version.jsonl': [
    'p:fig-gen/references/style.md resource: asked at /home/ada/.claude/plugins/cache/m/p/1.0.0/skills/fig-gen/references/style.md, its skill is in /home/ada/.claude/plugins/cache/m/p/2.5.0/skills/fig-gen (folder of another version)',
  ],
  'unknown-skill.jsonl': ['commit/SKILL.md skill: asked as commit, my:commit (name of a skill that is not offered)'],
  'wrong-folders.jsonl': [
    'fig-gen/SKILL.md resource exists: asked at /home/ada/run7/.claude/skills/fig-gen/SKILL.md, /home/ada/.claude/skills/fig-gen/SKILL.md, it is at /opt/app/.claude/skills/fig-gen/SKILL.md (home instead of project, or project instead of home)',
  ],
};

const says = (miss: MissedFile): string => `${miss.skill}/${miss.path} ${miss.kind}${prettyPlace(miss) ?? ''}`;

describe.each(Object.keys(GOLDEN))('%s', (name) => {
  it('has the misses that its summary says', async () => {
    const { summary } = await importFile(join(COPIES, name));
    expect([...summary.misses.values()].map(says)).toEqual(GOLDEN[name]);
    expect([...summary.misses.values()].map(({ count }) => count)).toEqual(GOLDEN[name]?.map(() => 1));
  });
});

it('has the misses of each session', () => expect(readdirSync(COPIES).sort()).toEqual(Object.keys(GOLDEN).sort()));

const SKILL = '/home/ada/.agents/skills/brewer';
const MANIFEST = '---\nname: brewer\ndescription: Brews tea.\n---\n\nSee `references/leaves.md` and [HEAT](HEAT.md).\n';
const load = codexCommand(`cat ${SKILL}/SKILL.md`, MANIFEST);
const missing = (path: string): object => codexCommand(`cat ${path}`, `cat: ${path}: No such file or directory`, 1);

async function missesOf(...commands: readonly object[]) {
  const { summary, events } = await importRecords([{ type: 'thread.started', thread_id: 't' }, ...commands]);
  return { misses: [...summary.misses.values()], events };
}

describe('misses before a skill is loaded', () => {
  it('say where the skill is that was loaded later', async () => {
    const { misses, events } = await missesOf(missing('/home/ada/.codex/skills/brewer/SKILL.md'), load);
    expect(misses).toEqual([
      {
        skill: 'brewer',
        path: 'SKILL.md',
        kind: 'resource',
        unloaded: true,
        count: 1,
        reason: 'root.client',
        asked: '/home/ada/.codex/skills/brewer/SKILL.md',
        place: { at: `${SKILL}/SKILL.md`, exists: true },
      },
    ]);
    const [first, second] = events.filter((event) => event.type === 'tool_result');
    expect(first).toMatchObject({ error_code: 'TOOL_ERROR', miss: { reason: 'name.manifest', unloaded: true } });
    expect(second?.later).toEqual([
      {
        result: first?.seq,
        skill: 'brewer',
        path: 'SKILL.md',
        kind: 'resource',
        reason: 'root.client',
        place: { at: `${SKILL}/SKILL.md`, exists: true },
      },
    ]);
  });

  it('of a program that opens the file count, unless it writes', async () => {
    const path = '.agents/skills/baker/SKILL.md';
    const error = `FileNotFoundError: [Errno 2] No such file or directory: '${path}'`;
    const { misses } = await missesOf(codexCommand(`python -c "print(open('${path}').read())"`, error, 1));
    expect(misses).toMatchObject([{ skill: 'baker', path: 'SKILL.md', reason: 'name.manifest', asked: path }]);
    expect((await missesOf(codexCommand(`python -c "open('${path}', 'w')"`, error, 1))).misses).toEqual([]);
    expect((await missesOf(codexCommand('python run.py', error, 1))).misses).toEqual([]);
  });

  it.each([
    [
      'a list',
      codexCommand(
        'ls .agents/skills/baker/SKILL.md',
        "ls: cannot access '.agents/skills/baker/SKILL.md': No such file or directory",
        2,
      ),
    ],
    ['a test of existence', codexCommand('test -f .agents/skills/baker/SKILL.md || echo none', 'none')],
    [
      'a file that may not be read',
      codexCommand('cat .agents/skills/baker/SKILL.md', 'cat: .agents/skills/baker/SKILL.md: Permission denied', 1),
    ],
    ['a file of the workspace', missing('src/SKILL.md')],
    ['a README next to the skills', missing('.agents/skills/README.md')],
  ])('are not %s', async (_, request) => expect((await missesOf(request)).misses).toEqual([]));

  it('leave out a file that may not be read, which is not read either', async () => {
    const path = `${SKILL}/SKILL.md`;
    const { misses, events } = await missesOf(codexCommand(`cat ${path}`, `cat: ${path}: Permission denied`, 1));
    expect(misses).toEqual([]);
    expect(events.filter((event) => event.type === 'skill_loaded')).toEqual([]);
    expect(events.find((event) => event.type === 'tool_result')).toMatchObject({ error_code: 'TOOL_ERROR' });
    // A text about permissions is no error.
    const { events: others } = await missesOf(
      codexCommand(`cat ${path}`, `${MANIFEST}SKILL.md says: Permission denied?`),
    );
    expect(others.filter((event) => event.type === 'skill_loaded')).toHaveLength(1);
  });

  it('are not files that the session creates later', async () => {
    const path = '/home/ada/tea/.agents/skills/baker/SKILL.md';
    const create = codexCommand(`mkdir -p ${path} && cat > ${path} <<'EOF'\n# Baker\nEOF`, '');
    const { misses, events } = await missesOf(missing(path), create);
    expect(misses).toEqual([]);
    expect(events.findLast((event) => event.type === 'tool_result')?.later).toMatchObject([
      { created: true, skill: 'baker' },
    ]);
  });
});

describe('misses of a loaded skill', () => {
  it('say that the folder of the skill was left out, and that the file exists once it was read', async () => {
    const asked = '/home/ada/.agents/skills/references/leaves.md';
    const first = await missesOf(load, missing(asked));
    expect(first.misses.map(says)).toEqual([
      `brewer/references/leaves.md resource: asked at ${asked}, its skill is in ${SKILL} (the skill’s own folder left out)`,
    ]);
    const then = await missesOf(load, missing(asked), codexCommand(`cat ${SKILL}/references/leaves.md`, '# Leaves'));
    expect(then.misses.map(says)).toEqual([
      `brewer/references/leaves.md resource exists: asked at ${asked}, it is at ${SKILL}/references/leaves.md (the skill’s own folder left out)`,
    ]);
  });

  it('do not say that a file exists which a command only names', async () => {
    const asked = '/home/ada/.agents/skills/references/leaves.md';
    const named = codexCommand(`ls tea || cat ${SKILL}/references/leaves.md`, 'pot.txt');
    const { misses } = await missesOf(load, missing(asked), named);
    expect(misses).toMatchObject([{ place: { exists: false } }]);
  });

  it('are those in a folder to which the command changed, too', async () => {
    const error = 'cat: ./references/leaves.md: No such file or directory';
    const { misses } = await missesOf(load, codexCommand('cd pots && cat ./references/leaves.md', error, 1));
    expect(misses).toMatchObject([{ path: 'references/leaves.md', reason: 'base.workspace', count: 1 }]);
  });

  it('know a file that was read by a path that begins at the home', async () => {
    const asked = '~/.agents/skills/references/leaves.md';
    const read = codexCommand('cat ~/.agents/skills/brewer/references/leaves.md', '# Leaves');
    const { misses, events } = await missesOf(load, missing(asked), read);
    expect(misses).toMatchObject([
      { asked, reason: 'base.skills-root', place: { at: `${SKILL}/references/leaves.md`, exists: true } },
    ]);
    expect(events.findLast((event) => event.type === 'tool_result')?.read).toEqual({
      skill: 'brewer',
      path: 'references/leaves.md',
    });
  });

  it('of nearly the name that a text writes say that the file exists once it was run', async () => {
    const text = MANIFEST.replace('[HEAT](HEAT.md)', '`scripts/heat.py`');
    const runs = [codexCommand(`cat ${SKILL}/SKILL.md`, text), missing(`${SKILL}/scripts/heats.py`)];
    const place = { at: `${SKILL}/scripts/heat.py`, exists: false };
    expect((await missesOf(...runs)).misses).toMatchObject([{ reason: 'near-name', place }]);
    const { misses } = await missesOf(...runs, codexCommand(`python ${SKILL}/scripts/heat.py`, '80 degrees'));
    expect(misses).toMatchObject([{ reason: 'near-name', place: { ...place, exists: true } }]);
  });

  it('have the path of a file that skills share, which is not SKILL.md', async () => {
    const text = MANIFEST.replace('[HEAT](HEAT.md)', '`../shared/cups.md`');
    const asked = '/home/ada/.agents/skills/shared/cups.md';
    const { misses } = await missesOf(codexCommand(`cat ${SKILL}/SKILL.md`, text), missing(asked));
    expect(misses).toMatchObject([{ skill: 'brewer', path: '../shared/cups.md', reason: 'other-skill', asked }]);
  });

  it('keep the kind of the first place, whatever is learned about further ones', async () => {
    const places = ['references/leaves.md', '/home/ada/.codex/skills/brewer/references/leaves.md'];
    const read = codexCommand(`cat ${SKILL}/references/leaves.md`, '# Leaves');
    const { misses } = await missesOf(load, ...places.map(missing), read);
    expect(misses).toMatchObject([{ count: 1, reason: 'base.workspace', place: { exists: true } }]);
  });

  it('are one if further places are tried, and two if the same is tried again', async () => {
    const [a, b] = [
      '/home/ada/.agents/skills/references/leaves.md',
      '/home/ada/.codex/skills/brewer/references/leaves.md',
    ];
    const once = await missesOf(load, missing(a), missing(b));
    expect(once.misses).toMatchObject([{ count: 1, asked: a, alsoAsked: [b] }]);
    expect((await missesOf(load, missing(a), missing(a))).misses).toMatchObject([{ count: 2 }]);
  });
});

it('the home is that of the loaded skill, whatever the home of the workspace', async () => {
  const envelope = { timestamp: '2026-01-05T10:00:00.000Z' };
  const meta = { id: 's', ...envelope, cwd: '/home/ada/tea', originator: 'codex', cli_version: '0.155.0' };
  const call = (id: string, command: string, output: string): readonly object[] => {
    const request = {
      type: 'function_call',
      name: 'shell_command',
      call_id: id,
      arguments: JSON.stringify({ command }),
    };
    const result = { type: 'function_call_output', call_id: id, output: `Exit code: 0\nOutput:\n${output}` };
    return [request, result].map((payload) => ({ ...envelope, type: 'response_item', payload }));
  };
  const { summary } = await importRecords([
    { ...envelope, type: 'session_meta', payload: meta },
    ...call('c1', 'cat /root/.agents/skills/brewer/SKILL.md', MANIFEST),
    ...call('c2', 'cat ~/.agents/skills/brewer/references/leaves.md', '# Leaves'),
  ]);
  expect([...summary.filesRead]).toEqual(['brewer/references/leaves.md']);
});

it('places of skills come from the list of Codex', async () => {
  const list = `<skills_instructions>\n### Skill roots\n- \`r0\` = \`${SKILL.replace(/\/brewer$/, '')}\`\n### Available skills\n- brewer: Brews (file: r0/brewer/SKILL.md)\n</skills_instructions>`;
  const envelope = { timestamp: '2026-01-05T10:00:00.000Z' };
  const path = '/home/ada/.codex/skills/r0/brewer/SKILL.md';
  const { summary } = await importRecords([
    {
      ...envelope,
      type: 'session_meta',
      payload: {
        id: 's',
        timestamp: envelope.timestamp,
        cwd: '/home/ada/tea',
        originator: 'codex',
        cli_version: '0.155.0',
      },
    },
    {
      ...envelope,
      type: 'response_item',
      payload: { type: 'message', role: 'developer', content: [{ type: 'input_text', text: list }] },
    },
    {
      ...envelope,
      type: 'response_item',
      payload: {
        type: 'function_call',
        name: 'shell_command',
        call_id: 'c1',
        arguments: JSON.stringify({ command: `cat ${path}` }),
      },
    },
    {
      ...envelope,
      type: 'response_item',
      payload: {
        type: 'function_call_output',
        call_id: 'c1',
        output: `Exit code: 1\nOutput:\ncat: ${path}: No such file or directory`,
      },
    },
  ]);
  expect([...summary.misses.values()].map(says)).toEqual([
    `brewer/SKILL.md resource exists: asked at ${path}, it is at ${SKILL}/SKILL.md (short name of a list taken for a folder)`,
  ]);
});

describe('files that a loaded text tells the model to read', () => {
  const text = `${MANIFEST}Read \`references/first.md\` and follow it. Read \`references/second.md\`.\n\nIf it boils, read \`references/steam.md\`.\n`;
  const loaded = codexCommand(`cat ${SKILL}/SKILL.md`, text);
  const told = async (...commands: readonly object[]) =>
    (await importRecords([{ type: 'thread.started', thread_id: 't' }, loaded, ...commands])).finished.instructed;
  const first = codexCommand(`cat ${SKILL}/references/first.md`, '# First');

  it('are lost if they were never read, with the model call that missed one', async () => {
    expect(await told(first, missing('/home/ada/.agents/skills/references/second.md'))).toEqual([
      {
        skill: 'brewer',
        read: ['references/first.md'],
        unread: [{ path: 'references/second.md', missedAt: expect.any(Number) }],
      },
    ]);
    expect(await told(first)).toMatchObject([{ unread: [{ path: 'references/second.md' }] }]);
  });

  it('count under a condition only if they were asked for', async () => {
    const steam = missing(`${SKILL}/references/steam.md`);
    const [skill] = (await told(first, steam)) ?? [];
    expect(skill?.unread.map(({ path }) => path)).toEqual(['references/second.md', 'references/steam.md']);
  });

  it('may have been read by a command that names them or a pattern of their folder', async () => {
    const read = ['references/first.md', 'references/second.md'];
    expect(await told(first, codexCommand('python show.py second.md', 'ok'))).toEqual([
      { skill: 'brewer', read, unread: [] },
    ]);
    expect(await told(codexCommand(`cat ${SKILL}/references/*.md`, 'ok'))).toMatchObject([{ unread: [] }]);
  });
});
