import type { Lasting } from '../protocol/approvals.ts';
import type { PauseAnswer, PauseEvent } from '../protocol/events.ts';
import type { Desk } from './desk.ts';
import type { PastQuestion } from './history.ts';
import type { Scope } from './scope.ts';

/** What a pause shows, before it has an id. */
export type Question = Pick<PauseEvent, 'kind' | 'hint' | 'script' | 'server' | 'module' | 'key'> & {
  /** A person may approve it until it changes. */
  readonly lasting?: Lasting;
};

export type Said =
  /** `always`: the approval was given until what it is for changes. */
  | { readonly kind: 'said'; readonly answer: Exclude<PauseAnswer, 'credential' | 'always'>; readonly always?: true }
  | { readonly kind: 'credential'; readonly secret: string }
  /** Nobody is there and nothing was asked. */
  | { readonly kind: 'nobody' }
  /** The pause stands in the journal and waits. */
  | { readonly kind: 'left' };

export interface AskerOptions {
  readonly desk: Desk;
  readonly scope: Scope;
  readonly signal: AbortSignal;
  /** `seq` that the pauses stand under. */
  readonly parent: number;
  /** `id` of the call that asks, where one does. */
  readonly call?: string;
  /** What ids of its pauses begin with. */
  readonly name: string;
  /** What it asked in earlier processes. */
  readonly past: readonly PastQuestion[];
  /** Resolves when what runs beside it has its results, which stand in the journal before a question that nobody is there for. */
  readonly beside: () => Promise<void>;
}

/**
 * The questions of one call. One that was asked in an earlier process is the same where all that it shows is the same: it
 * is not asked again, but answered as it was then. A script that has changed since is another question.
 */
export class Asker {
  private readonly o: AskerOptions;
  private readonly past: PastQuestion[];
  private journaled: boolean;
  /** Answers that this process wrote down. */
  answers = 0;

  constructor(options: AskerOptions) {
    this.o = options;
    this.past = [...options.past];
    this.journaled = options.past.length > 0;
  }

  /** Whether the journal holds a question of this call. */
  get asked(): boolean {
    return this.journaled;
  }

  /**
   * Puts what an earlier process asked in vain to the person again, before anything runs; headless it goes on waiting.
   * A refusal counts whenever it was given; the answers to guards are theirs to read.
   */
  async settle(): Promise<'settled' | 'left' | 'deny'> {
    const { desk, signal, scope, parent } = this.o;
    let left = false;
    for (const [index, { pause, answer }] of this.past.entries()) {
      if (answer !== undefined) continue;
      if (this.credential(pause) !== undefined) {
        scope.emit({ type: 'answer', id: pause.id, answer: 'credential', parent });
        this.past[index] = { pause, answer: 'credential' };
        continue;
      }
      const said = await desk.inTurn(() => this.put(pause));
      if (said.kind === 'left') left = true;
      else this.past[index] = { pause, answer: writtenAs(said) };
      if (signal.aborted) return 'left';
    }
    if (left) return 'left';
    return this.past.some(({ pause, answer }) => pause.kind !== 'guard' && answer === 'deny') ? 'deny' : 'settled';
  }

  async ask(question: Question): Promise<Said> {
    const { desk, scope, parent } = this.o;
    if (desk.preapproves(question.kind)) return APPROVED;
    if (question.lasting !== undefined && desk.memory.isApproved(question.lasting)) {
      scope.emit({ type: 'note', message: approvedBefore(question.lasting), parent });
      return APPROVED;
    }
    const known = this.credential(question) ?? this.before(question);
    if (known !== undefined) return known;
    if (question.kind === 'guard' && !desk.present) return { kind: 'nobody' };
    if (!desk.present) await this.o.beside();
    return desk.inTurn(() => this.askNow(question));
  }

