const command = (number: number, text: string, output: string, code: number): object => ({
  type: 'item.completed',
  item: {
    id: `item_${number}`,
    type: 'command_execution',
    command: text,
    aggregated_output: output,
    exit_code: code,
    status: code === 0 ? 'completed' : 'failed',
  },
});

const SKILL = '---\nname: brewer\ndescription: Brews tea.\n---\n\nFollow the brewing guide.\n';
const miss = (number: number): object =>
  command(
    number,
    'cat skills/brewer/references/brewing_guide.md',
    'cat: brewing_guide.md: No such file or directory',
    1,
  );

/** A session of `codex exec --json` that misses a file four times: a guard would have stopped it at the third. */
export const MISSING_SESSION: string = [
  { type: 'thread.started', thread_id: 'tea' },
  command(0, 'cat skills/brewer/SKILL.md', SKILL, 0),
  ...[1, 2, 3, 4].map(miss),
  { type: 'item.completed', item: { id: 'item_5', type: 'agent_message', text: 'There is no guide.' } },
]
  .map((record) => JSON.stringify(record))
  .join('\n');
