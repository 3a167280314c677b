import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import type { SessionFolders } from '../../disk/session-folders.ts';
import { importSession } from '../import-session.ts';
import { allSteps, SessionSummary } from '../session-summary.ts';
import { listSessions } from './list-sessions.ts';
import type { SessionEntry } from './session-entry.ts';
import { type FindOptions, findSessionFiles } from './session-files.ts';

const PATHS = {
  'claude-code': '.claude/projects/-home-ada/1.jsonl',
  codex: '.codex/sessions/2026/01/05/rollout-2026-01-05T10-00-00-1.jsonl',
  'gemini-cli': '.gemini/tmp/tea/chats/session-2026-01-05T10-00-1.jsonl',
  'copilot-cli': '.copilot/session-state/1/events.jsonl',
  pi: '.pi/agent/sessions/--home-ada--/1.jsonl',
};

/** Creates a home folder with one session of each client, in the order of `PATHS` from oldest to newest. */
function home(prefixes: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const [index, [client, path]] of Object.entries(PATHS).entries()) {
    const file = prefixes[client] === undefined ? path : path.replace(/^\.[^/]+(?:\/agent)?/, prefixes[client]);
    writeFiles(folder, { [file]: MADE_UP_SESSIONS[client] ?? '' });
    utimesSync(join(folder, file), 1000 + index, 1000 + index);
  }
  return folder;
}

function find(folder: string, options: FindOptions & { environment?: Record<string, string> } = {}) {
  const { environment = {}, ...rest } = options;
  return findSessionFiles({ ...rest, machine: { home: folder, environment, platform: 'linux' } });
}

const clients = async (files: ReturnType<typeof find>) => (await files).map(({ client }) => client);

it('finds the sessions of each client, the latest first', async () => {
  expect(await clients(find(home()))).toEqual(['pi', 'copilot-cli', 'gemini-cli', 'codex', 'claude-code']);
});

it('follows the variables by which clients move their folders, and ignores relative ones', async () => {
  const folder = home({
    'claude-code': 'claude',
    codex: 'codex',
    'gemini-cli': 'g/.gemini',
    'copilot-cli': 'c',
    pi: 'p',
  });
  expect(await clients(find(folder))).toEqual([]);
  const environment = {
    CLAUDE_CONFIG_DIR: join(folder, 'claude'),
    CODEX_HOME: join(folder, 'codex'),
    GEMINI_CLI_HOME: join(folder, 'g'),
    COPILOT_HOME: join(folder, 'c'),
    PI_CODING_AGENT_DIR: join(folder, 'p'),
  };
  expect(await clients(find(folder, { environment }))).toHaveLength(5);
  expect(await clients(find(folder, { environment: { ...environment, CODEX_HOME: 'codex' } }))).not.toContain('codex');
});

it("finds VS Code's sessions in the user data of each system", async () => {
  const places = {
    linux: '.config/Code/User',
    darwin: 'Library/Application Support/VSCodium/User',
    win32: 'AppData/Roaming/Code - Insiders/User',
  } as const;
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const folder = writeFiles(temporaryFolder(), {
      [`${places[platform]}/workspaceStorage/1/chatSessions/1.jsonl`]: '{}',
    });
    const found = await findSessionFiles({ machine: { home: folder, environment: {}, platform } });
    expect(found.map(({ client }) => client)).toEqual(['vscode']);
  }
});

it.each([
  { folders: { '~/.claude': false, '~/.pi/agent/sessions': false }, expected: ['copilot-cli', 'gemini-cli', 'codex'] },
  { folders: { '~': false }, expected: [] },
  { folders: { '~': false, '~/.codex': true }, expected: ['codex'] },
  {
    folders: { '~/.codex': true, '~/.codex/sessions/2026': false },
    expected: ['pi', 'copilot-cli', 'gemini-cli', 'claude-code'],
  },
])('never lists a folder that the user excludes: $folders', async ({ folders, expected }) => {
  expect(await clients(find(home(), { folders }))).toEqual(expected);
});

it('does not list an excluded folder through a link', async () => {
  const folder = writeFiles(temporaryFolder(), { 'secret/projects/p/1.jsonl': '{}' });
  symlinkSync(join(folder, 'secret'), join(folder, '.claude'));
  expect(await clients(find(folder))).toEqual(['claude-code']);
  expect(await clients(find(folder, { folders: { [join(folder, 'secret')]: false } }))).toEqual([]);
  expect(await clients(find(folder, { folders: { '~/.claude': false } }))).toEqual([]);
});

it('lists neither links in folders, nor files of sub-agents, nor a compressed copy', async () => {
  const folder = writeFiles(temporaryFolder(), {
    'outside.jsonl': '{}',
    '.claude/projects/p/agent-1.jsonl': '{}',
    '.claude/projects/p/1/subagents/agent-2.jsonl': '{}',
    '.codex/sessions/2026/01/05/rollout-1.jsonl': '{}',
    '.codex/sessions/2026/01/05/rollout-1.jsonl.zst': '{}',
  });
  symlinkSync(join(folder, 'outside.jsonl'), join(folder, '.claude/projects/p/link.jsonl'));
  mkdirSync(join(folder, '.claude/projects/q'));
  symlinkSync(join(folder, '.codex/sessions'), join(folder, '.claude/projects/linked'));
  const found = await find(folder);
  expect(found.map(({ path }) => path.slice(folder.length + 1))).toEqual([
    '.codex/sessions/2026/01/05/rollout-1.jsonl',
  ]);
});

