/** The decisions of Skillwright's hooks in a session that they guarded, each after the call that it is about. */
import { defined } from '../../../skill/index.ts';
import { LIVE, startOf } from '../../guards/ladders.ts';
import type { Json } from '../../protocol/events.ts';
import type { HookDecision } from '../../user-data/hook-record.ts';
import type { SessionEvent } from './session-event.ts';

type Body<T> = Omit<Extract<SessionEvent, { readonly type: T }>, 'seq' | 'time' | 'invocation' | 'agent' | 'source'>;
type DecisionBody = Body<'guard'> | Body<'note'>;

/** A call of the session with its result. */
export interface AnsweredCall {
  readonly id: string;
  readonly args: Json;
  /** ISO 8601. */
  readonly time: string;
  /** ISO 8601, of the result. */
  readonly end: string;
  /** `seq`s of the call and of its result. */
  readonly call: number;
  readonly result: number;
  /** True if it runs a file. */
  readonly runs: boolean;
}

/** The time by which a client's clock of a call and that of a hook may differ, in milliseconds. */
const SLACK_MS = 3000;
/** Maximum number of results in the evidence; the latest are listed. */
const MAX_EVIDENCE = 100;

const VERDICTS = { missed: 'warn', denied: 'deny', ended: 'stop' } as const;

/** Assigns the decisions of hooks to the calls of a session, as they are read. Each is returned once. */
export class HookDecisions {
  private readonly byCall = new Map<string, HookDecision[]>();
  /** The decisions of clients whose hooks get no ids of calls, in their order. */
  private unnamed: HookDecision[] = [];
  /** The decisions about no call, in their order. */
  private general: HookDecision[] = [];
  private readonly isTimed: boolean;
  /** `seq`s of the results that were counted, by the path. */
  private readonly counted = new Map<string, number[]>();

  /** @param isTimed false if the times of the session are not known */
  constructor(decisions: readonly HookDecision[], isTimed: boolean) {
    this.isTimed = isTimed;
    for (const one of decisions) {
      if (one.event === 'shown') this.general.push(one);
      else if (one.call === undefined) this.unnamed.push(one);
      else this.byCall.set(one.call, [...(this.byCall.get(one.call) ?? []), one]);
    }
  }

  /** Returns the events of the decisions about a call, which follow its result. */
  about(call: AnsweredCall): readonly DecisionBody[] {
    const named = this.byCall.get(call.id) ?? [];
    this.byCall.delete(call.id);
    return [...named, ...this.takeUnnamed(call)].map((one) => this.bodyOf(one, call));
  }

  /** Returns the events of the decisions about no call until a time, in epoch milliseconds; without one, of all that are left. */
  until(time: number | undefined, parent: number): readonly (readonly [at: number, body: DecisionBody])[] {
    const isDue = ({ at }: HookDecision): boolean => time === undefined || at <= time;
    const due = this.general.filter(isDue);
    this.general = this.general.filter((one) => !isDue(one));
    if (time === undefined) {
      due.push(...[...this.byCall.values()].flat(), ...this.unnamed);
      this.byCall.clear();
      this.unnamed = [];
    }
    return due.sort((a, b) => a.at - b.at).map((one) => [one.at, noteOf(one, parent)]);
  }

  /** Takes the first decision for each path that a call names, among those of its time. */
  private takeUnnamed({ args, time, end }: AnsweredCall): readonly HookDecision[] {
    if (this.unnamed.length === 0) return [];
    const from = Date.parse(time) - SLACK_MS;
    const to = Date.parse(end) + SLACK_MS;
    const text = JSON.stringify(args);
    const paths = new Set<string>();
    const taken = new Set<HookDecision>();
    for (const one of this.unnamed) {
      if (this.isTimed && one.at > to) break;
      const path = 'path' in one ? (one.path ?? '') : '';
      if (paths.has(path) || (this.isTimed && one.at < from) || !text.includes(nameOf(path))) continue;
      paths.add(path);
      taken.add(one);
    }
    if (taken.size > 0) this.unnamed = this.unnamed.filter((one) => !taken.has(one));
    return [...taken];
  }

  private bodyOf(one: HookDecision, { call, result, runs }: AnsweredCall): DecisionBody {
    // What is not counted leads to nothing: a search, or a file of a skill that is not loaded.
    if (one.event === 'noted' || one.event === 'shown' || !(one.step > 0)) return noteOf(one, call);
    const evidence = [...(this.counted.get(one.path) ?? []), result].slice(-MAX_EVIDENCE);
    this.counted.set(one.path, evidence);
    const verdict = VERDICTS[one.event];
    return {
      type: 'guard',
      rule: runs ? 'script_not_found' : 'resource_not_found',
      verdict,
      count: one.step,
      threshold: startOf(LIVE, verdict === 'stop' ? 'end' : 'deny'),
      evidence,
      told: one.told,
      parent: call,
    };
  }
}

/** Returns a decision as a note. */
function noteOf({ event, told }: HookDecision, parent: number): DecisionBody {
  const verb = event === 'denied' ? 'denied a call' : event === 'ended' ? 'ended the turn' : 'said';
  return defined<Body<'note'>>({ type: 'note', message: `Skillwright's hook ${verb}: ${told}`, told, parent });
}

/** Returns the name of a file, whose path is written as its system writes it. */
const nameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
