/** The events of a made-up run of ours. */
import type { AnyEvent } from '../../runtime/otlp/event-fields.ts';
import type { Turn } from './turn.ts';

export const RUN = '20260105T100000000Z-aaaaaaaa';

/** The events of a run with several prompts, as they are in its journal. */
export class OwnRun {
  private seq = 0;
  /** The `seq` of the start of the prompt. */
  private started = 0;
  private events: AnyEvent[] = [];

  /** Returns the events of a turn. */
  add({ number, prompt, file, result, time }: Turn): readonly AnyEvent[] {
    const usage = { inputTokens: 10, outputTokens: 5 };
    const call = { id: `c${number}`, tool: 'Read', args: { file_path: file } };
    if (prompt !== undefined) {
      this.finish(time);
      this.started = this.event(time, 'run_started', {
        run: RUN,
        model: 'test/m',
        skills: [],
        guards: 'default',
        maxLlmCalls: 500,
        prompt,
        simulated: false,
      });
    }
    const request = this.event(time, 'llm_request', { call: number, tools: ['Read'], parent: this.started });
    const finish = 'tool-calls';
    this.event(time + 1, 'llm_response', { call: number, text: '', toolCalls: [call], usage, finish, parent: request });
    const parent = this.event(time + 2, 'tool_call', { ...call, parent: request });
    this.event(time + 3, 'tool_result', { id: call.id, tool: 'Read', result, durationMs: 1, parent });
    return this.take();
  }

  /** Returns the last events. */
  end(): readonly AnyEvent[] {
    this.finish(0);
    return this.take();
  }

  private finish(time: number): void {
    if (this.started > 0)
      this.event(time, 'run_finished', { reason: 'final', llmCalls: 20, text: '', usage: {}, parent: this.started });
  }

  private event(time: number, type: string, more: object): number {
    const seq = ++this.seq;
    const base = { seq, time: new Date(time).toISOString(), type, invocation: `i${this.started}`, agent: 'agent' };
    this.events.push({ ...base, ...more } as unknown as AnyEvent);
    return seq;
  }

  private take(): readonly AnyEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}
