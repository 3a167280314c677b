/** A made-up run of any length, for tests and benchmarks of exports. */
import type { AnyEvent } from '../../../runtime/otlp/event-fields.ts';
import { createChance } from '../../../runtime/random.ts';

const CALLS_PER_STEP = 3;

/** Creates a run with this number of spans: the run, model calls with three concurrent tool calls each, misses and guards. */
export function longRun(spans: number): readonly AnyEvent[] {
  const events: AnyEvent[] = [];
  let now = Date.parse('2026-11-20T14:31:44.100Z');
  const chance = createChance(1);
  // Texts that hardly compress.
  const words = (count: number): string =>
    Array.from({ length: count }, () => chance.int(36 ** 5).toString(36)).join(' ');
  const add = (ms: number, type: string, fields: object): number => {
    now += ms;
    const seq = events.length + 1;
    const time = new Date(now).toISOString();
    events.push({ seq, time, type, ...fields, invocation: 'i1', agent: 'writer' } as AnyEvent);
    return seq;
  };
  const skills = [{ name: 'notes', root: '/home/ada/skills/notes' }];
  const limits = { guards: 'default', maxLlmCalls: 0, simulated: true };
  const parent = add(0, 'run_started', {
    run: 'r',
    model: 'simulated/weak',
    skills,
    prompt: 'Write the notes.',
    ...limits,
  });
  let made = 1;
  for (let call = 1; made < spans; call++) {
    const tools = ['load_skill_resource', 'analyze_csv', 'list_skills'].slice(
      0,
      Math.min(CALLS_PER_STEP, spans - made - 1),
    );
    const request = add(40 + (call % 90), 'llm_request', { call, tools: ['list_skills'], parent });
    const toolCalls = tools.map((tool, index) => ({ id: `c${call}-${index}`, tool, args: argsOf(tool, call) }));
    const usage = { inputTokens: 2000 + call, outputTokens: 40 };
    const finish = tools.length === 0 ? 'stop' : 'tool-calls';
    add(300, 'llm_response', { call, text: `Step ${call}: ${words(8)}.`, toolCalls, usage, finish, parent: request });
    made += 1 + tools.length;
    const seqs = toolCalls.map((one) => add(1, 'tool_call', { ...one, parent: request }));
    for (const [index, { id, tool }] of toolCalls.entries()) {
      const isMiss = tool === 'load_skill_resource';
      const code = isMiss ? { error_code: 'RESOURCE_NOT_FOUND' } : {};
      const result = isMiss ? { error: `part-${call}.md not found`, ...code } : { rows: call, note: words(30) };
      const under = { parent: seqs[index] };
      const seq = add(12, 'tool_result', { id, tool, result, ...code, durationMs: 12, ...under });
      const decision = { rule: 'resource_not_found', verdict: 'warn', count: 1, threshold: 2, evidence: [seq] };
      if (isMiss && call % 100 === 1) add(0, 'guard', { ...decision, ...under });
    }
  }
  add(3, 'run_finished', { reason: 'final', llmCalls: 1, text: 'Done.', usage: {}, parent });
  return events;
}

function argsOf(tool: string, call: number): object {
  if (tool === 'load_skill_resource') return { skill_name: 'notes', file_path: `references/part-${call}.md` };
  return tool === 'analyze_csv' ? { file: `part-${call}.csv` } : {};
}
