/** Building blocks of handwritten runs. */
import type { Cause, Json } from '../../../runtime/protocol/events.ts';
import { defined } from '../../../runtime/text/objects.ts';
import { type Script, script } from './events.ts';

export const CORE = ['list_skills', 'load_skill', 'load_skill_resource', 'run_skill_script'];

/** Returns the words of `WRITER_SKILL` that provoke its misses. */
export function causeIn(root: string): Cause {
  return {
    file: `${root}/writer/SKILL.md`,
    line: 14,
    column: 24,
    endLine: 14,
    endColumn: 42,
    text: 'see the user guide',
    lines: 'For tone and headings, see the user guide.',
    suggestions: ['references/guide.md'],
  };
}

/** Counters shared by the parts of a run. */
export interface Run {
  readonly journal: Script;
  call: number;
  ask: number;
  readonly start: number;
  tools: readonly string[];
}

export function startRun(root: string, prompt = 'Write release notes in our house style'): Run {
  const journal = script();
  const start = journal.add(0, {
    type: 'run_started',
    run: '20261120-143144-writer',
    model: 'simulated/weak',
    skills: ['writer', 'glossary', 'changelog'].map((name) => ({ name, root: `${root}/${name}` })),
    guards: 'default',
    maxLlmCalls: 500,
    prompt,
    simulated: true,
  });
  return { journal, call: 0, ask: 0, start, tools: CORE };
}

export interface ToolCall {
  readonly tool: string;
  readonly args: Json;
}

/** Adds a model call with the tool calls it requests; returns the `seq` of its request. */
export function turn(
  run: Run,
  ms: number,
  tokens: readonly [number, number],
  toolCalls: readonly ToolCall[],
  text = '',
): number {
  const request = run.journal.add(20, { type: 'llm_request', call: ++run.call, tools: run.tools, parent: run.start });
  run.journal.add(ms, {
    type: 'llm_response',
    call: run.call,
    text,
    parent: request,
    toolCalls: toolCalls.map((one, index) => ({ id: `c${run.ask + index + 1}`, ...one })),
    usage: { inputTokens: tokens[0], outputTokens: tokens[1], estimated: true },
    finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
  });
  return request;
}

export function call(run: Run, parent: number, toolCall: ToolCall): { readonly id: string; readonly seq: number } {
  const id = `c${++run.ask}`;
  return { id, seq: run.journal.add(4, { type: 'tool_call', id, ...toolCall, parent }) };
}

export function result(
  run: Run,
  made: { id: string; seq: number },
  tool: string,
  ms: number,
  value: Json,
  code?: string,
): number {
  return run.journal.add(
    ms,
    defined({
      type: 'tool_result',
      id: made.id,
      tool,
      result: value,
      durationMs: ms,
      parent: made.seq,
      error_code: code,
    }),
  );
}

export function turnWithResult(
  run: Run,
  ms: number,
  tokens: readonly [number, number],
  toolCall: ToolCall,
  duration: number,
  value: Json,
  code?: string,
) {
  const request = turn(run, ms, tokens, [toolCall]);
  const made = call(run, request, toolCall);
  return { request, made, result: result(run, made, toolCall.tool, duration, value, code) };
}

export const resource = (path: string): ToolCall => ({
  tool: 'load_skill_resource',
  args: { skill_name: 'writer', file_path: path },
});

export const missResult = (path: string, code: string): Json => ({
  error: `The resource ${path} is not in this skill. Do not ask for it again.`,
  error_code: code,
});
