import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Json } from '../../protocol/events.ts';
import { assign } from '../assign.ts';
import type { Debugger } from '../debugger.ts';
import type { ScopeView } from './scopes.ts';

/** Maximum number of characters of a value in the list of variables. Its full text is in the clipboard and on hover. */
const VALUE_LENGTH = 2_000;

const READ_ONLY: DebugProtocol.VariablePresentationHint = { attributes: ['readOnly'] };

/** Values that are texts, so that `42` need not be quoted. */
const TEXTS: ReadonlySet<string> = new Set(['messages', 'next_message', 'error_code']);

/** Maximum number of children in a response. The last one then has the rest. */
const MAX_CHILDREN = 1_000;

/** A value with children that a client refers to by number. */
interface Container {
  readonly entries: () => Entries;
  /** The path that its children are changed by, for `assign`. Undefined if they cannot be changed. */
  readonly keyOf: ((name: string) => readonly (string | number)[] | undefined) | undefined;
  /** True if a key that is not there can be added. */
  readonly isOpen?: boolean;
  /** True if only the children themselves can be changed, not what is in them. */
  readonly isShallow?: boolean;
}

type Entries = readonly (readonly [string, Json])[];

/** The variables of one stop. References are valid until the run continues. */
export class Variables {
  private readonly session: Debugger;
  private containers = new Map<number, Container>();
  private last: number;

  /** @param last the last reference of an earlier session, whose references are out of date */
  constructor(session: Debugger, last = 0) {
    this.session = session;
    this.last = last;
  }

  get lastReference(): number {
    return this.last;
  }

  /** Forgets all references, because the run continues. Later ones are new numbers. */
  clear(): void {
    this.containers = new Map();
  }

  /** Returns the reference of a scope. */
  scope({ root, name, values }: ScopeView): number {
    const keyOf = (child: string): readonly (string | number)[] | undefined => {
      if (root !== undefined) return [root, child];
      if (name === 'Result') return [child];
      if (name !== 'Messages') return undefined;
      return child === 'next_message' ? [child] : ['messages', Number.parseInt(child, 10)];
    };
    return this.add({
      entries: () => entriesOf(values()),
      keyOf,
      isShallow: name === 'Messages',
      isOpen: name === 'State',
    });
  }

  /**
   * Describes a value, with a reference if it has children.
   * @param isComplete true for its entire text
   */
  describe(value: Json | undefined, keys?: readonly (string | number)[], isComplete = false) {
    const text = textOf(value);
    return {
      value: isComplete ? text : shortened(text),
      type: typeOf(value),
      variablesReference: this.referenceOf(value, keys),
    };
  }

  /** Returns the children of a reference. Undefined if it is not valid. */
  children(reference: number, start = 0, count = 0): readonly DebugProtocol.Variable[] | undefined {
    const container = this.containers.get(reference);
    if (container === undefined) return undefined;
    const entries = container.entries().slice(start, count > 0 ? start + count : undefined);
    const children = entries.slice(0, MAX_CHILDREN).map(([name, value]) => this.child(container, name, value));
    const rest = entries.slice(MAX_CHILDREN);
    if (rest.length === 0) return children;
    const variablesReference = this.add({ ...container, entries: () => rest });
    const value = `${rest.length.toLocaleString('en-US')} more`;
    return [...children, { name: '…', value, variablesReference, presentationHint: READ_ONLY }];
  }

  private child({ keyOf, isShallow }: Container, name: string, value: Json): DebugProtocol.Variable {
    const keys = keyOf?.(name);
    const described = this.describe(value, isShallow === true ? undefined : keys);
    return keys === undefined
      ? { name, ...described, presentationHint: READ_ONLY }
      : { name, ...described, evaluateName: pathText(keys) };
  }

  /** Returns the key of the state that a variable is, if it is one. */
  stateKey(reference: number, name: string): string | undefined {
    const keys = this.containers.get(reference)?.keyOf?.(name);
    return keys?.length === 2 && keys[0] === 'state' ? name : undefined;
  }

  /** Changes a variable. Returns its new description, or what is wrong. */
  set(reference: number, name: string, text: string) {
    const container = this.containers.get(reference);
    if (container === undefined) return 'The run has continued: this variable is out of date.';
    const keys = container.keyOf?.(name);
    if (keys === undefined) return `'${name.slice(0, 64)}' cannot be changed.`;
    // A key that is not there would be added, which is meant for the state alone. The name of a message starts with its number, which is all that counts in its path.
    const entry = container.entries().find(([key]) => key === name);
    if (entry === undefined && container.isShallow === true) return 'There is no such message.';
    if (entry === undefined && container.isOpen !== true) return `There is no variable '${name.slice(0, 64)}'.`;
    const current = entry?.[1];
    // A client lets the user edit the text that it shows.
    if (text.endsWith('…') && textOf(current).length > VALUE_LENGTH)
      return 'Expand the value and change a part of it, or enter all of it: the end of this text is not shown.';
    return this.assign(keys, text);
  }

  /** Changes the value at a path. Returns its new description, or what is wrong. */
  assign(keys: readonly (string | number)[], text: string) {
    const parsed = parseValue(text);
    const value = TEXTS.has(`${keys[0]}`) && typeof parsed !== 'string' ? text : parsed;
    return assign(this.session, keys, value) ?? this.describe(value, keys);
  }

  private referenceOf(value: Json | undefined, keys: readonly (string | number)[] | undefined): number {
    if (typeof value !== 'object' || value === null || entriesOf(value).length === 0) return 0;
    const isArray = Array.isArray(value);
    const keyOf = keys === undefined ? undefined : (name: string) => [...keys, isArray ? Number(name) : name];
    return this.add({ entries: () => entriesOf(value), keyOf });
  }

  private add(container: Container): number {
    this.containers.set(++this.last, container);
    return this.last;
  }
}

/** Reads a value that the user typed: JSON, or else the text itself. */
export function parseValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function entriesOf(value: Json): Entries {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function textOf(value: Json | undefined): string {
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

function shortened(text: string): string {
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text;
}

function typeOf(value: Json | undefined): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Writes a path as an expression. */
function pathText(keys: readonly (string | number)[]): string {
  const [root = '', ...rest] = keys;
  const parts = rest.map((key) =>
    typeof key === 'string' && /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
  );
  return `${root}${parts.join('')}`;
}
