import {
  Composer,
  type Document,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  parseDocument,
} from 'yaml';
import type { Range } from '../model/model.ts';
import { isDeeperThan } from '../text/json-depth.ts';
import type { EvalProblem, Position } from './eval-case.ts';

/** Path of keys and indexes to a value. */
export type ValuePath = readonly (string | number)[];

/** A parsed JSON or YAML text whose values have positions. */
export interface ParsedText {
  readonly kind: 'parsed';
  readonly file: string;
  readonly value: unknown;
  /** Returns the position of a value, or of the nearest value that contains it. */
  positionOf(path: ValuePath): Position;
  /** Returns the range of a value in the text, without quotes and at most to the end of its first line. */
  rangeOf(path: ValuePath): Range;
  /** Returns the range of a value with its quotes or brackets. */
  extentOf(path: ValuePath): Range;
  /** Returns the range of the key of a field, without quotes; that of the value if it has no key. */
  keyRangeOf(path: ValuePath): Range;
  /** Creates a problem at a value. */
  problem(path: ValuePath, message: string): EvalProblem;
}

const START: Position = { line: 1, column: 1 };
/** Maximum number of levels of a value; real files have a handful, and everything that walks a value is recursive. */
const MAX_LEVELS = 500;

/**
 * Parses JSON (if `file` ends in `.json`, strictly, because other tools read these files as well) or YAML 1.2. A text that
 * cannot be parsed is returned as a problem with the position of its first error. Never throws.
 */
export function parseText(file: string, text: string): ParsedText | EvalProblem {
  return parse(file, text);
}

/** Number of lexemes of YAML between two turns of the event loop. */
const LEXEMES_PER_TURN = 50_000;

/**
 * Parses like `parseText`, for a text that may be large.
 * @param nextTurn gives the event loop a turn
 */
export async function parseTextInTurns(
  file: string,
  text: string,
  nextTurn: () => Promise<void>,
): Promise<ParsedText | EvalProblem> {
  const withoutMark = text.replace(/^\uFEFF/, '');
  const isJson = /\.json$/i.test(file);
  try {
    // The YAML parser takes long for text that is nested too deeply.
    if (isJson && isDeeperThan(JSON.parse(withoutMark), MAX_LEVELS)) return parse(file, text);
    const lines = new LineCounter();
    // As `Parser.parse` does.
    lines.addNewLine(0);
    const parser = new Parser(lines.addNewLine);
    const composer = new Composer({ uniqueKeys: !isJson });
    const documents: unknown[] = [];
    let count = 0;
    for (const lexeme of new Lexer().lex(withoutMark)) {
      if (++count % LEXEMES_PER_TURN === 0) await nextTurn();
      for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    }
    await nextTurn();
    for (const token of parser.end()) documents.push(...composer.next(token));
    documents.push(...composer.end(true, withoutMark.length));
    await nextTurn();
    const [document] = documents;
    // Several documents are a mistake, which the other parser describes.
    if (documents.length === 1) return parse(file, text, { document: document as Document.Parsed<ParsedNode>, lines });
  } catch {
    // So is this.
  }
  return parse(file, text);
}

interface ParsedDocument {
  readonly document: Document.Parsed<ParsedNode>;
  readonly lines: LineCounter;
}

/** @param parsed the document, if it was parsed already */
function parse(file: string, text: string, parsed?: ParsedDocument): ParsedText | EvalProblem {
  const lines = parsed?.lines ?? new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const withoutMark = text.replace(/^\uFEFF/, '');
  const shift = text.length - withoutMark.length;
  const errorAt = (offset: number, message: string): EvalProblem => {
    const range = { start: offset + shift, end: Math.min(offset + 1, withoutMark.length) + shift };
    return { file, ...at(offset), range, message };
  };
  const isJson = /\.json$/i.test(file);
  let document: Document.Parsed<ParsedNode>;
  let value: unknown;
  try {
    // Parsed first, because the YAML parser takes long for text that is nested too deeply.
    if (isJson) value = JSON.parse(withoutMark);
  } catch (error) {
    const [reason = ''] = messageOf(error).split(/ in JSON at position|, "|, \.\.\./);
    lines.addNewLine(0);
    for (const { index } of withoutMark.matchAll(/\n/g)) lines.addNewLine(index + 1);
    return errorAt(jsonErrorOffset(withoutMark), `The JSON is not valid: ${reason}.`);
  }
  const tooDeep = { file, ...START, message: 'The file is nested too deeply. Simplify it.' };
  if (isDeeperThan(value, MAX_LEVELS)) return tooDeep;
  try {
    document = parsed?.document ?? parseDocument(withoutMark, { lineCounter: lines, uniqueKeys: !isJson });
    const [error] = isJson ? [] : document.errors;
    if (error !== undefined) {
      const reason = error.message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
      return errorAt(error.pos[0], `The YAML is not valid: ${reason}.`);
    }
    if (!isJson) value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return { file, ...START, message: `The file is too complex to be parsed: ${messageOf(error)}` };
  }
  if (!isJson && isDeeperThan(value, MAX_LEVELS)) return tooDeep;
  /** Returns the node of a value, or of the nearest value that contains it. */
  const nodeRange = (path: ValuePath): readonly [start: number, end: number] => {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return [node.range[0], node.range[1]];
    }
    return [0, 0];
  };
  const shown = ([start, end]: readonly [number, number]): Range => {
    const [line = ''] = withoutMark.slice(start, end).split(/\r?\n/, 1);
    const isQuoted = line.length >= 2 && /^["']/.test(line) && line.endsWith(line.charAt(0));
    const quote = isQuoted ? 1 : 0;
    return { start: start + quote + shift, end: start + line.trimEnd().length - quote + shift };
  };
  const positionOf = (path: ValuePath): Position => at(nodeRange(path)[0]);
  const rangeOf = (path: ValuePath): Range => shown(nodeRange(path));
  return {
    kind: 'parsed',
    file,
    value,
    positionOf,
    rangeOf,
    extentOf(path) {
      const [start, end] = nodeRange(path);
      return { start: start + shift, end: end + shift };
    },
    keyRangeOf(path) {
      const parent = path.length < 2 ? document.contents : document.getIn(path.slice(0, -1), true);
      const pair = isMap(parent)
        ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
        : undefined;
      const range = isNode(pair?.key) ? pair.key.range : undefined;
      return range ? shown([range[0], range[1]]) : rangeOf(path);
    },
    problem: (path, message): EvalProblem => ({ file, ...positionOf(path), range: rangeOf(path), message }),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Returns the offset of the first error in JSON: the length of the longest prefix that is only incomplete. `JSON.parse` does
 * not report it for all errors.
 */
function jsonErrorOffset(text: string): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isIncompleteJson(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isIncompleteJson(prefix: string): boolean {
  try {
    JSON.parse(prefix);
    return true;
  } catch (error) {
    const message = messageOf(error);
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    return /end of JSON|Unterminated/.test(message) || (position !== undefined && Number(position) >= prefix.length);
  }
}
