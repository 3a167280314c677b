import { LRUCache } from 'lru-cache';
import { CLIENTS } from '../../../skill/index.ts';
import { fingerprint, signatureOf } from '../../guards/fingerprint.ts';
import { normalizeResult } from '../../guards/normalize-result.ts';
import { ShownLines } from '../../guards/shown-lines.ts';
import { viewWithoutExtras } from '../../guards/without-extras.ts';
import type { CallView } from '../../loop/interfaces/hooks.ts';
import { SessionState } from '../../loop/interfaces/state.ts';
import { addUsage } from '../../models/prices/usage.ts';
import type { Json, LlmResponse, ToolCall, ToolResult, Usage } from '../../protocol/events.ts';
import type { SessionEvent, WastedCalls } from '../log/session-event.ts';
import { recordedOutcome, viewOf } from './recorded-call.ts';

/** Number of characters at the start of a result in which differences such as durations are ignored. */
const NORMALIZED = 500;
/** Maximum number of model calls, open calls and different calls that are remembered. */
const MEMORY = 5000;
/** Maximum number of agents whose reads are remembered. */
const MAX_AGENTS = 20;

/** A model call, and the outcome of its tool calls so far. */
interface Step {
  /** `seq` of the prompt or of the call whose agent made it. */
  readonly owner: number;
  readonly number: number;
  requested: number;
  started: number;
  ended: number;
  failed: number;
  usage: Usage;
}

/** The latest occurrence of a call. */
interface Occurrence {
  readonly step: number;
  /** Fingerprint of its result. */
  readonly result: string;
  /** Number of changes that its agent had made before it. */
  readonly changes: number;
}

/**
 * Counts the calls of a session that brought nothing new. A tool call is repeated if an earlier step of the same agent made
 * the same one with the same result during the same prompt, and nothing was changed in between; also if it reads lines of a
 * file that earlier ones have shown. A model call is wasted if
 * each of its tool calls missed, failed or was denied.
 */
export class WasteCounter {
  private repeated = 0;
  private steps = 0;
  private usage: Usage = {};
  private isOwn = false;
  private readonly requests = new LRUCache<number, Step>({ max: MEMORY });
  private readonly open = new LRUCache<number, { readonly view: CallView; readonly step: Step }>({ max: MEMORY });
  private readonly calls = new LRUCache<string, Occurrence>({ max: MEMORY });
  /** Number of changes by the owner of the agent that made them. */
  private readonly changes = new LRUCache<number, number>({ max: MEMORY });
  /** The lines that were shown, by the owner of the agent that read them. */
  private readonly shown = new LRUCache<number, ShownLines>({ max: MAX_AGENTS });
  private readonly state = new SessionState();
  private viewOfClient: (view: CallView) => CallView = (view) => view;

  /** The counts so far. */
  get wasted(): WastedCalls {
    return { repeatedCalls: this.repeated, steps: this.steps, usage: this.usage };
  }

  add(event: SessionEvent): void {
    switch (event.type) {
      case 'run_started':
        this.isOwn = event.imported?.format === 'skillwright';
        this.calls.clear();
        this.shown.clear();
        this.useClient(event.imported?.client);
        return;
      case 'llm_request':
        this.requests.set(event.seq, {
          owner: event.parent ?? 0,
          number: event.call,
          requested: 0,
          started: 0,
          ended: 0,
          failed: 0,
          usage: {},
        });
        return;
      case 'llm_response':
        this.respond(event);
        return;
      case 'tool_call':
        this.call(event);
        return;
      case 'tool_result':
        this.result(event);
        return;
      default:
        return;
    }
  }

  private useClient(id: string | undefined): void {
    const behavior = CLIENTS.find((client) => client.id === id)?.behaviors[0];
    this.viewOfClient = behavior === undefined ? (view) => view : viewWithoutExtras(behavior);
  }

  private respond({ parent, toolCalls, usage }: LlmResponse): void {
    const step = this.requests.get(parent ?? 0);
    if (step === undefined) return;
    step.requested = toolCalls.length;
    step.usage = usage;
  }

  private call(event: ToolCall): void {
    const step = this.requests.get(event.parent ?? 0);
    if (step === undefined) return;
    step.started++;
    this.open.set(event.seq, { view: this.viewOfClient(viewOf(event, step.number, this.state)), step });
  }

  private result(event: ToolResult & SessionEvent): void {
    const call = this.open.get(event.parent ?? 0);
    if (call === undefined) return;
    this.open.delete(event.parent ?? 0);
    const { view, step } = call;
    step.ended++;
    // Without its result, nothing is known about a call.
    if (event.hasNoResult === true) return;
    if (event.error_code !== undefined || event.denied === true) step.failed++;
    if (step.failed === step.ended && step.ended === Math.max(step.requested, step.started)) {
      this.steps++;
      this.usage = addUsage(this.usage, step.usage);
    }
    this.compare(event, view, step);
  }

  private compare(event: ToolResult & SessionEvent, view: CallView, { owner, number }: Step): void {
    const key = `${owner} ${signatureOf(view)}`;
    const result = resultKey(event.result as Json);
    const changes = this.changes.get(owner) ?? 0;
    const before = this.calls.get(key);
    const isSame = before?.result === result && before.changes === changes;
    const isShown =
      event.error_code === undefined && this.shownBy(owner).hasNothingNew(view, event.result as Json, changes);
    if (isSame ? before.step < number : isShown) this.repeated++;
    // Making the same change again with the same result changes nothing.
    const isChange = !isSame && recordedOutcome(event, view, this.isOwn).changes === true;
    if (isChange) this.changes.set(owner, changes + 1);
    this.calls.set(key, { step: number, result, changes: isChange ? changes + 1 : changes });
  }

  private shownBy(owner: number): ShownLines {
    const shown = this.shown.get(owner) ?? new ShownLines();
    this.shown.set(owner, shown);
    return shown;
  }
}

/** Returns a key that is equal for results that say the same. Only their start is normalized, where clients put times. */
function resultKey(result: Json): string {
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
  return fingerprint(normalizeResult(text.slice(0, NORMALIZED)) + text.slice(NORMALIZED));
}
