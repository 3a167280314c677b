/** A made-up session of each format that has its own file of tests elsewhere or none, as its text. */
const lines = (...records: readonly object[]): string => records.map((record) => JSON.stringify(record)).join('\n');
const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString();

const claude = (type: string, id: number, content: unknown, more: object = {}) => ({
  ...{
    parentUuid: null,
    isSidechain: false,
    sessionId: 'tea',
    cwd: '/home/ada',
    type,
    uuid: `u${id}`,
    timestamp: at(id),
  },
  message: { role: type, content, ...more },
});
const piMessage = (id: number, message: object, parent = id - 1) => ({
  ...{ type: 'message', id: `e${id}`, parentId: parent === 0 ? null : `e${parent}`, timestamp: at(id), message },
});
const copilot = (type: string, id: number, data: object) => ({
  type,
  data,
  id: `e${id}`,
  timestamp: at(id),
  parentId: null,
});
const opencodePart = (part: object) => ({ id: 'prt_1', messageID: 'msg_2', sessionID: 'ses_1', ...part });
const journal = (seq: number, type: string, more: object) => ({
  ...{ seq, time: at(seq), type, invocation: 'i1', agent: 'agent', ...more },
});
const opencodeTokens = { input: 100, output: 10, reasoning: 5, cache: { read: 50, write: 0 } };

