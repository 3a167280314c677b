import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { filesNeverMissed } from './named-files.ts';

const TEXT = `---
name: brewing
description: Brews tea.
---
Work through \`references/heat.md\` and decide per [leaves](references/leaves.md). Ask \`PRODUCT.md\` and \`../other/references/b.md\`.

\`\`\`sh
node scripts/pot.js
\`\`\`
`;

it('counts the files that a loaded text names in any words, without those that a session of the client missed', async () => {
  const command = (id: string, text: string, output: string, code: number) => ({
    type: 'item.completed',
    item: {
      id,
      type: 'command_execution',
      command: text,
      aggregated_output: output,
      exit_code: code,
      status: 'completed',
    },
  });
  const records = [
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.started' },
    command('a', '/bin/bash -lc "cat /home/ada/.agents/skills/brewing/SKILL.md"', TEXT, 0),
    command(
      'b',
      '/bin/bash -lc "cat references/leaves.md"',
      'cat: references/leaves.md: No such file or directory\n',
      1,
    ),
  ];
  const folder = writeFiles(temporaryFolder(), {
    'codex-exec-json/s.jsonl': records.map((one) => `${JSON.stringify(one)}\n`).join(''),
  });
  const files = await filesNeverMissed(folder);
  expect([...(files.get('codex') ?? [])]).toEqual(['brewing/references/heat.md', 'brewing/scripts/pot.js']);
  expect(files.get('claude-code')?.size).toBe(0);
});
