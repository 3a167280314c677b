import type { PersistentApproval } from '../../protocol/approvals.ts';
import type { PauseAnswer, PauseEvent } from '../../protocol/events.ts';
import { inlineText } from '../../text/inline-text.ts';
import type { PastQuestion } from '../history/history.ts';
import type { Scope } from '../interfaces/scope.ts';
import type { ApprovalMemory, PromptQueue } from './prompt-queue.ts';
import { scriptChange } from './script-change.ts';

/** The content of a pause that is not in the journal yet and has no id. */
export type Question = Pick<
  PauseEvent,
  'kind' | 'hint' | 'approvesFor' | 'files' | 'script' | 'server' | 'module' | 'key'
> & {
  /** The approval that is stored if the user chooses "always"; it holds until its subject changes. */
  readonly persistentApproval?: PersistentApproval;
};

/** The outcome of asking the user a question. */
export type PromptOutcome =
  /** `always`: the approval holds until its subject changes. */
  | {
      readonly kind: 'answered';
      readonly answer: Exclude<PauseAnswer, 'credential' | 'always'>;
      readonly always?: true;
    }
  | { readonly kind: 'credential'; readonly secret: string }
  /** No user is present, and nothing was asked. */
  | { readonly kind: 'unavailable' }
  /** The pause is in the journal and waits for an answer. */
  | { readonly kind: 'pending' };

/** Options for a `Prompter`. */
export interface PrompterOptions {
  readonly prompts: PromptQueue;
  readonly scope: Scope;
  readonly signal: AbortSignal;
  /** The `seq` of the event that the pauses have as their parent. */
  readonly parent: number;
  /** The `id` of the tool call that asks, if one does. */
  readonly callId?: string;
  /** The prefix of the ids of the call's pauses. */
  readonly idPrefix: string;
  /** The questions that earlier processes asked for this call. */
  readonly pastQuestions: readonly PastQuestion[];
  /**
   * Resolves when the other calls of the step have their results: those are written to the journal before a question that
   * no user is there to answer.
   */
  readonly siblingsIdle: () => Promise<void>;
}

/**
 * Asks the user on behalf of one call. A question that an earlier process asked is the same question if everything it shows
 * is the same. It is then not asked again but answered as before. A script that has changed since makes a new question.
 */
export class Prompter {
  private readonly options: PrompterOptions;
  private readonly past: PastQuestion[];
  private journaled: boolean;
  /** Number of answers that this process wrote to the journal. */
  answers = 0;

  constructor(options: PrompterOptions) {
    this.options = options;
    this.past = [...options.pastQuestions];
    this.journaled = options.pastQuestions.length > 0;
  }

  /** True if confirmations are approved in advance. */
  get isPreapproved(): boolean {
    return this.options.prompts.preapproves('confirmation');
  }

  /** True if the journal holds a question of this call. */
  get hasAsked(): boolean {
    return this.journaled;
  }

  /**
   * Asks the user again, before anything runs, what earlier processes asked without getting an answer. Without a user the
   * questions stay pending. A refusal counts whenever it was given. Answers to guards are left for the guards to read.
   */
  async settle(): Promise<'settled' | 'pending' | 'deny'> {
    const { prompts, signal, scope, parent } = this.options;
    let pending = false;
    for (const [index, { pause, answer }] of this.past.entries()) {
      if (answer !== undefined) continue;
      if (isRefused(prompts, pause)) {
        scope.emit({ type: 'answer', id: pause.id, answer: 'deny', parent });
        this.past[index] = { pause, answer: 'deny' };
        continue;
      }
      if (isApprovedForRun(prompts.memory, pause)) {
        scope.emit({ type: 'answer', id: pause.id, answer: 'approve', parent });
        this.past[index] = { pause, answer: 'approve' };
        continue;
      }
      if (this.credential(pause) !== undefined) {
        scope.emit({ type: 'answer', id: pause.id, answer: 'credential', parent });
        this.past[index] = { pause, answer: 'credential' };
        continue;
      }
      const outcome = await prompts.enqueue(() => this.showPause(pause));
      if (outcome.kind === 'pending') pending = true;
      else this.past[index] = { pause, answer: journaledAnswer(outcome) };
      if (signal.aborted) return 'pending';
    }
    if (pending) return 'pending';
    return this.past.some(({ pause, answer }) => pause.kind !== 'guard' && answer === 'deny') ? 'deny' : 'settled';
  }

