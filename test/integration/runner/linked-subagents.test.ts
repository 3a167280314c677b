/** A client's session folder whose sub-agents are links to sessions of the user. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { ownFolders } from '../../../scripts/lib/own-folders.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

const line = (one: object) => JSON.stringify(one);
const PRIVATE = [
  {
    type: 'user',
    isSidechain: true,
    agentId: 'abc',
    message: { role: 'user', content: 'private question' },
    sessionId: 's',
    uuid: 'p1',
    timestamp: '2026-01-01T00:00:01.000Z',
  },
  {
    type: 'assistant',
    isSidechain: true,
    agentId: 'abc',
    message: {
      id: 'x',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'private answer' }],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
    sessionId: 's',
    uuid: 'p2',
    parentUuid: 'p1',
    timestamp: '2026-01-01T00:00:02.000Z',
  },
]
  .map(line)
  .join('\n');

test.skipIf(process.platform === 'win32').each([
  ['a folder', `symlinkSync(outside, join(folder, 's/subagents'))`],
  [
    'a file',
    `mkdirSync(join(folder, 's/subagents')); symlinkSync(join(outside, 'agent-abc.jsonl'), join(folder, 's/subagents/agent-abc.jsonl'))`,
  ],
  ['no link', `cpSync(outside, join(folder, 's/subagents'), { recursive: true })`],
])('are not read through %s', async (kind, put) => {
  const outside = writeFiles(createTemporaryFolder(), { 'agent-abc.jsonl': `${PRIVATE}\n` });
  const cwd = createTemporaryFolder();
  const evals = [{ id: 't', prompt: 'Do it.', assertions: [{ check: 'not_loaded' }] }];
  writeFiles(cwd, { 'one/SKILL.md': manifest('one'), 'one/evals/evals.json': JSON.stringify({ evals }) });
  const client = join(cwd, 'client.mjs');
  writeFileSync(
    client,
    `import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const [, , folder, outside] = process.argv;
mkdirSync(join(folder, 's'));
${put};
const usage = { input_tokens: 1, output_tokens: 1 };
const base = { sessionId: 's', cwd: process.cwd(), version: '2.0.0', isSidechain: false };
const lines = [
  { ...base, type: 'user', uuid: '1', parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content: 'Do it.' } },
  { ...base, type: 'assistant', uuid: '2', parentUuid: '1', timestamp: '2026-01-01T00:00:00.500Z', message: { id: 'm1', role: 'assistant', model: 'm', content: [{ type: 'tool_use', id: 't1', name: 'Task', input: { description: 'd', prompt: 'private question' } }], usage } },
  { ...base, type: 'user', uuid: '3', parentUuid: '2', timestamp: '2026-01-01T00:00:03.000Z', toolUseResult: { agentId: 'abc', status: 'completed' }, message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] } },
  { ...base, type: 'assistant', uuid: '4', parentUuid: '3', timestamp: '2026-01-01T00:00:04.000Z', message: { id: 'm2', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn', usage } },
];
writeFileSync(join(folder, 's.jsonl'), lines.map((one) => JSON.stringify(one)).join('\\n') + '\\n');
`,
  );
  const runner = ['--runner', `${process.execPath} ${client} {session} ${outside}`];
  const args = ['--client', 'claude-code', '--trials', '1', '--out', 'out', ...runner, '--json'];
  const ran = await runCli(['eval', 'one', ...args], { cwd, env: ownFolders(createTemporaryFolder()) });
  const { trials } = JSON.parse(ran.stdout) as {
    readonly trials: readonly { readonly run: string; readonly verdict: string }[];
  };
  const journals = trials.map(({ run }) =>
    JSON.stringify(readJournal(join(cwd, 'out/runs', run, 'journal.jsonl')).events),
  );
  expect(journals.join()).toContain('Done.');
  // The journal of what is in the folder itself shows that the sub-agent is found.
  expect(journals.join().includes('private answer')).toBe(kind === 'no link');
});
