/** Rebuilds VS Code's chat sessions from the journal of their changes. */

import { own, setOwn } from '../../../skill/index.ts';
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../../text/values.ts';
import type { Survey } from '../log/format.ts';
import type { ReadFate } from '../log/record.ts';

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
  /** Its position among all requests that were ever added. */
  readonly id: number;
  readonly fields: Map<string, TracedDraft>;
  parts: TracedDraft[];
  /** The last record that changed it. */
  last: number;
}

/** Maximum length of the texts that a survey keeps, in characters. */
const MAX_SURVEYED_TEXT = 100;

/**
 * Replays the records of a session: changes, or the header and the requests of a document. A later change can replace any
 * earlier part, so a journal is replayed twice: a survey keeps only the structure of all requests, without long texts; then
 * each request that is left in the end is kept from its first record to its last one.
 */
export class ChatReplay implements Survey {
  private drafts: Draft[] = [];
  private added = 0;
  /** The requests to return, in order; undefined if all are kept. */
  private readonly awaited: readonly { readonly id: number; readonly last: number }[] | undefined;
  /** Number of requests that were returned. */
  private taken = 0;
  private readonly kept: Map<number, Draft | undefined>;
  private readonly isSurvey: boolean;
  /** Records that changed a value that is read. */
  private readonly changes = new Set<number>();
  private used: Set<number> | undefined;

  /** @param survey the replay of all records, or true for such a replay; by default all content is kept */
  constructor(survey?: ChatReplay | true) {
    this.isSurvey = survey === true;
    this.awaited = survey instanceof ChatReplay ? survey.drafts.map(({ id, last }) => ({ id, last })) : undefined;
    this.kept = new Map(this.awaited?.map(({ id }) => [id, undefined]));
  }

  get requests(): readonly ChatRequest[] {
    return this.drafts;
  }

  /** Returns the next requests, in order, that no record after this one changes, and forgets their content. */
  *takeComplete(record: number): Generator<ChatRequest> {
    const { awaited = [], kept } = this;
    for (let next = awaited[this.taken]; next !== undefined && next.last <= record; next = awaited[this.taken]) {
      this.taken++;
      const draft = kept.get(next.id);
      kept.delete(next.id);
      if (draft === undefined) continue;
      yield draft;
      draft.fields.clear();
      draft.parts = [];
    }
  }

  note(record: Fields, number: number): void {
    if (isChange(record)) this.change(record, number);
    else if ('message' in record || 'response' in record) this.add([record], number);
  }

  /** Returns the records of a request that are read; those of the reply's parts only if `withParts`. */
  recordsOf({ fields, parts }: ChatRequest, withParts: boolean): ReadonlySet<number> {
    return new Set([...fields.values(), ...(withParts ? parts : [])].flatMap(({ records }) => records));
  }

  /** Returns the outcome of a record, given the requests whose parts are read. The first call forgets the requests. */
  fateOf(record: Fields, number: number, readsParts: (request: ChatRequest) => boolean): ReadFate {
    if (this.used === undefined) {
      this.used = new Set();
      for (const request of this.drafts)
        for (const one of this.recordsOf(request, readsParts(request))) this.used.add(one);
      this.drafts = [];
    }
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
    draft.last = number;
    const kept = this.keepsTexts(draft.id) ? record : { ...record, v: withShortTexts(record.v) };
    if (field === 'response') this.parts(draft, rest, kept, number);
    else if (FIELDS.test(field)) this.field(draft, field, rest, kept, number);
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
    const id = this.added++;
    const kept = this.keepsTexts(id) ? request : fieldsOf(withShortTexts(request));
    const fields = Object.entries(kept).filter(([name]) => FIELDS.test(name));
    const draft = {
      id,
      fields: new Map(fields.map(([name, value]) => [name, { value, records: [number] }])),
      parts: listOf(kept.response).map((value) => ({ value, records: [number] })),
      last: number,
    };
    if (this.kept.has(id)) this.kept.set(id, draft);
    return draft;
  }

  private keepsTexts(id: number): boolean {
    return this.awaited === undefined ? !this.isSurvey : this.kept.has(id);
  }
}

/** Returns a copy of a value without its long texts. */
function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_SURVEYED_TEXT ? '' : value;
  if (Array.isArray(value)) return value.map(withShortTexts);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withShortTexts(one)]));
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
    const next: unknown = own(holder as Fields, key);
    const isIndex = Array.isArray(next) && typeof step === 'number' && step <= next.length;
    if (!isIndex && !(isFields(next) && typeof step === 'string' && !UNSAFE_KEY.test(step))) return;
    holder = next;
    key = step as string | number;
  }
  const target = holder as Record<string | number, unknown>;
  if (record.kind === DELETE) delete target[key];
  else if (record.kind === SET) setOwn(target, key, record.v);
  else setOwn(target, key, extend(own(target, key), record));
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
