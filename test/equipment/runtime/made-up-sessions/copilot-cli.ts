/** Made-up session of Copilot CLI. */
import { at, lines } from './lines.ts';

const event = (type: string, id: number, data: object) => ({
  type,
  data,
  id: `e${id}`,
  timestamp: at(id),
  parentId: null,
});
const FILE = { path: '/home/ada/brewer/references/heat.md' };

export const COPILOT_SESSIONS = {
  'vscode-transcript': lines(
    event('session.start', 1, {
      sessionId: 'v1',
      version: 1,
      producer: 'vscode-copilot-chat',
      vscodeVersion: '1.145.1',
    }),
    event('user.message', 2, { content: 'Brew.' }),
    event('assistant.turn_start', 3, { turnId: '0' }),
    event('assistant.message', 4, {
      messageId: 'm1',
      content: '',
      toolRequests: [{ toolCallId: 't1', name: 'read_file', arguments: { filePath: '/home/ada/brewer/SKILL.md' } }],
    }),
    event('tool.execution_start', 5, { toolCallId: 't1', toolName: 'read_file' }),
    event('tool.execution_complete', 6, { toolCallId: 't1', success: true }),
    event('assistant.message', 7, { messageId: 'm2', content: 'Done.', toolRequests: [] }),
  ),
  'copilot-cli': lines(
    event('session.start', 1, { sessionId: 'c1', context: { cwd: '/home/ada' }, selectedModel: 'm' }),
    event('user.message', 2, { content: 'Brew.' }),
    event('skill.invoked', 3, {
      name: 'brewer',
      path: '/home/ada/brewer/SKILL.md',
      content: 'See references/heat.md.',
      trigger: 'user',
    }),
    event('assistant.message', 4, {
      messageId: 'm1',
      content: '',
      outputTokens: 20,
      toolRequests: [{ toolCallId: 't1', name: 'view', arguments: FILE }],
    }),
    event('tool.execution_start', 5, { toolCallId: 't1', toolName: 'view', arguments: FILE }),
    event('tool.execution_complete', 6, {
      toolCallId: 't1',
      success: false,
      error: { message: 'Path does not exist', code: 'failure' },
    }),
    event('assistant.message', 7, { messageId: 'm2', content: 'No.', outputTokens: 10, toolRequests: [] }),
    event('session.shutdown', 8, {
      modelMetrics: { m: { usage: { inputTokens: 900, outputTokens: 30, cacheReadTokens: 600 } } },
    }),
  ),
};
