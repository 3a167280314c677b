/** The records of a spawned agent's rollout that repeat the conversation of the agent that spawned it. */
import { type Fields, fieldsOf, textOf, timeOf } from '../../text/values.ts';
import type { Survey } from '../log/format.ts';

/** The largest pause between two records that are copied in one go, in milliseconds. No model answers as fast. */
const MAX_PAUSE_MS = 50;
const TURN = /^(?:task_started|turn_started)$/;
const MODEL_ITEM =
  /^(?:reasoning|agent_message|agent_reasoning|token_count|(?:function|custom_tool|local_shell|web_search|tool_search|image_generation)_call)$/;

/** True for the header of a rollout of an agent that another one spawned. */
export function isSpawned(meta: Fields): boolean {
  const isSubagent = fieldsOf(meta.source).subagent !== undefined || meta.thread_source === 'subagent';
  return isSubagent || isId(meta.parent_thread_id);
}

const isId = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * Finds the end of the copied records. They are written in one go when the agent is spawned, or keep the times of the originals, and
 * begin with the header of the other thread, unless the agent's own header says that it has its history. The agent's own part
 * begins with the first turn after them.
 */
export class CopiedHistory implements Survey {
  /** When the agent was spawned, in epoch milliseconds. */
  private start: number | undefined;
  private previous = 0;
  private hasHistory = false;
  /** Number of the first record after a pause. */
  private later: number | undefined;
  /** Number of the first record of a turn in which the model has said nothing so far. */
  private turn: number | undefined;
  private isEnded = false;

  /** Number of the first record that is the agent's own; 0 if it has copied none. */
  get ownStart(): number {
    return this.hasHistory ? (this.turn ?? this.later ?? Number.POSITIVE_INFINITY) : 0;
  }

  note(record: Fields, number: number): void {
    if (this.isEnded) return;
    const payload = fieldsOf(record.payload);
    const time = Date.parse(timeOf(record.timestamp) ?? '') || this.previous;
    if (record.type === 'session_meta') this.meta(payload, time);
    if (record.type === 'session_meta' || this.start === undefined) return;
    const isPause = time >= this.start && time - this.previous > MAX_PAUSE_MS;
    this.previous = Math.max(this.previous, time);
    const type = textOf(payload.type) ?? '';
    const role = type === 'message' ? payload.role : undefined;
    const isTurn = record.type === 'turn_context' || TURN.test(type) || role === 'user';
    if (isPause && (isTurn || this.turn !== undefined)) this.isEnded = true;
    if (isTurn || this.isEnded) this.turn ??= number;
    else if (isPause) this.later ??= number;
    else if (MODEL_ITEM.test(type) || role === 'assistant') {
      this.turn = undefined;
      this.later = undefined;
    }
  }

  private meta(payload: Fields, time: number): void {
    this.previous = Math.max(this.previous, time);
    if (this.start !== undefined) this.hasHistory = true;
    else {
      // Any other rollout counts with what it repeats.
      this.isEnded = !isSpawned(payload);
      this.hasHistory = !this.isEnded && isId(payload.forked_from_id);
      this.start = Date.parse(timeOf(payload.timestamp) ?? '') || time;
    }
  }
}
