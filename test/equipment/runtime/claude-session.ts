const SKILL = '/home/ada/.claude/skills/brewer';
const BODY = `Base directory for this skill: ${SKILL}\n\n# Brewing\n\nFollow the brewing guide before you begin.\n`;

/** Builds a session of Claude Code: the records of each step are a call, its result, and 100 tokens. */
export class ClaudeSession {
  readonly records: object[] = [];
  private number = 0;

  prompt(text: string): this {
    return this.record('user', { role: 'user', content: text });
  }

  step(name: string, input: object, content: string, isError = false, subagent?: string): this {
    return this.steps([{ name, input, content, isError }], subagent);
  }

  /** One step with parallel calls. */
  steps(
    calls: readonly { name: string; input: object; content: string; isError?: boolean }[],
    subagent?: string,
  ): this {
    const first = this.number;
    this.record('assistant', {
      id: `m${first}`,
      role: 'assistant',
      model: 'test',
      usage: { input_tokens: 90, output_tokens: 10 },
      content: calls.map(({ name, input }, at) => ({ type: 'tool_use', id: `c${first}-${at}`, name, input })),
    });
    for (const [at, { content, isError }] of calls.entries()) {
      const result = { type: 'tool_result', tool_use_id: `c${first}-${at}`, content, is_error: isError === true };
      const more = subagent === undefined ? {} : { toolUseResult: { agentId: subagent } };
      this.record('user', { role: 'user', content: [result] }, more);
    }
    return this;
  }

  skill(): this {
    this.step('Skill', { skill: 'brewer' }, 'Launching skill: brewer');
    return this.record('user', { role: 'user', content: [{ type: 'text', text: BODY }] }, { isMeta: true });
  }

  miss(path: string): this {
    return this.step('Read', { file_path: `${SKILL}/${path}` }, 'File does not exist.', true);
  }

  private record(type: string, message: object, more: object = {}): this {
    const number = ++this.number;
    const time = new Date(Date.UTC(2026, 0, 5, 10, 0, number)).toISOString();
    const envelope = { parentUuid: null, isSidechain: false, sessionId: 's', cwd: '/home/ada/tea' };
    this.records.push({ ...envelope, type, uuid: `u${number}`, timestamp: time, message, ...more });
    return this;
  }
}
