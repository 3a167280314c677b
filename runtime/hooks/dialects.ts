import type { Answers, Dialect } from './dialect.ts';

/** Claude Code's form of answers, which others have taken over. */
const SPECIFIC: Answers = {
  tell: { hookSpecificOutput: { hookEventName: '{event}', additionalContext: '{text}' } },
  deny: {
    hookSpecificOutput: {
      hookEventName: '{event}',
      permissionDecision: 'deny',
      permissionDecisionReason: '{text}',
    },
  },
};

/** The same, with texts at the end of a turn. */
const SPEAKING: Answers = {
  ...SPECIFIC,
  show: { systemMessage: '{text}' },
  continue: { decision: 'block', reason: '{text}' },
};

/** Ends a turn where `continue: false` does. */
const ENDING: Answers['end'] = {
  continue: false,
  stopReason: '{text}',
  hookSpecificOutput: { hookEventName: '{event}', permissionDecision: 'deny', permissionDecisionReason: '{text}' },
};

const CLAUDE_FIELDS: Dialect['fields'] = {
  session: ['session_id'],
  tool: ['tool_name'],
  args: ['tool_input'],
  result: ['tool_response', 'error'],
  call: ['tool_use_id'],
};

/** The clients whose hooks are programs. All but Cursor and VS Code were run; see `docs/live.md`. */
export const DIALECTS: readonly Dialect[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    catalog: 'claude-code',
    events: { PreToolUse: 'before', PostToolUse: 'after', PostToolUseFailure: 'after', Stop: 'stop' },
    fields: CLAUDE_FIELDS,
    answers: { ...SPEAKING, end: ENDING },
  },
  {
    // One unknown field voids its whole answer, so that a call that was denied runs.
    id: 'codex',
    name: 'Codex CLI',
    catalog: 'codex',
    events: { PreToolUse: 'before', PostToolUse: 'after', Stop: 'stop' },
    fields: CLAUDE_FIELDS,
    answers: SPEAKING,
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    catalog: 'gemini-cli',
    events: { BeforeTool: 'before', AfterTool: 'after', AfterAgent: 'stop' },
    fields: { ...CLAUDE_FIELDS, call: [] },
    answers: {
      tell: SPECIFIC.tell,
      // It drops the context of a tool that failed. A denial replaces the tool's error, so it repeats it.
      tellFailed: { decision: 'deny', reason: '{error}\n{text}' },
      deny: { decision: 'deny', reason: '{text}' },
      end: { continue: false, stopReason: '{text}', decision: 'deny', reason: '{text}' },
      show: { systemMessage: '{text}' },
      continue: { decision: 'deny', reason: '{text}' },
    },
  },
  {
    id: 'copilot-cli',
    name: 'GitHub Copilot CLI',
    catalog: 'copilot-cli',
    events: { preToolUse: 'before', postToolUse: 'after', postToolUseFailure: 'after', agentStop: 'stop' },
    fields: {
      session: ['sessionId'],
      tool: ['toolName'],
      args: ['toolArgs'],
      result: ['toolResult', 'error'],
      call: [],
    },
    transcript: { variable: 'COPILOT_HOME', folder: '.copilot', file: 'session-state/{session}/events.jsonl' },
    answers: {
      tell: { additionalContext: '{text}' },
      deny: { permissionDecision: 'deny', permissionDecisionReason: '{text}' },
      continue: { decision: 'block', reason: '{text}' },
    },
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    catalog: 'qwen-code',
    events: { PreToolUse: 'before', PostToolUse: 'after', PostToolUseFailure: 'after', Stop: 'stop' },
    fields: { ...CLAUDE_FIELDS, call: ['tool_call_id', 'tool_use_id'] },
    answers: SPEAKING,
  },
  {
    id: 'vscode',
    name: 'VS Code',
    catalog: 'vscode',
    events: { PreToolUse: 'before', PostToolUse: 'after', Stop: 'stop' },
    fields: { ...CLAUDE_FIELDS, session: ['sessionId', 'session_id'] },
    answers: {
      ...SPECIFIC,
      end: ENDING,
      show: { systemMessage: '{text}' },
      continue: { hookSpecificOutput: { hookEventName: '{event}', decision: 'block', reason: '{text}' } },
    },
  },
  {
    // Its hooks are functions of a module, which calls the program with inputs of our own form; see `opencode-plugin.ts`.
    id: 'opencode',
    name: 'opencode',
    catalog: 'opencode',
    events: { before: 'before', after: 'after' },
    fields: CLAUDE_FIELDS,
    transcript: { variable: 'XDG_DATA_HOME', folder: '.local/share', file: 'opencode/opencode.db' },
    answers: { tell: { tell: '{text}' }, deny: { deny: '{text}' }, end: { deny: '{text}', end: true } },
  },
];

/** The spellings of the name of the event in an input. */
export const EVENT_FIELDS = ['hook_event_name', 'hookEventName'] as const;

/**
 * Returns the dialect in which an input is written: one file of settings is read by several clients, so that its command can be
 * called by another one than it names.
 */
export function dialectOf(id: string, input: Readonly<Record<string, unknown>>): Dialect | undefined {
  const isCamel = 'toolName' in input || ('sessionId' in input && !EVENT_FIELDS.some((one) => one in input));
  const actual = isCamel ? 'copilot-cli' : 'sessionId' in input || 'hookEventName' in input ? 'vscode' : id;
  return DIALECTS.find((one) => one.id === actual);
}
