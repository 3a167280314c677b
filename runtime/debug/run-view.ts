import { addUsage } from '../models/prices/usage.ts';
import type {
  GuardEvent,
  Json,
  PauseEvent,
  RunEvent,
  RunFinished,
  RunStarted,
  ToolCallRequest,
  Usage,
} from '../protocol/events.ts';
import type { Position } from './position.ts';

/** A tool call that has no result yet. */
export interface OpenCall {
  readonly seq: number;
  readonly id: string;
  readonly tool: string;
  readonly args: Json;
}

/** One loop of a run: that of its agent, or of a called agent or skill inside a call. */
export interface LoopView {
  /** Number from 1, in the order of appearance. */
  readonly number: number;
  readonly agent: string;
  /** `seq` of `run_started`, or of the `tool_call` that it runs in. */
  readonly root: number;
  /** The loop of that call. */
  readonly parent: LoopView | undefined;
  /** Number and `seq` of its last model call. */
  lastCall: { readonly call: number; readonly seq: number } | undefined;
  /** The calls that its last response requested and that have not started. */
  requested: readonly ToolCallRequest[];
  readonly open: Map<string, OpenCall>;
  hasEnded: boolean;
}

/** A model call or a tool call that has started. */
export interface StepView {
  readonly seq: number;
  readonly loop: LoopView;
}

/** The state of a run besides its position, computed from its events. */
export class RunView {
  started: RunStarted | undefined;
  finished: RunFinished | undefined;
  usage: Usage = {};
  calls = 0;
  readonly guards: GuardEvent[] = [];
  /** The model calls and tool calls, in the order of the journal. */
  readonly steps: StepView[] = [];
  readonly loadedSkills = new Set<string>();
  readonly pending = new Map<string, PauseEvent>();
  private readonly loopsByRoot = new Map<number, LoopView>();
  /** The loop of each span, by `seq`. */
  private readonly loopOfSpan = new Map<number, LoopView>();

  get loops(): readonly LoopView[] {
    return [...this.loopsByRoot.values()];
  }

  /** The loop of a position. */
  loopOf({ at, boundary }: Position): LoopView {
    const { parent, scope } = boundary;
    const isUnderRoot = at === 'model_call' || at === 'end';
    return (isUnderRoot ? undefined : this.loopOfSpan.get(parent)) ?? this.loopWithRoot(parent, scope.agent);
  }

  /** The loop whose model calls are under the span with this `seq`. */
  loopWithRoot(root: number, agent: string): LoopView {
    return this.loopsByRoot.get(root) ?? this.addLoop(root, agent);
  }

  /** Takes an event into account. */
  add(event: RunEvent): void {
    switch (event.type) {
      case 'run_resumed':
        this.finished = undefined;
        return;
      case 'run_started':
        this.started = event;
        // The end of an earlier prompt is not that of the run.
        this.finished = undefined;
        this.loopWithRoot(event.seq, event.agent);
        return;
      case 'llm_request': {
        const loop = this.loopWithRoot(event.parent ?? 0, event.agent);
        loop.lastCall = { call: event.call, seq: event.seq };
        this.loopOfSpan.set(event.seq, loop);
        this.steps.push({ seq: event.seq, loop });
        this.calls++;
        return;
      }
      case 'llm_response': {
        const loop = this.loopOfSpan.get(event.parent ?? 0);
        if (loop !== undefined) loop.requested = event.toolCalls;
        this.usage = addUsage(this.usage, event.usage);
        return;
      }
      case 'tool_call':
        this.addCall(event);
        return;
      case 'tool_result':
        this.addResult(event);
        return;
      case 'guard':
        this.guards.push(event);
        return;
      case 'pause':
        this.pending.set(event.id, event);
        return;
      case 'answer':
        this.pending.delete(event.id);
        return;
      case 'run_finished':
        this.finished = event;
        return;
      default:
    }
  }

  private addCall({ seq, id, tool, args, parent = 0, agent }: Extract<RunEvent, { type: 'tool_call' }>): void {
    const loop = this.loopOfSpan.get(parent) ?? this.loopWithRoot(parent, agent);
    this.loopOfSpan.set(seq, loop);
    this.steps.push({ seq, loop });
    loop.requested = loop.requested.filter((call) => call.id !== id);
    loop.open.set(id, { seq, id, tool, args });
  }

  private addResult({
    id,
    parent = 0,
    error_code,
    read,
    tool,
    agent,
  }: Extract<RunEvent, { type: 'tool_result' }>): void {
    const loop = this.loopOfSpan.get(parent) ?? this.loopWithRoot(parent, agent);
    const call = loop.open.get(id);
    loop.open.delete(id);
    const inner = this.loopsByRoot.get(parent);
    if (inner !== undefined) inner.hasEnded = true;
    if (read?.path === 'SKILL.md') this.loadedSkills.add(read.skill);
    const args = call?.args;
    const isLoad = error_code === undefined && /(?:^|_)load_skill$/.test(tool);
    if (!isLoad || typeof args !== 'object' || args === null || Array.isArray(args)) return;
    const name: unknown = Reflect.get(args, 'skill_name') ?? Reflect.get(args, 'name');
    if (typeof name === 'string') this.loadedSkills.add(name);
  }

  private addLoop(root: number, agent: string): LoopView {
    const loop: LoopView = {
      number: this.loopsByRoot.size + 1,
      agent,
      root,
      parent: this.loopOfSpan.get(root),
      lastCall: undefined,
      requested: [],
      open: new Map(),
      hasEnded: false,
    };
    this.loopsByRoot.set(root, loop);
    return loop;
  }
}
