/** A handwritten session of Claude Code whose conversation is compacted twice: skills lose their texts, one is loaded again. */
import type { Json, JsonObject, RunEvent, Usage } from '../../../runtime/protocol/events.ts';
import { defined } from '../../../runtime/text/objects.ts';
import { script } from './events.ts';

/** Events that only imports have, and fields of theirs. */
type Loose = { readonly type: string; readonly [field: string]: Json };

const WINDOW = 200_000;

/** @param window true if the model's context window is known */
export function compactedSession(window = true): RunEvent[] {
  const journal = script('2026-11-12T09:00:00.000Z', 'agent');
  const add = (ms: number, event: Loose): number =>
    journal.add(ms, event as unknown as Parameters<typeof journal.add>[1]);
  let call = 0;
  let tokens = 21_000;
  const start = add(0, {
    type: 'run_started',
    run: 'session-1',
    model: 'anthropic/claude-sonnet-4-5',
    skills: [],
    guards: 'off',
    maxLlmCalls: 0,
    prompt: 'Move the shop to the new tax rules',
    simulated: false,
    imported: { format: 'claude-code', client: 'claude-code', file: 'session-1.jsonl' },
  });
  const turn = (tool: string, args: Json, result: string, grows: number): number => {
    call++;
    const parent = add(400, { type: 'llm_request', call, tools: [], parent: start });
    const id = `c${call}`;
    const usage = defined<Usage & JsonObject>({
      inputTokens: tokens,
      outputTokens: 300,
      contextWindow: window ? WINDOW : undefined,
    });
    add(2500, {
      type: 'llm_response',
      call,
      text: '',
      toolCalls: [{ id, tool, args }],
      usage,
      finish: 'tool-calls',
      parent,
    });
    const made = add(0, { type: 'tool_call', id, tool, args, parent });
    add(600, { type: 'tool_result', id, tool, result, durationMs: 600, parent: made });
    tokens += grows;
    return made;
  };
  const load = (skill: string): void => {
    const parent = turn('Skill', { skill }, `Launching skill: ${skill}`, 4200);
    add(0, { type: 'skill_loaded', skill, by: 'tool', folder: `/home/ada/.claude/skills/${skill}`, parent });
  };
  const read = (times: number): void => {
    for (let index = 0; index < times; index++)
      turn('Read', { file_path: `/home/ada/shop/src/tax-${call}.ts` }, 'export const rate = 0.19;', 5600);
  };
  const compact = (lost: readonly string[], kept: number): void => {
    const size = tokens.toLocaleString('en-US');
    add(30_000, {
      type: 'note',
      message: `The conversation was compacted at ${size} tokens (auto).`,
      compacted: { summary: '', lost },
      parent: start,
    });
    add(0, {
      type: 'note',
      message: 'The conversation continues from its summary.',
      compacted: { summary: 'The tax rules are moved in part.' },
      parent: start,
    });
    tokens = kept;
  };
  load('tax-rules');
  load('release-notes');
  read(27);
  compact(['tax-rules', 'release-notes'], 24_000);
  read(9);
  load('tax-rules');
  read(19);
  compact(['tax-rules'], 26_000);
  add(0, { type: 'skill_loaded', skill: 'tax-rules', by: 'client', again: true, parent: start });
  read(8);
  add(1000, {
    type: 'run_finished',
    reason: 'final',
    llmCalls: call,
    text: 'The rules are moved.',
    usage: {},
    parent: start,
  });
  return journal.events;
}