it('lists a session with several files once', async () => {
  const storage = '.vscode-server/data/User/workspaceStorage/1';
  const folder = writeFiles(temporaryFolder(), {
    [`${storage}/chatSessions/a.json`]: '{}',
    [`${storage}/chatSessions/a.jsonl`]: '{}',
    [`${storage}/GitHub.copilot-chat/debug-logs/a/main.jsonl`]: '{}',
    [`${storage}/GitHub.copilot-chat/debug-logs/b/main.jsonl`]: '{}',
  });
  const found = (await find(folder)).map(({ path }) => path.slice(join(folder, storage).length + 1));
  expect(found.sort()).toEqual(['GitHub.copilot-chat/debug-logs/b/main.jsonl', 'chatSessions/a.jsonl']);
});

it('searches added folders, and only the given ones if there are any', async () => {
  const folder = home();
  const added = writeFiles(temporaryFolder(), { 'a/b/one.jsonl': '{}', 'a/notes.txt': '{}', 'a/empty.json': '' });
  const all = await find(folder, { folders: { [added]: true } });
  expect(all.filter(({ client }) => client === undefined).map(({ path }) => path)).toEqual([
    join(added, 'a/b/one.jsonl'),
  ]);
  expect(all).toHaveLength(6);
  expect(await find(folder, { only: [added] })).toHaveLength(1);
  expect(await find(folder, { only: [added], folders: { [join(added, 'a')]: false } })).toEqual([]);
});

it('describes each session, and reports why a file is not one', async () => {
  const folder = home();
  writeFiles(folder, { '.claude/projects/-home-ada/notes.jsonl': '{"shopping": "list"}\n' });
  const machine = { home: folder, environment: {}, platform: 'linux' } as const;
  const entries: SessionEntry[] = [];
  const others: string[] = [];
  for await (const one of listSessions({ machine, index: false }))
    if (one.kind === 'session') entries.push(one.entry);
    else others.push(one.message);
  expect(others).toEqual([expect.stringContaining('is not a session')]);
  expect(entries.map(({ client }) => client)).toEqual(['pi', 'copilot-cli', 'gemini-cli', 'codex', 'claude-code']);
  expect(entries.at(-1)).toMatchObject({
    format: 'claude-code',
    project: '/home/ada',
    title: 'Brew.',
    prompts: 1,
    steps: 2,
    toolCalls: 1,
    start: '2026-01-05T10:00:01.000Z',
    end: '2026-01-05T10:00:04.000Z',
    skills: [],
    misses: [],
  });
});

it('reads no file of a sub-agent in an excluded folder', async () => {
  const line = (type: string, content: unknown, more: object = {}) => ({
    type,
    uuid: `${type}${JSON.stringify(content).length}`,
    parentUuid: null,
    isSidechain: false,
    sessionId: 's',
    timestamp: '2026-01-05T10:00:00Z',
    message: { role: type, content, id: 'm', model: 'test' },
    ...more,
  });
  const session = [
    line('user', 'Brew.'),
    line('assistant', [{ type: 'tool_use', id: 'c1', name: 'Task', input: {} }]),
    line('user', [{ type: 'tool_result', tool_use_id: 'c1', content: 'Found' }], { toolUseResult: { agentId: 'a1' } }),
  ];
  const folder = writeFiles(temporaryFolder(), {
    '.claude/projects/p/1.jsonl': session.map((one) => JSON.stringify(one)).join('\n'),
    '.claude/projects/p/1/subagents/agent-a1.jsonl': MADE_UP_SESSIONS['claude-code'] ?? '',
  });
  const machine = { home: folder, environment: {}, platform: 'linux' } as const;
  const counts = async (folders: SessionFolders) => {
    for await (const one of listSessions({ machine, folders, index: join(folder, 'index') })) {
      if (one.kind !== 'session') continue;
      const { toolCalls, steps, usage } = one.entry;
      return { toolCalls, steps, tokens: usage.inputTokens ?? 0 };
    }
    return undefined;
  };
  expect(await counts({})).toEqual({ toolCalls: 2, steps: 3, tokens: 2 });
  expect(await counts({ '~/.claude/projects/p/1': false })).toEqual({ toolCalls: 1, steps: 1, tokens: 0 });
  // The summary of `import` has the same numbers.
  const summary = new SessionSummary();
  const path = join(folder, '.claude/projects/p/1.jsonl');
  const imported = await importSession(path, { emit: (event) => summary.add(event) });
  const { finished } = imported.kind === 'imported' ? imported : expect.fail(imported.message);
  expect([summary.toolCalls, allSteps(finished), summary.usage.inputTokens]).toEqual([2, 3, 2]);
});

it('stops when it is cancelled', async () => {
  const controller = new AbortController();
  const machine = { home: home(), environment: {}, platform: 'linux' } as const;
  const read: unknown[] = [];
  for await (const one of listSessions({ machine, index: false, signal: controller.signal })) {
    read.push(one);
    controller.abort();
  }
  expect(read).toHaveLength(1);
});
