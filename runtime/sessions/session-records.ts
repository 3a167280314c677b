/** The records of a session's file, whatever its size. */

import { isFields } from '../text/values.ts';
import { readDocument } from './detect.ts';
import { type DocumentPart, documentParts } from './document-lists.ts';
import { chunksOf, LineSplitter, UnreadableFile } from './lines.ts';
import type { DocumentLists, Sample, SessionFormat } from './log/format.ts';
import { LineParser, type ParsedLine } from './parse-record.ts';

/**
 * Returns the records of a file, piece by piece: its lines, or the parts of its document. Throws `UnreadableFile`.
 * @param onRead receives the number of bytes of the file that have been read
 */
export async function* recordsOf(
  file: string,
  format: SessionFormat,
  { document, isOutline }: Sample,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Iterable<ParsedLine>> {
  const { split, lists } = format;
  if (document !== undefined && split !== undefined) {
    if (isOutline !== true) yield split(document).map(parsedRecord);
    else if (lists !== undefined && Array.isArray(document) === (Object.keys(lists).length === 0))
      yield* largeDocument(chunksOf(file, onRead), split, lists, document);
    else {
      const entire = readDocument(file);
      if (entire === undefined) throw new UnreadableFile('Only up to 256 MB of a document of this format are read.');
      yield split(entire).map(parsedRecord);
    }
    return;
  }
  const splitter = new LineSplitter();
  const parser = new LineParser();
  for await (const chunk of chunksOf(file, onRead)) yield parseLines(parser, splitter.push(chunk));
  yield [...parseLines(parser, splitter.end()), ...parser.end()];
}

/** Returns the records of a large document, piece by piece. */
async function* largeDocument(
  chunks: AsyncIterable<Buffer>,
  split: NonNullable<SessionFormat['split']>,
  lists: DocumentLists,
  outline: unknown,
): AsyncGenerator<Iterable<ParsedLine>> {
  // The rest of an object is the first record, and not in a list.
  const headers = Array.isArray(outline) ? 0 : 1;
  yield split(outline).slice(0, headers).map(parsedRecord);
  function* records(parts: Iterable<DocumentPart>): Generator<ParsedLine> {
    for (const part of parts)
      if (part.kind === 'broken') yield part;
      else for (const record of split(part.document).slice(headers)) yield parsedRecord(record);
  }
  for await (const parts of documentParts(chunks, lists)) yield records(parts);
}

function parsedRecord(record: unknown): ParsedLine {
  return isFields(record) ? { kind: 'record', record } : { kind: 'broken' };
}

function* parseLines(parser: LineParser, lines: Iterable<string | undefined>): Generator<ParsedLine> {
  for (const line of lines) yield* parser.push(line);
}
