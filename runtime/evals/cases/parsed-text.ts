import { type Document, isNode, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import { messageOf } from '../../errors.ts';
import { isDeeperThan, MAX_LEVELS, parseBoundedJson } from '../../protocol/json-depth.ts';
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
  /** Creates a problem at a value. */
  problem(path: ValuePath, message: string): EvalProblem;
}

const START: Position = { line: 1, column: 1 };

/**
 * Parses JSON (if `file` ends in `.json`, strictly, because other tools read these files as well) or YAML 1.2. A text that
 * cannot be parsed is returned as a problem with the position of its first error. Never throws.
 */
export function parseText(file: string, text: string): ParsedText | EvalProblem {
  const lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const withoutMark = text.replace(/^\uFEFF/, '');
  const isJson = /\.json$/i.test(file);
  let document: Document.Parsed<ParsedNode>;
  let value: unknown;
  try {
    // Parsed first, because the YAML parser takes long for text that is nested too deeply.
    if (isJson) value = parseBoundedJson(withoutMark);
  } catch (error) {
    const [reason = ''] = messageOf(error).split(/ in JSON at position|, "|, \.\.\./);
    lines.addNewLine(0);
    for (const { index } of withoutMark.matchAll(/\n/g)) lines.addNewLine(index + 1);
    return { file, ...at(jsonErrorOffset(withoutMark)), message: `Correct the JSON: ${reason}.` };
  }
  try {
    document = parseDocument(withoutMark, { lineCounter: lines, uniqueKeys: !isJson });
    const [error] = isJson ? [] : document.errors;
    if (error !== undefined) {
      const reason = error.message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
      return { file, ...at(error.pos[0]), message: `Correct the YAML: ${reason}.` };
    }
    if (!isJson) value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return { file, ...START, message: `Simplify the file; it cannot be parsed: ${messageOf(error)}` };
  }
  if (isDeeperThan(value, MAX_LEVELS))
    return { file, ...START, message: 'Simplify the file: it is nested too deeply.' };
  const positionOf = (path: ValuePath): Position => {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return at(node.range[0]);
    }
    return START;
  };
  return {
    kind: 'parsed',
    file,
    value,
    positionOf,
    problem: (path, message) => ({ file, ...positionOf(path), message }),
  };
}

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
