import { type Redactor, redactorOf } from '../../journal/redact.ts';
import type { PersistentApproval } from '../../protocol/approvals.ts';
import type { PauseEvent } from '../../protocol/events.ts';
import { untilAborted } from '../interfaces/abort.ts';
import type { Host, Reply } from '../interfaces/host.ts';
import type { ResultOutcome } from '../interfaces/tools.ts';

/** The approvals that were given on this machine. Unlike a journal, they can be trusted. */
export interface ApprovalMemory {
  /** True if this was approved until it changes, and has not changed. */
  isApproved(approval: PersistentApproval): boolean;
  approve(approval: PersistentApproval): void;
  /** True if the user agreed, since the last prompt of this run, to a question that showed this. */
  hasAgreed(shown: string): boolean;
  recordAgreement(shown: string): void;
  /** Removes the agreements of this run. They end with its prompt. */
  endAgreements(): void;
}

const NO_MEMORY: ApprovalMemory = {
  isApproved: () => false,
  approve: () => undefined,
  hasAgreed: () => false,
  recordAgreement: () => undefined,
  endAgreements: () => undefined,
};

/** Queues all questions of a run, so that one is shown at a time, whichever call, sub-agent or toolset asks. */
export class PromptQueue {
  readonly memory: ApprovalMemory;
  private readonly host: Host;
  private readonly onSecret: (secret: string) => void;
  private readonly credentials = new Map<string, string>();
  private redactor: Redactor | undefined;
  private readonly ids: Set<string>;
  private readonly unanswered = new Set<string>();
  private last: Promise<unknown> = Promise.resolve();
  private isRefused = false;

  /**
   * @param onSecret called with each credential before anything else uses it, so that it is never written anywhere
   * @param usedIds ids of the pauses that the run already has
   * @param memory the approvals given earlier
   */
  constructor(host: Host, onSecret: (secret: string) => void, usedIds: Iterable<string> = [], memory = NO_MEMORY) {
    this.memory = memory;
    this.host = host;
    this.onSecret = onSecret;
    this.ids = new Set(usedIds);
  }

  /** True if a user is present to answer. */
  get isInteractive(): boolean {
    return this.host.isInteractive;
  }

  /** Ids of the pauses that were left unanswered. */
  get waiting(): readonly string[] {
    return [...this.unanswered];
  }

  /** True if pauses of this kind are approved in advance. */
  preapproves(kind: PauseEvent['kind']): boolean {
    return this.host.preapproves(kind);
  }

  /** True if the user denied a question whose answer applies to the rest of the run. */
  get hasRefused(): boolean {
    return this.isRefused;
  }

  /** Records that the user denied such a question: no further one is asked. */
  recordRefusal(): void {
    this.isRefused = true;
  }

  /** Returns an id that no other pause of the run has. */
  newId(name: string): string {
    let id = name;
    for (let number = 2; this.ids.has(id); number++) id = `${name}-${number}`;
    this.ids.add(id);
    return id;
  }

  /** The credential that the user gave for this key, if any. */
  credential(key: string): string | undefined {
    return this.credentials.get(key);
  }

  /** Stores a credential for the rest of the run, in memory only. */
  storeCredential(key: string, secret: string): void {
    this.onSecret(secret);
    this.credentials.set(key, secret);
    this.redactor = redactorOf([...this.credentials.values()]);
  }

  /** Removes the credentials from a tool's result, so that they do not reach the model's provider. */
  redact(outcome: ResultOutcome): ResultOutcome {
    if (this.redactor === undefined) return outcome;
    const { value, message } = outcome;
    const redacted = { ...outcome, value: this.redactor.json(value) };
    return message === undefined ? redacted : { ...redacted, message: this.redactor.text(message) };
  }

  /** Runs one question at a time, in the order of the calls. */
  enqueue<T>(question: () => Promise<T>): Promise<T> {
    const answered = this.last.then(question);
    this.last = answered.catch(() => undefined);
    return answered;
  }

  /** Shows a pause to the user, and resolves to the reply. */
  async answer(pause: PauseEvent, signal: AbortSignal): Promise<Reply> {
    const answered = await untilAborted(() => this.host.answer(pause, signal), signal);
    const reply = answered.kind === 'done' && isValidReply(pause.kind, answered.value) ? answered.value : 'unanswered';
    if (reply === 'unanswered' && answered.kind !== 'aborted') this.unanswered.add(pause.id);
    return reply;
  }
}

const REPLIES: Readonly<Record<PauseEvent['kind'], ReadonlySet<unknown>>> = {
  confirmation: new Set(['approve', 'always', 'deny']),
  credential: new Set(['deny']),
  guard: new Set(['continue', 'stop', 'ignore']),
};

/** True if this reply is valid for a pause of this kind. */
export function isValidReply(kind: PauseEvent['kind'], reply: Reply): boolean {
  return typeof reply === 'object' ? kind === 'credential' : REPLIES[kind].has(reply);
}
