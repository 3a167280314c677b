/** Rebuilds VS Code's chat sessions from the journal of their changes. */

import type { Survey } from '../log/format.ts';
import type { ReadFate } from '../log/record.ts';
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../log/values.ts';

/** A value with the records that it comes from. */
export interface TracedValue {
  readonly value: unknown;
  readonly records: readonly number[];
}

/** A prompt with its reply: the last value of each field, and the parts of the reply. */
export interface ChatRequest {
  readonly fields: ReadonlyMap<string, TracedValue>;
  readonly parts: readonly TracedValue[];
}

/** The fields of a request that are read. */
const FIELDS = /^(?:message|result|modelId|timestamp|promptTokens|completionTokens|modelState|isCanceled)$/;
/** Kinds of changes: the entire session, a value at a path, an addition to a list, and a removal. */
const [ENTIRE, SET, PUSH, DELETE] = [0, 1, 2, 3];
const UNSAFE_KEY = /^(?:__proto__|constructor|prototype)$/;

/** True for a record of the journal. */
export function isChange({ kind, v, k }: Fields): boolean {
  return Number.isInteger(kind) && (v !== undefined || Array.isArray(k));
}

interface TracedDraft {
  value: unknown;
  records: number[];
}

interface Draft {
  readonly fields: Map<string, TracedDraft>;
  parts: TracedDraft[];
}

/**
 * Replays the records of a session: changes, or the header and the requests of a document. Holds the content of
 * requests in memory, because a later change can replace it.
 */
export class ChatReplay implements Survey {
  private drafts: Draft[] = [];
  /** Records that changed a value that is read. */
  private readonly changes = new Set<number>();
  private used: Set<number> | undefined;

  get requests(): readonly ChatRequest[] {
    return this.drafts;
  }

  note(record: Fields, number: number): void {
    if (isChange(record)) this.change(record, number);
    else if ('message' in record || 'response' in record) this.add([record], number);
  }

  /** Returns the records of a request that are read; those of the reply's parts only if `withParts`. */
  recordsOf({ fields, parts }: ChatRequest, withParts: boolean): ReadonlySet<number> {
    return new Set([...fields.values(), ...(withParts ? parts : [])].flatMap(({ records }) => records));
  }

  /** Returns the outcome of a record, given the requests whose parts are read. */
  fateOf(record: Fields, number: number, readsParts: (request: ChatRequest) => boolean): ReadFate {
    this.used ??= new Set(this.drafts.flatMap((request) => [...this.recordsOf(request, readsParts(request))]));
    if (this.used.has(number)) return 'used';
    if (this.changes.has(number)) return 'duplicate';
    const isKnown = isChange(record)
      ? [ENTIRE, SET, PUSH, DELETE].includes(Number(record.kind))
      : 'version' in record || 'sessionId' in record || number === 1;
    return isKnown ? 'metadata' : 'raw';
  }

  private change(record: Fields, number: number): void {
    if (record.kind === ENTIRE) {
      this.drafts = [];
      this.add(listOf(fieldsOf(record.v).requests), number);
      return;
    }
    const [root, index, field, ...rest] = listOf(record.k);
    if (root !== 'requests') return;
    if (index === undefined) {
      if (record.kind === PUSH) truncate(this.drafts, record.i);
      else this.drafts = [];
      if (record.kind !== DELETE) this.add(listOf(record.v), number);
      return;
    }
    const draft = typeof index === 'number' ? this.drafts[index] : undefined;
    if (field === undefined) {
      if (record.kind === SET && typeof index === 'number' && index <= this.drafts.length && isFields(record.v))
        this.drafts[index] = this.draft(record.v, number);
      return;
    }
    if (draft === undefined || typeof field !== 'string') return;
    if (field === 'response') this.parts(draft, rest, record, number);
    else if (FIELDS.test(field)) this.field(draft, field, rest, record, number);
  }

  private parts(draft: Draft, path: readonly unknown[], record: Fields, number: number): void {
    this.changes.add(number);
    const [index, ...rest] = path;
    if (index === undefined) {
      if (record.kind === PUSH) truncate(draft.parts, record.i);
      else draft.parts = [];
      if (record.kind !== DELETE) for (const value of listOf(record.v)) draft.parts.push({ value, records: [number] });
      return;
    }
    const part = typeof index === 'number' ? draft.parts[index] : undefined;
    if (part !== undefined) applyChange(part, rest, record, number);
  }

  private field(draft: Draft, field: string, path: readonly unknown[], record: Fields, number: number): void {
    this.changes.add(number);
    if (record.kind === DELETE && path.length === 0) draft.fields.delete(field);
    else {
      const value = draft.fields.get(field) ?? { value: {}, records: [] };
      draft.fields.set(field, value);
      applyChange(value, path, record, number);
    }
  }

  private add(requests: readonly unknown[], number: number): void {
    for (const request of requests) if (isFields(request)) this.drafts.push(this.draft(request, number));
  }

  private draft(request: Fields, number: number): Draft {
    this.changes.add(number);
    const fields = Object.entries(request).filter(([name]) => FIELDS.test(name));
    return {
      fields: new Map(fields.map(([name, value]) => [name, { value, records: [number] }])),
      parts: listOf(request.response).map((value) => ({ value, records: [number] })),
    };
  }
}

function truncate(list: unknown[], length: unknown): void {
  if (typeof length === 'number' && Number.isInteger(length) && length >= 0 && length < list.length)
    list.length = length;
}

/** Applies a change at a path inside of a value. Copies nothing, because a session can have any number of changes. */
function applyChange(draft: TracedDraft, path: readonly unknown[], record: Fields, number: number): void {
  if (path.length === 0 && record.kind !== PUSH) {
    draft.value = record.v;
    draft.records = [number];
    return;
  }
  let holder: unknown = draft;
  let key: string | number = 'value';
  for (const step of path) {
    const next: unknown = (holder as Fields)[key];
    const isIndex = Array.isArray(next) && typeof step === 'number' && step <= next.length;
    if (!isIndex && !(isFields(next) && typeof step === 'string' && !UNSAFE_KEY.test(step))) return;
    holder = next;
    key = step as string | number;
  }
  const target = holder as Record<string | number, unknown>;
  if (record.kind === DELETE) delete target[key];
  else if (record.kind === SET) target[key] = record.v;
  else target[key] = extend(target[key], record);
  draft.records.push(number);
}

/** Returns a list after an addition: the same list, or a new one if there is none. */
function extend(value: unknown, { i: length, v: added }: Fields): readonly unknown[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  truncate(list, length);
  for (const one of listOf(added)) list.push(one);
  return list;
}

/** Returns the text of a prompt. */
export function requestText(message: unknown): string {
  if (typeof message === 'string') return message;
  const { text, parts } = fieldsOf(message);
  return (
    textOf(text) ??
    listOf(parts)
      .map((part) => textOf(fieldsOf(part).text) ?? '')
      .join('')
  );
}
