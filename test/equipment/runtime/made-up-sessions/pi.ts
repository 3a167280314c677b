/** Made-up session of pi. */
import { at, lines } from './lines.ts';

const message = (id: number, content: object, parent = id - 1) => ({
  type: 'message',
  id: `e${id}`,
  parentId: parent === 0 ? null : `e${parent}`,
  timestamp: at(id),
  message: content,
});
const text = (content: string) => [{ type: 'text', text: content }];
const reply = (content: readonly object[], usage: object, stopReason = 'stop') => ({
  role: 'assistant',
  content,
  provider: 'test',
  model: 'm',
  usage,
  stopReason,
});
const READ = [{ type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'brewer/SKILL.md' } }];
const SKILL = '---\nname: brewer\ndescription: Brews.\n---\nText.';

export const PI_SESSIONS = {
  pi: lines(
    { type: 'session', version: 3, id: 'p1', timestamp: at(0), cwd: '/home/ada' },
    message(1, { role: 'user', content: text('Brew.') }),
    message(2, reply(text('Wrong.'), { input: 9, output: 9 })),
    message(
      3,
      reply(READ, { input: 10, output: 5, cacheRead: 20, cacheWrite: 30, cost: { total: 0.5 } }, 'toolUse'),
      1,
    ),
    message(4, { role: 'toolResult', toolCallId: 'c1', toolName: 'read', content: text(SKILL), isError: false }),
    { type: 'compaction', id: 'e5', parentId: 'e4', timestamp: at(5), summary: 'Tea.', tokensBefore: 1234 },
    message(6, reply(text('Done.'), { input: 1, output: 2 })),
  ),
};