  /** Asks the user, unless the question was approved in advance or answered before. */
  async ask(question: Question): Promise<PromptOutcome> {
    const { prompts, scope, parent } = this.options;
    if (prompts.preapproves(question.kind)) return APPROVED;
    if (question.persistentApproval !== undefined && prompts.memory.isApproved(question.persistentApproval)) {
      scope.emit({ type: 'note', message: alreadyApproved(question.persistentApproval), parent });
      return APPROVED;
    }
    if (isRefused(prompts, question)) return this.refuse();
    const known = this.knownAnswer(question) ?? this.earlierAnswer(question);
    if (known !== undefined) return known;
    if (question.kind === 'guard' && !prompts.isInteractive) return { kind: 'unavailable' };
    if (!prompts.isInteractive) await this.options.siblingsIdle();
    return prompts.enqueue(() => this.askNow(question));
  }

  private async askNow(question: Question): Promise<PromptOutcome> {
    const { prompts, scope, signal, parent, callId, idPrefix } = this.options;
    // A question that was asked meanwhile may have answered this one.
    if (isRefused(prompts, question)) return this.refuse();
    const known = this.knownAnswer(question);
    if (known !== undefined) return known;
    if (signal.aborted) return { kind: 'pending' };
    const open = this.past.find(
      (one) => one.answer === undefined && questionKey(one.pause) === questionKey(question),
    )?.pause;
    const of = callId === undefined ? {} : { call: callId };
    const { persistentApproval, ...written } = question;
    // A consent to another version is still among the past questions.
    const approved = this.past.flatMap(({ pause, answer }) =>
      answer !== undefined && isConsent(answer) ? [pause] : [],
    );
    const change =
      question.script === undefined ? filesChange(prompts.memory, question) : scriptChange(question.script, approved);
    if (open === undefined && change !== undefined) scope.emit({ type: 'note', message: change, parent });
    const pause = open ?? scope.emit({ type: 'pause', id: prompts.newId(idPrefix), ...written, ...of, parent });
    this.journaled = true;
    return pause.type === 'pause' ? this.showPause(pause, persistentApproval) : { kind: 'pending' };
  }

  /** Shows the user a pause that is in the journal, and writes the answer to the journal. */
  private async showPause(pause: PauseEvent, persistentApproval?: PersistentApproval): Promise<PromptOutcome> {
    const { prompts, scope, signal, parent } = this.options;
    const reply = await prompts.answer(pause, signal);
    if (reply === 'unanswered') return { kind: 'pending' };
    this.answers++;
    if (typeof reply === 'string') {
      // Recorded before the journal entry, which proves nothing by itself.
      if (isConsent(reply)) recordConsent(prompts.memory, pause);
      else recordRefusal(prompts, pause);
      if (reply === 'always' && persistentApproval !== undefined) prompts.memory.approve(persistentApproval);
      scope.emit({ type: 'answer', id: pause.id, answer: reply, parent });
      return reply === 'always' ? { ...APPROVED, always: true } : { kind: 'answered', answer: reply };
    }
    prompts.storeCredential(pause.key ?? '', reply.credential);
    scope.emit({ type: 'answer', id: pause.id, answer: 'credential', parent });
    return { kind: 'credential', secret: reply.credential };
  }

  /**
   * Returns the answer that an earlier process got to this very question. Credentials are not stored, so they are asked
   * for again.
   */
  private earlierAnswer(question: Question): PromptOutcome | undefined {
    const index = this.past.findIndex(({ pause }) => questionKey(pause) === questionKey(question));
    const answer = index < 0 ? undefined : this.past.splice(index, 1)[0]?.answer;
    if (answer === undefined || answer === 'credential') return undefined;
    if (!isConsent(answer)) return { kind: 'answered', answer };
    // The journal is untrusted: a consent counts only if it was given on this machine.
    if (question.kind !== 'guard' && !this.options.prompts.memory.hasAgreed(questionKey(question))) return undefined;
    if (answer === 'always' && question.persistentApproval !== undefined)
      this.options.prompts.memory.approve(question.persistentApproval);
    return APPROVED;
  }

