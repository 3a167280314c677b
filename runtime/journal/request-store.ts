import type { BlobReference, Json } from '../protocol/events.ts';
import { REQUEST_PARTS, type RequestContent, type RequestPart } from '../protocol/requests.ts';
import { isBlob, readBlob, writeBlob } from './blobs.ts';
import { jsonText } from './json-line.ts';

/**
 * Stores the parts of model requests next to a journal, each under the hash of its content. Parts that are repeated, as most
 * are, cost nothing: neither disk space nor, if they are the same objects as before, time.
 */
export class RequestStore {
  private readonly folder: string;
  private readonly redact: (value: Json) => Json;
  private last: { readonly content: RequestContent; readonly reference: BlobReference } | undefined;
  private readonly parts = new Map<RequestPart, { readonly value: unknown; readonly reference: BlobReference }>();

  /** @param redact removes secrets from a part before it is stored */
  constructor(folder: string, redact: (value: Json) => Json) {
    this.folder = folder;
    this.redact = redact;
  }

  /** Returns a reference to the stored request. Throws like `fs` if it cannot be written. */
  store(content: RequestContent): BlobReference {
    if (this.last?.content === content) return this.last.reference;
    const parts = REQUEST_PARTS.flatMap((part) => {
      const value = content[part];
      return value === undefined ? [] : [[part, this.storePart(part, value)] as const];
    });
    const reference = writeBlob(this.folder, jsonText({ version: 1, ...Object.fromEntries(parts) }));
    this.last = { content, reference };
    return reference;
  }

  private storePart(part: RequestPart, value: NonNullable<RequestContent[RequestPart]>): BlobReference {
    const known = this.parts.get(part);
    if (known?.value === value) return known.reference;
    const reference = writeBlob(this.folder, jsonText(this.redact(value)));
    this.parts.set(part, { value, reference });
    return reference;
  }
}

/** The parts of a recorded request, or why they cannot be read. */
export type RequestResult =
  | {
      readonly kind: 'found';
      readonly content: RequestContent;
      /** The parts that are unknown, as a message. */
      readonly problem?: string;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** Reads the parts of a request. Journals are untrusted: parts are found by their hash only, and their types are checked. */
export function readRequest(folder: string, reference: unknown): RequestResult {
  if (!isBlob(reference as Json)) return failed('The journal does not contain this request.');
  const index = readBlob(folder, reference as BlobReference);
  if (index.kind === 'failed') return index;
  const parts: Partial<Record<RequestPart, Json>> = {};
  for (const part of REQUEST_PARTS) {
    const stored = isObject(index.value) ? index.value[part] : undefined;
    if (stored === undefined) continue;
    if (!isBlob(stored)) return failed(`The stored request is damaged: ${part} is not a payload.`);
    const read = readBlob(folder, stored);
    if (read.kind === 'failed') return read;
    const isList = part === 'tools' || part === 'append';
    if (isList ? !isListOfObjects(read.value) : typeof read.value !== 'string')
      return failed(`The stored request is damaged: ${part} has the wrong type.`);
    parts[part] = read.value;
  }
  return { kind: 'found', content: { system: '', tools: [], ...parts } as RequestContent };
}

function failed(message: string): Extract<RequestResult, { kind: 'failed' }> {
  return { kind: 'failed', message };
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: Json): boolean {
  return Array.isArray(value) && value.every(isObject);
}
