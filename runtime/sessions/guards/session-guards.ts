import { LRUCache } from 'lru-cache';
import { CLIENTS, type ClientBehavior } from '../../../skill/index.ts';
import type { CauseFinder } from '../../guards/cause.ts';
import { createGuards } from '../../guards/presets.ts';
import { afterHooks, type CallView, type Intervention } from '../../loop/interfaces/hooks.ts';
import { addUsage } from '../../models/prices/usage.ts';
import type { ToolCall, ToolResult } from '../../protocol/events.ts';
import type { GuardFindings, GuardStop, SessionEvent } from '../log/session-event.ts';
import { denialOf, recordedOutcome, viewOf } from './recorded-call.ts';
import { Agent, agentsAbove } from './session-agent.ts';

/** Maximum number of stops listed for a session. */
const MAX_STOPS = 100;
/** Maximum number of agents, steps and calls that are remembered: a session can have any number of unanswered ones. */
const MAX_OPEN = 1000;
/** The causes of misses are found from the texts of the session, so the guards need not look for them. */
const NO_CAUSES: CauseFinder = { recordRead: () => undefined, find: () => undefined };

/** A call that has no result yet. */
interface OpenCall {
  readonly event: ToolCall;
  readonly agent: Agent;
  readonly view: CallView;
  readonly denial: Intervention | undefined;
}

/**
 * Runs Skillwright's guards over the events of a session and records where they would have ended it, with everything that came
 * afterwards. Each prompt of the user and each sub-agent counts from zero, as invocations do. The model of the session
 * did not see the guards' results: it continues as recorded after a call that they would have refused.
 */
export class SessionGuards {
  private refused = 0;
  private readonly stops: { stop: GuardStop; readonly agent: Agent }[] = [];
  private client: ClientBehavior | undefined;
  private isImport = true;
  private isOwn = false;
  private prompt = 0;
  /** The agents by the `seq` of their owner: a prompt, or the call that started a sub-agent. */
  private readonly agents = new LRUCache<number, Agent>({ max: MAX_OPEN });
  private readonly requests = new LRUCache<number, { readonly agent: Agent; readonly step: number }>({ max: MAX_OPEN });
  private readonly open = new LRUCache<number, OpenCall>({ max: MAX_OPEN });
  private pending: Promise<void> | undefined;
  private readonly queue: SessionEvent[] = [];
  /** Number of events of the queue that were handled: removing each from its start would take quadratic time. */
  private done = 0;

  /** Adds the next event. Asynchronous guards are awaited in `findings`. */
  add(event: SessionEvent): void {
    if (this.pending === undefined) this.handle(event);
    else this.queue.push(event);
  }

  /** Waits until all events are evaluated. */
  async settle(): Promise<void> {
    while (this.pending !== undefined) await this.pending;
  }

  /** Returns what the guards would have done for the events so far; undefined if they were active. */
  async findings(): Promise<GuardFindings | undefined> {
    await this.settle();
    if (!this.isImport) return undefined;
    return { refused: this.refused, stops: this.stops.map(({ stop }) => stop) };
  }

