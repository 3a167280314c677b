/** Made-up sessions of opencode. */
import { lines, millis } from './lines.ts';

const part = (content: object) => ({ id: 'prt_1', messageID: 'msg_2', sessionID: 'ses_1', ...content });
const event = (type: string, second: number, content: object) => ({
  type,
  timestamp: millis(second),
  sessionID: 'ses_1',
  part: part(content),
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
          type: 'tool',
          callID: 'c1',
          tool: 'skill',
          state: {
            status: 'completed',
            input: { name: 'brewer' },
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

const row = (seq: number, type: string, data: object) => ({
  id: `evt_${seq}`,
  aggregate_id: 'ses_1',
  seq,
  type,
  data: { sessionID: 'ses_1', time: millis(seq), ...data },
});
const changed = (seq: number, id: string, content: object) =>
  row(seq, 'message.part.updated.1', { part: { ...part(content), id } });
const info = (id: string, role: string, more: object = {}) => ({
  info: { id, role, providerID: 'test', modelID: 'm', time: { created: millis(1) }, ...more },
});

export const OPENCODE_SESSIONS = {
  opencode: `Exporting session: ses_1\n${JSON.stringify(EXPORT, undefined, 2)}`,
  'opencode-events': lines(
    row(0, 'session.created.1', { info: { id: 'ses_1', directory: '/home/ada' } }),
    row(1, 'message.updated.1', info('msg_1', 'user')),
    changed(2, 'prt_1', { type: 'text', text: 'Brew.', messageID: 'msg_1' }),
    row(3, 'message.updated.1', info('msg_2', 'assistant')),
    changed(4, 'prt_2', { type: 'text', text: 'I lo' }),
    changed(5, 'prt_2', { type: 'text', text: 'I look.' }),
    changed(6, 'prt_3', { type: 'tool', callID: 'c1', tool: 'bash', state: { status: 'pending', input: {} } }),
    changed(7, 'prt_3', {
      type: 'tool',
      callID: 'c1',
      tool: 'bash',
      state: { status: 'completed', input: { command: 'ls' }, output: 'cup', metadata: { exit: 0 } },
    }),
    changed(8, 'prt_4', { type: 'step-finish', tokens }),
    row(9, 'message.updated.1', info('msg_2', 'assistant', { tokens })),
    row(10, 'session.next.agent.switched.1', { agent: 'build' }),
    row(11, 'session.updated.1', { info: { id: 'ses_1', directory: '/home/ada', tokens } }),
  ),
  'opencode-run-json': lines(
    event('step_start', 1, { type: 'step-start' }),
    event('tool_use', 2, {
      type: 'tool',
      callID: 'c1',
      tool: 'bash',
      state: { status: 'completed', input: { command: 'ls' }, output: 'cup', metadata: { exit: 0 } },
    }),
    event('step_finish', 3, { type: 'step-finish', tokens }),
    event('text', 4, { type: 'text', text: 'One cup.' }),
    event('step_finish', 5, { type: 'step-finish', tokens }),
  ),
};
