/** The hooks of a client as data: its events, the fields of their inputs, and its answers. */

/** The moments of a session at which a hook can act. */
export type HookMoment = 'before' | 'after' | 'stop';

/** A JSON value with `{event}`, `{text}` and `{error}` in its strings. */
export type AnswerTemplate = string | boolean | { readonly [key: string]: AnswerTemplate };

/** The forms of one thing that a hook says. */
export interface Answers {
  /** A fact for the model after a request. */
  readonly tell: AnswerTemplate;
  /** The same after a tool that failed, if `tell` does not reach the model then; `{error}` is the tool's own error. */
  readonly tellFailed?: AnswerTemplate;
  /** A refusal with its reason, before a request. */
  readonly deny: AnswerTemplate;
  /** The end of the turn, before a request; absent if the client's hooks cannot end one. */
  readonly end?: AnswerTemplate;
  /** A text for the user at the end of a turn; absent if the client shows none. */
  readonly show?: AnswerTemplate;
  /** A text for the model at the end of a turn, after which it continues. */
  readonly continue?: AnswerTemplate;
}

/** The hooks of a client. */
export interface Dialect {
  readonly id: string;
  /** The client's name. */
  readonly name: string;
  /** The client in `skill/clients` whose catalog applies. */
  readonly catalog: string;
  /** Its names of the events. */
  readonly events: Readonly<Record<string, HookMoment>>;
  /** The names of the fields of an input, of which the first that is there counts. */
  readonly fields: {
    readonly session: readonly string[];
    readonly tool: readonly string[];
    readonly args: readonly string[];
    readonly result: readonly string[];
    /** The id of a call; none if the client's calls have none. */
    readonly call: readonly string[];
  };
  /**
   * The file in which the client keeps a session, for clients whose inputs do not name it: in the folder that a variable of the
   * environment names, or below the home. `{session}` stands for the id.
   */
  readonly transcript?: { readonly variable: string; readonly folder: string; readonly file: string };
  readonly answers: Answers;
}