  private async askNow(question: Question): Promise<Said> {
    const { desk, scope, signal, parent, call, name } = this.o;
    const known = this.credential(question);
    if (known !== undefined) return known;
    if (signal.aborted) return { kind: 'left' };
    const asked = this.past.find((one) => one.answer === undefined && shown(one.pause) === shown(question))?.pause;
    const of = call === undefined ? {} : { call };
    const { lasting, ...written } = question;
    const pause = asked ?? scope.emit({ type: 'pause', id: desk.newId(name), ...written, ...of, parent });
    this.journaled = true;
    return pause.type === 'pause' ? this.put(pause, lasting) : { kind: 'left' };
  }

  /** Puts a pause that stands in the journal to the person, and writes down what they say. */
  private async put(pause: PauseEvent, lasting?: Lasting): Promise<Said> {
    const { desk, scope, signal, parent } = this.o;
    const reply = await desk.answer(pause, signal);
    if (reply === 'unanswered') return { kind: 'left' };
    this.answers++;
    if (typeof reply === 'string') {
      // Before the journal says so: it is no proof by itself.
      if (isConsent(reply)) desk.memory.agreed(shown(pause));
      if (reply === 'always' && lasting !== undefined) desk.memory.approve(lasting);
      scope.emit({ type: 'answer', id: pause.id, answer: reply, parent });
      return reply === 'always' ? { ...APPROVED, always: true } : { kind: 'said', answer: reply };
    }
    desk.keep(pause.key ?? '', reply.credential);
    scope.emit({ type: 'answer', id: pause.id, answer: 'credential', parent });
    return { kind: 'credential', secret: reply.credential };
  }

  /** What was said to this very question in an earlier process. A credential that one was given is gone with it. */
  private before(question: Question): Said | undefined {
    const index = this.past.findIndex(({ pause }) => shown(pause) === shown(question));
    const answer = index < 0 ? undefined : this.past.splice(index, 1)[0]?.answer;
    if (answer === undefined || answer === 'credential') return undefined;
    if (!isConsent(answer)) return { kind: 'said', answer };
    // Whoever wrote the journal may have written this: it counts where it was said on this machine.
    if (question.kind !== 'guard' && !this.o.desk.memory.hasAgreed(shown(question))) return undefined;
    if (answer === 'always' && question.lasting !== undefined) this.o.desk.memory.approve(question.lasting);
    return APPROVED;
  }

  private credential(question: Question): Said | undefined {
    if (question.kind !== 'credential') return undefined;
    const secret = this.o.desk.credential(question.key ?? '');
    return secret === undefined ? undefined : { kind: 'credential', secret };
  }
}

const PLAIN_ID = /^[\w.:=+/@-]{1,100}$/;

/** What the ids of a call's pauses begin with. An id that cannot be typed on a command line is no use there. */
export function pauseName(id: string, seq: number): string {
  return `pause-${PLAIN_ID.test(id) ? id : seq}`;
}

/** As a journal says it. */
function writtenAs(said: Said): PauseAnswer {
  if (said.kind !== 'said') return 'credential';
  return said.always === true ? 'always' : said.answer;
}

/** All that a person sees of a question. */
export function shown({ kind, hint, script, server, module, key }: Question): string {
  return JSON.stringify([kind, hint, script, server, module, key]);
}

const APPROVED = { kind: 'said', answer: 'approve' } as const;

export function isConsent(answer: PauseAnswer): answer is 'approve' | 'always' {
  return answer === 'approve' || answer === 'always';
}

/** Each says where the approval holds: a skill and a server by what they are, a module by where it lies as well. */
const APPROVED_BEFORE: { readonly [kind in Lasting['kind']]: (name: string) => string } = {
  skill: (name) => `scripts of the skill '${name}', in any folder until one of its files changes`,
  server: (name) => `the MCP server '${name}', in any project until its command, environment or folder changes`,
  module: (name) => `the module ${name}, in this folder until one of its files changes`,
};

function approvedBefore({ kind, name }: Lasting): string {
  return `Approved before: ${APPROVED_BEFORE[kind](name)}.`;
}