  /** Answers a question as the user has answered an earlier one. */
  private refuse(): PromptOutcome {
    const { scope, parent } = this.options;
    scope.emit({ type: 'note', message: 'Not asked again: you denied commands until the end of this run.', parent });
    return { kind: 'answered', answer: 'deny' };
  }

  private knownAnswer(question: Question): PromptOutcome | undefined {
    return isApprovedForRun(this.options.prompts.memory, question) ? APPROVED : this.credential(question);
  }

  private credential(question: Question): PromptOutcome | undefined {
    if (question.kind !== 'credential') return undefined;
    const secret = this.options.prompts.credential(question.key ?? '');
    return secret === undefined ? undefined : { kind: 'credential', secret };
  }
}

const PLAIN_ID = /^[\w.:=+/@-]{1,100}$/;

/** The prefix of the ids of a call's pauses. Falls back to `seq` if the call's id cannot be typed on a command line. */
export function pauseIdPrefix(id: string, seq: number): string {
  return `pause-${PLAIN_ID.test(id) ? id : seq}`;
}

/** The answer as the journal records it. */
function journaledAnswer(outcome: PromptOutcome): PauseAnswer {
  if (outcome.kind !== 'answered') return 'credential';
  return outcome.always === true ? 'always' : outcome.answer;
}

/** Everything that a question shows to the user or is about, as a key to compare questions by. */
function questionKey({ kind, hint, files, script, server, module, key }: Question): string {
  const shown = [kind, hint, script, server, module, key];
  return JSON.stringify(files === undefined ? shown : [...shown, files]);
}

/** Everything that questions which are approved together have in common: the first line, and the files. */
function runKey({ kind, hint, files }: Question): string {
  return JSON.stringify([kind, 'run', inlineText(hint).split('\n', 1)[0], files ?? 'no files']);
}

/** The part of `runKey` that stays the same if the files change. */
function lineKey({ kind, hint }: Question): string {
  return JSON.stringify([kind, 'run, any files', inlineText(hint).split('\n', 1)[0]]);
}

function isApprovedForRun(memory: ApprovalMemory, question: Question): boolean {
  return question.approvesFor === 'run' && memory.hasAgreed(runKey(question));
}

function isRefused(prompts: PromptQueue, { approvesFor }: Question): boolean {
  return approvesFor === 'run' && prompts.hasRefused;
}

/** Records a denial that lasts until the run ends, whatever else was approved before. */
export function recordRefusal(prompts: PromptQueue, { approvesFor }: Question): void {
  if (approvesFor === 'run') prompts.recordRefusal();
}

/** Records that the user agreed to what a question showed. */
export function recordConsent(memory: ApprovalMemory, question: Question): void {
  memory.recordAgreement(questionKey(question));
  if (question.approvesFor !== 'run') return;
  memory.recordAgreement(runKey(question));
  memory.recordAgreement(lineKey(question));
}

/** Returns the reason why a question is asked although one that reads the same was approved in this run; undefined if none was. */
function filesChange(memory: ApprovalMemory, question: Question): string | undefined {
  const isChanged =
    question.approvesFor === 'run' && memory.hasAgreed(lineKey(question)) && !memory.hasAgreed(runKey(question));
  return isChanged ? 'Approve commands again: files of these skills have changed since you approved them.' : undefined;
}

const APPROVED = { kind: 'answered', answer: 'approve' } as const;

/** True if the answer approves, once or until the subject changes. */
export function isConsent(answer: PauseAnswer): answer is 'approve' | 'always' {
  return answer === 'approve' || answer === 'always';
}

/** The scope of each kind of approval: a skill or server is identified by its content, a module by its path as well. */
const APPROVAL_SCOPE: { readonly [kind in PersistentApproval['kind']]: (name: string) => string } = {
  skill: (name) => `scripts of the skill '${name}', in any folder until one of its files changes`,
  server: (name) => `the MCP server '${name}', in any project until its command, environment or folder changes`,
  module: (name) => `the module ${name}, in this folder until one of its files changes`,
};

function alreadyApproved({ kind, name }: PersistentApproval): string {
  return `Already approved: ${APPROVAL_SCOPE[kind](name)}.`;
}