/** The texts, by the id of the format. */
export const MADE_UP_SESSIONS: Readonly<Record<string, string>> = {
  'claude-code': lines(
    claude('user', 1, 'Brew.'),
    claude('assistant', 2, [{ type: 'tool_use', id: 'c1', name: 'Read', input: { file_path: 'a.md' } }], {
      id: 'm1',
      model: 'm',
      usage: { input_tokens: 1, output_tokens: 2 },
    }),
    claude('user', 3, [{ type: 'tool_result', tool_use_id: 'c1', content: 'File does not exist.', is_error: true }]),
    claude('assistant', 4, [{ type: 'text', text: 'No.' }], {
      id: 'm2',
      model: 'm',
      usage: { input_tokens: 1, output_tokens: 2 },
    }),
  ),
  'claude-stream-json': lines(
    {
      type: 'system',
      subtype: 'init',
      session_id: 's1',
      cwd: '/home/ada',
      model: 'claude-test',
      tools: ['Skill', 'Read', 'Task'],
    },
    {
      type: 'assistant',
      session_id: 's1',
      parent_tool_use_id: null,
      message: {
        id: 'm1',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'c1', name: 'Skill', input: { skill: 'brewer' } }],
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    },
    {
      type: 'user',
      session_id: 's1',
      parent_tool_use_id: null,
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'c1',
            content: 'Launching skill: brewer\nBase directory for this skill: /home/ada/brewer',
          },
        ],
      },
    },
    {
      type: 'assistant',
      session_id: 's1',
      parent_tool_use_id: null,
      message: {
        id: 'm2',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'c2', name: 'Task', input: { prompt: 'Count.' } }],
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    },
    {
      type: 'assistant',
      session_id: 's1',
      parent_tool_use_id: 'c2',
      message: {
        id: 'm3',
        role: 'assistant',
        content: [{ type: 'text', text: 'Two.' }],
        usage: { input_tokens: 3, output_tokens: 1 },
      },
    },
    {
      type: 'user',
      session_id: 's1',
      parent_tool_use_id: null,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c2', content: 'Two.' }] },
    },
    {
      type: 'assistant',
      session_id: 's1',
      parent_tool_use_id: null,
      message: {
        id: 'm4',
        role: 'assistant',
        content: [{ type: 'text', text: 'Two cups.' }],
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    },
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'Two cups.',
      num_turns: 3,
      total_cost_usd: 0.25,
      usage: { input_tokens: 33, output_tokens: 16 },
    },
  ),
  'codex-exec-json': lines(
    { type: 'thread.started', thread_id: 't1' },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'I look.' } },
    {
      type: 'item.started',
      item: {
        id: 'item_1',
        type: 'command_execution',
        command: "bash -lc 'cat brewer/SKILL.md'",
        aggregated_output: '',
        exit_code: null,
        status: 'in_progress',
      },
    },
    {
      type: 'item.completed',
      item: {
        id: 'item_1',
        type: 'command_execution',
        command: "bash -lc 'cat brewer/SKILL.md'",
        aggregated_output: '---\nname: brewer\ndescription: Brews.\n---\nText.',
        exit_code: 0,
        status: 'completed',
      },
    },
    {
      type: 'item.completed',
      item: {
        id: 'item_2',
        type: 'command_execution',
        command: 'cat brewer/references/heat.md',
        aggregated_output: 'cat: brewer/references/heat.md: No such file or directory',
        exit_code: 1,
        status: 'failed',
      },
    },
    { type: 'item.completed', item: { id: 'item_3', type: 'agent_message', text: 'No.' } },
    { type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 9 } },
  ),
  'gemini-cli': lines(
    { sessionId: 'g1', projectHash: 'p', startTime: at(0), lastUpdated: at(0), kind: 'main' },
    { id: 'u1', timestamp: at(1), type: 'user', content: [{ text: 'Brew.' }] },
    { id: 'a1', timestamp: at(2), type: 'gemini', content: 'I activate it.', model: 'gemini-test' },
    {
      id: 'a1',
      timestamp: at(2),
      type: 'gemini',
      content: 'I activate it.',
      model: 'gemini-test',
      thoughts: [{ subject: 'Tea', description: 'Which one?' }],
      tokens: { input: 100, output: 10, cached: 40, thoughts: 5, tool: 0, total: 115 },
      toolCalls: [
        {
          id: 'c1',
          name: 'activate_skill',
          args: { name: 'brewer' },
          status: 'success',
          timestamp: at(3),
          result: [
            {
              functionResponse: {
                response: {
                  output: '<activated_skill name="brewer"><instructions>Text.</instructions></activated_skill>',
                },
              },
            },
          ],
        },
      ],
    },
    {
      id: 'a2',
      timestamp: at(4),
      type: 'gemini',
      content: 'A wrong turn.',
      model: 'gemini-test',
      tokens: { input: 1, output: 1 },
    },
    { $rewindTo: 'a2' },
    { $set: { lastUpdated: at(5) } },
    {
      id: 'a3',
      timestamp: at(6),
      type: 'gemini',
      content: 'Done.',
      model: 'gemini-test',
      tokens: { input: 120, output: 6, cached: 100 },
    },
  ),
  pi: lines(
    { type: 'session', version: 3, id: 'p1', timestamp: at(0), cwd: '/home/ada' },
    piMessage(1, { role: 'user', content: [{ type: 'text', text: 'Brew.' }] }),
    piMessage(2, {
      role: 'assistant',
      content: [{ type: 'text', text: 'Wrong.' }],
      provider: 'test',
      model: 'm',
      usage: { input: 9, output: 9 },
      stopReason: 'stop',
    }),
    piMessage(
      3,
      {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'brewer/SKILL.md' } }],
        provider: 'test',
        model: 'm',
        usage: { input: 10, output: 5, cacheRead: 20, cacheWrite: 30, cost: { total: 0.5 } },
        stopReason: 'toolUse',
      },
      1,
    ),
    piMessage(4, {
      role: 'toolResult',
      toolCallId: 'c1',
      toolName: 'read',
      content: [{ type: 'text', text: '---\nname: brewer\ndescription: Brews.\n---\nText.' }],
      isError: false,
    }),
    { type: 'compaction', id: 'e5', parentId: 'e4', timestamp: at(5), summary: 'Tea.', tokensBefore: 1234 },
    piMessage(6, {
      role: 'assistant',
      content: [{ type: 'text', text: 'Done.' }],
      provider: 'test',
      model: 'm',
      usage: { input: 1, output: 2 },
      stopReason: 'stop',
    }),
  ),
  'copilot-cli': lines(
    copilot('session.start', 1, { sessionId: 'c1', context: { cwd: '/home/ada' }, selectedModel: 'm' }),
    copilot('user.message', 2, { content: 'Brew.' }),
    copilot('skill.invoked', 3, {
      name: 'brewer',
      path: '/home/ada/brewer/SKILL.md',
      content: 'See references/heat.md.',
      trigger: 'user',
    }),
    copilot('assistant.message', 4, {
      messageId: 'm1',
      content: '',
      outputTokens: 20,
      toolRequests: [{ toolCallId: 't1', name: 'view', arguments: { path: '/home/ada/brewer/references/heat.md' } }],
    }),
    copilot('tool.execution_start', 5, {
      toolCallId: 't1',
      toolName: 'view',
      arguments: { path: '/home/ada/brewer/references/heat.md' },
    }),
    copilot('tool.execution_complete', 6, {
      toolCallId: 't1',
      success: false,
      error: { message: 'Path does not exist', code: 'failure' },
    }),
    copilot('assistant.message', 7, { messageId: 'm2', content: 'No.', outputTokens: 10, toolRequests: [] }),
    copilot('session.shutdown', 8, {
      modelMetrics: { m: { usage: { inputTokens: 900, outputTokens: 30, cacheReadTokens: 600 } } },
    }),
  ),
  opencode: `Exporting session: ses_1\n${JSON.stringify(
    {
      info: { id: 'ses_1', directory: '/home/ada', tokens: opencodeTokens },
      messages: [
        {
          info: { id: 'msg_1', role: 'user', time: { created: Date.parse(at(1)) } },
          parts: [{ type: 'text', text: 'Brew.' }],
        },
        {
          info: {
            id: 'msg_2',
            role: 'assistant',
            providerID: 'test',
            modelID: 'm',
            time: { created: Date.parse(at(2)) },
            tokens: opencodeTokens,
          },
          parts: [
            opencodePart({ type: 'step-start' }),
            opencodePart({
              type: 'tool',
              callID: 'c1',
              tool: 'skill',
              state: {
                status: 'completed',
                input: { name: 'brewer' },
                output: '<skill_content name="brewer">Text.</skill_content>',
                metadata: { name: 'brewer', dir: '/home/ada/brewer' },
                time: { start: Date.parse(at(3)), end: Date.parse(at(4)) },
              },
            }),
            opencodePart({ type: 'step-finish', reason: 'stop', tokens: opencodeTokens, cost: 0 }),
          ],
        },
      ],
    },
    undefined,
    2,
  )}`,
  'opencode-run-json': lines(
    {
      type: 'step_start',
      timestamp: Date.parse(at(1)),
      sessionID: 'ses_1',
      part: opencodePart({ type: 'step-start' }),
    },
    {
      type: 'tool_use',
      timestamp: Date.parse(at(2)),
      sessionID: 'ses_1',
      part: opencodePart({
        type: 'tool',
        callID: 'c1',
        tool: 'bash',
        state: { status: 'completed', input: { command: 'ls' }, output: 'cup', metadata: { exit: 0 } },
      }),
    },
    {
      type: 'step_finish',
      timestamp: Date.parse(at(3)),
      sessionID: 'ses_1',
      part: opencodePart({ type: 'step-finish', tokens: opencodeTokens }),
    },
    {
      type: 'text',
      timestamp: Date.parse(at(4)),
      sessionID: 'ses_1',
      part: opencodePart({ type: 'text', text: 'One cup.' }),
    },
    {
      type: 'step_finish',
      timestamp: Date.parse(at(5)),
      sessionID: 'ses_1',
      part: opencodePart({ type: 'step-finish', tokens: opencodeTokens }),
    },
  ),
  codex: lines(
    { timestamp: at(1), type: 'session_meta', payload: { id: 't1', cwd: '/home/ada' } },
    { timestamp: at(2), type: 'event_msg', payload: { type: 'user_message', message: 'Brew.' } },
    {
      timestamp: at(3),
      type: 'response_item',
      payload: { type: 'function_call', call_id: 'c1', name: 'shell', arguments: '{"command":["bash","-lc","ls"]}' },
    },
    {
      timestamp: at(4),
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: 'c1', output: '{"output":"cup","metadata":{"exit_code":0}}' },
    },
    {
      timestamp: at(5),
      type: 'event_msg',
      payload: { type: 'token_count', info: { total_token_usage: { input_tokens: 9, output_tokens: 1 } } },
    },
  ),
  skillwright: lines(
    journal(1, 'run_started', {
      run: '20260105T100000000Z-aaaaaaaa',
      model: 'test/m',
      skills: [],
      guards: 'default',
      maxLlmCalls: 500,
      prompt: 'Brew.',
      simulated: false,
    }),
    journal(2, 'llm_request', { call: 1, tools: [], parent: 1 }),
    journal(3, 'llm_response', {
      call: 1,
      text: 'Done.',
      toolCalls: [],
      usage: { inputTokens: 7, outputTokens: 2 },
      finish: 'stop',
      parent: 2,
    }),
    journal(4, 'run_finished', {
      reason: 'final',
      llmCalls: 1,
      text: 'Done.',
      usage: { inputTokens: 7, outputTokens: 2 },
      parent: 1,
    }),
  ),
};
