/**
 * A run as one HTML file with the timeline itself. It works offline: its policy allows only the script and the style sheet
 * in the file, by their hashes, and no request.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { setOwn } from '../../skill/index.ts';
import { storedBlob } from '../journal/blobs.ts';
import { jsonText } from '../journal/json-line.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';
import type { Json } from '../protocol/events.ts';
import { REQUEST_PARTS } from '../protocol/requests.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { ExportSource } from './source.ts';

/**
 * Yields the page in pieces. Throws `TooLargePage`.
 * @param maxCharacters maximum number of characters of the events
 */
export async function* exportHtml(source: ExportSource, maxCharacters = MAX_CHARACTERS): AsyncGenerator<string> {
  // What fits into memory is small enough.
  if (source.spill?.isUsed !== false) refuseTooLarge(source, maxCharacters);
  const script = asset('saved-page.js').replace(/\n\/\/# sourceMappingURL=[^\n]*\n?$/, '');
  const style = asset('saved-page.css').replace(/\n\/\*# sourceMappingURL=[^\n]*\n?$/, '');
  // Within a script, only these sequences could end it or change how it is parsed; escaped, they mean the same in a string.
  const safeScript = script.replace(/<(?=\/script|!--)/gi, String.raw`\x3c`);
  const policy = [
    "default-src 'none'",
    `script-src '${hash(safeScript)}'`,
    `style-src '${hash(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = `Run ${source.run}`;
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>`;
  yield style;
  yield `</style>
</head>
<body>
<div id="root" data-saved data-journal="${escapeHtml(title)}" data-locale="en"></div>
<noscript>This page shows a run of an agent. Enable JavaScript to view it.</noscript>
<script id="run" type="application/gzip">`;
  yield* base64(pipeline(Readable.from(inBatches(savedRun(source))), createGzip({ level: 9 }), () => undefined));
  yield '</script>\n<script>';
  yield safeScript;
  yield '</script>\n</body>\n</html>\n';
}

/** A run that browsers cannot open, with a message for the user. */
export class TooLargePage extends Error {}

/** Maximum number of characters of a run in a page, which reads them as one text: the limit of Chromium. */
const MAX_CHARACTERS = 2 ** 29 - 24;

/** Throws `TooLargePage` before anything is written. */
function refuseTooLarge({ events }: ExportSource, maxCharacters: number): void {
  let characters = 0;
  for (const event of events) {
    characters += jsonText(event).length;
    if (characters > maxCharacters)
      throw new TooLargePage(
        `Choose a part of the run, or another format: browsers open at most ${Math.round(maxCharacters / 1e6)} MB.`,
      );
  }
}

/** Yields the run as the page reads it, with the parts of its requests under the names that the events refer to. */
function* savedRun({ events, requestOf, tokens }: ExportSource): Generator<string> {
  const payloads: Record<string, Json> = {};
  const indexes = new Map<unknown, Json>();
  const withRequest = (event: AnyEvent): AnyEvent => {
    const content = event.type === 'llm_request' ? requestOf(event) : undefined;
    if (content === undefined) return event;
    const known = indexes.get(content);
    if (known !== undefined) return { ...event, request: known };
    const store = (value: Json): Json => {
      const { reference, name } = storedBlob(value);
      setOwn(payloads, name, value);
      return reference;
    };
    const parts = REQUEST_PARTS.flatMap((part) => {
      const value = content[part];
      return value === undefined ? [] : [[part, store(value)] as const];
    });
    const index = store({ version: 1, ...Object.fromEntries(parts) });
    indexes.set(content, index);
    return { ...event, request: index };
  };
  yield '{"events":[';
  let separator = '';
  for (const event of events) {
    yield `${separator}${jsonText(withRequest(event))}`;
    separator = ',';
  }
  yield `],"payloads":${jsonText(payloads)}${tokens === undefined ? '' : `,"tokens":${jsonText(tokens)}`}}`;
}

/** Joins texts: each piece of a stream costs more than its compression. */
function* inBatches(texts: Iterable<string>): Generator<string> {
  let batch = '';
  for (const text of texts) {
    batch += text;
    if (batch.length < 1 << 18) continue;
    yield batch;
    batch = '';
  }
  yield batch;
}

/** Encodes bytes, of which only three at a time have an encoding of their own. */
async function* base64(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const complete = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, complete);
    rest = bytes.subarray(complete);
  }
  yield rest.toString('base64');
}

/** Reads a file of the page's bundle: in `dist/`, one level above this one. */
function asset(name: string): string {
  const url = import.meta.url;
  return readFileSync(fileURLToPath(new URL(url.endsWith('.ts') ? `../../dist/${name}` : `../${name}`, url)), 'utf8');
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
