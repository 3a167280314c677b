/** Made-up sessions of opencode. */
import { lines, millis } from './lines.ts';

const part = (content: object) => ({ id: 'prt_1', messageID: 'msg_2', sessionID: 'ses_1', ...content });
const event = (type: string, second: number, content: object) => ({
  ...{ type, timestamp: millis(second), sessionID: 'ses_1', part: part(content) },
});
const tokens = { input: 100, output: 10, reasoning: 5, cache: { read: 50, write: 0 } };
const created = (second: number) => ({ time: { created: millis(second) } });

const EXPORT = {
  info: { id: 'ses_1', directory: '/home/ada', tokens },
  messages: [
    { info: { id: 'msg_1', role: 'user', ...created(1) }, parts: [{ type: 'text', text: 'Brew.' }] },
    {
      info: { id: 'msg_2', role: 'assistant', providerID: 'test', modelID: 'm', ...created(2), tokens },
      parts: [
        part({ type: 'step-start' }),
        part({
          ...{ type: 'tool', callID: 'c1', tool: 'skill' },
          state: {
            ...{ status: 'completed', input: { name: 'brewer' } },
            output: '<skill_content name="brewer">Text.</skill_content>',
            metadata: { name: 'brewer', dir: '/home/ada/brewer' },
            time: { start: millis(3), end: millis(4) },
          },
        }),
        part({ type: 'step-finish', reason: 'stop', tokens, cost: 0 }),
      ],
    },
  ],
};

export const OPENCODE_SESSIONS = {
  opencode: `Exporting session: ses_1\n${JSON.stringify(EXPORT, undefined, 2)}`,
  'opencode-run-json': lines(
    event('step_start', 1, { type: 'step-start' }),
    event('tool_use', 2, {
      ...{ type: 'tool', callID: 'c1', tool: 'bash' },
      state: { status: 'completed', input: { command: 'ls' }, output: 'cup', metadata: { exit: 0 } },
    }),
    event('step_finish', 3, { type: 'step-finish', tokens }),
    event('text', 4, { type: 'text', text: 'One cup.' }),
    event('step_finish', 5, { type: 'step-finish', tokens }),
  ),
};