  private handle(event: SessionEvent): void {
    switch (event.type) {
      case 'run_started':
        this.startPrompt(event);
        return;
      case 'llm_request':
        this.startStep(event.seq, event.parent ?? this.prompt, event.call, event.agent);
        return;
      case 'llm_response': {
        const request = this.requests.get(event.parent ?? 0);
        if (request !== undefined) this.count(request.agent, request.step, { usage: event.usage });
        return;
      }
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

  private startPrompt(event: Extract<SessionEvent, { readonly type: 'run_started' }>): void {
    this.prompt = event.seq;
    // Our own runs had guards, whose decisions are in the journal.
    this.isImport = event.guards === 'off';
    this.isOwn = event.imported?.format === 'skillwright';
    const id = event.imported?.client;
    this.client = CLIENTS.find((client) => client.id === id)?.behaviors[0];
    this.agents.clear();
    this.requests.clear();
    this.open.clear();
  }

  private startStep(seq: number, owner: number, step: number, name: string): void {
    if (!this.isImport) return;
    const agent = this.agents.get(owner) ?? this.newAgent(owner, name);
    this.requests.set(seq, { agent, step });
  }

  private newAgent(owner: number, name: string): Agent {
    const starter = this.open.get(owner);
    const hooks = createGuards('default', `session-${owner}`, NO_CAUSES, {}, this.client);
    const agent = new Agent(name, hooks, starter?.agent, starter?.view.step ?? 0);
    this.agents.set(owner, agent);
    return agent;
  }

  /** Counts what an agent did after the guards would have ended it, or the agent that started it. */
  private count(agent: Agent, step: number, more: { readonly usage?: GuardStop['after']['usage'] }): void {
    const stopped = agentsAbove(agent, step).find(({ agent: one, step: at }) => one.endsBefore(at));
    if (stopped === undefined) return;
    const entry = this.stops.find((one) => one.agent === stopped.agent);
    if (entry === undefined) return;
    const { toolCalls, usage } = entry.stop.after;
    const after =
      more.usage === undefined
        ? { toolCalls: toolCalls + 1, usage }
        : { toolCalls, usage: addUsage(usage, more.usage) };
    entry.stop = { ...entry.stop, after };
  }

  private call(event: ToolCall): void {
    const request = this.requests.get(event.parent ?? 0);
    if (request === undefined) return;
    const { agent, step } = request;
    const view = viewOf(event, step, agent.state);
    const open = (denial: Intervention | undefined): void => {
      this.open.set(event.seq, { event, agent, view, denial });
    };
    if (agentsAbove(agent, step).some(({ agent: one, step: at }) => one.endsBefore(at))) {
      this.count(agent, step, {});
      open(undefined);
      return;
    }
    const denial = denialOf(agent.hooks, view);
    if (!(denial instanceof Promise)) {
      open(denial);
      return;
    }
    this.pending = denial.then((result) => {
      open(result);
      this.continue();
    });
  }

  private continue(): void {
    this.pending = undefined;
    while (this.done < this.queue.length) {
      const next = this.queue[this.done++];
      if (next !== undefined) this.handle(next);
      if (this.pending !== undefined) return;
    }
    this.queue.length = 0;
    this.done = 0;
  }

  private result(event: ToolResult & SessionEvent): void {
    const call = this.open.get(event.parent ?? 0);
    if (call === undefined) return;
    this.open.delete(event.parent ?? 0);
    this.agents.delete(event.parent ?? 0);
    const { agent, view, denial } = call;
    // Without its result, nothing is known about a call.
    if (event.hasNoResult === true && denial === undefined) return;
    if (agentsAbove(agent, view.step).some(({ agent: one, step }) => one.endsBefore(step))) return;
    const interventions: Intervention[] = denial === undefined ? [] : [denial];
    let outcome = denial?.outcome ?? recordedOutcome(event, view, this.isOwn);
    if (denial === undefined) {
      const after = afterHooks(agent.hooks, view, outcome);
      outcome = after.outcome;
      interventions.push(...after.interventions);
    }
    for (const hook of agent.hooks) hook.observe?.(view, outcome, event.seq);
    for (const { rule, verdict, count, threshold, evidence } of interventions.flatMap((one) => one.decide(event.seq))) {
      if (verdict === 'deny') this.refused++;
      if (verdict !== 'stop' || agent.endStep !== undefined) continue;
      agent.endStep = view.step;
      if (this.stops.length >= MAX_STOPS) continue;
      const { seq, time, tool } = call.event;
      const stop = { rule, count, threshold, call: seq, tool, agent: agent.name, time, prompt: this.prompt, evidence };
      this.stops.push({ agent, stop: { ...stop, after: { toolCalls: 0, usage: {} } } });
    }
  }
}
