import { type Redactor, redactorOf } from '../journal/redact.ts';
import type { Lasting } from '../protocol/approvals.ts';
import type { PauseEvent } from '../protocol/events.ts';
import { untilAborted } from './abort.ts';
import type { Host, Reply } from './host.ts';
import type { ResultOutcome } from './tools.ts';

/** What a person has agreed to, as far as this machine knows, whatever a journal says. */
export interface Memory {
  /** Whether this was approved until it changes, and has not. */
  isApproved(lasting: Lasting): boolean;
  approve(lasting: Lasting): void;
  /** Whether a person agreed in this run to a question that showed this. */
  hasAgreed(shown: string): boolean;
  agreed(shown: string): void;
}

const NO_MEMORY: Memory = {
  isApproved: () => false,
  approve: () => undefined,
  hasAgreed: () => false,
  agreed: () => undefined,
};

/** Where all questions of a run arrive: one at a time, whichever call, sub-agent or toolset asks. */
export class Desk {
  readonly memory: Memory;
  private readonly host: Host;
  private readonly onSecret: (secret: string) => void;
  private readonly credentials = new Map<string, string>();
  private redactor: Redactor | undefined;
  private readonly ids: Set<string>;
  private readonly unanswered = new Set<string>();
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param onSecret told of each credential before anything else sees it, so that it is never written
   * @param usedIds ids of the pauses that the run holds already
   * @param memory of what a person agreed to before
   */
  constructor(host: Host, onSecret: (secret: string) => void, usedIds: Iterable<string> = [], memory = NO_MEMORY) {
    this.memory = memory;
    this.host = host;
    this.onSecret = onSecret;
    this.ids = new Set(usedIds);
  }

  get present(): boolean {
    return this.host.present;
  }

  /** Ids of the pauses that nobody answered. */
  get waiting(): readonly string[] {
    return [...this.unanswered];
  }

  preapproves(kind: PauseEvent['kind']): boolean {
    return this.host.preapproves(kind);
  }

  /** An id that no other pause of the run has. */
  newId(name: string): string {
    let id = name;
    for (let number = 2; this.ids.has(id); number++) id = `${name}-${number}`;
    this.ids.add(id);
    return id;
  }

  credential(key: string): string | undefined {
    return this.credentials.get(key);
  }

  keep(key: string, secret: string): void {
    this.onSecret(secret);
    this.credentials.set(key, secret);
    this.redactor = redactorOf([...this.credentials.values()]);
  }

  /** A tool's result without the credentials that it was given: a model's provider has no business with them. */
  clean(outcome: ResultOutcome): ResultOutcome {
    return this.redactor === undefined ? outcome : { ...outcome, value: this.redactor.json(outcome.value) };
  }

  /** Runs one question after the other. */
  inTurn<T>(question: () => Promise<T>): Promise<T> {
    const asked = this.last.then(question);
    this.last = asked.catch(() => undefined);
    return asked;
  }

  /** Puts a pause to the person. */
  async answer(pause: PauseEvent, signal: AbortSignal): Promise<Reply> {
    const answered = await untilAborted(() => this.host.answer(pause, signal), signal);
    const reply = answered.kind === 'done' && fits(pause.kind, answered.value) ? answered.value : 'unanswered';
    if (reply === 'unanswered' && answered.kind !== 'aborted') this.unanswered.add(pause.id);
    return reply;
  }
}

const SAID: Readonly<Record<PauseEvent['kind'], ReadonlySet<unknown>>> = {
  confirmation: new Set(['approve', 'always', 'deny']),
  credential: new Set(['deny']),
  guard: new Set(['continue', 'stop', 'ignore']),
};

/** Whether this can be said to a pause of this kind. */
export function fits(kind: PauseEvent['kind'], reply: Reply): boolean {
  return typeof reply === 'object' ? kind === 'credential' : SAID[kind].has(reply);
}
