/** The places of values in `.skillwright.json`, for messages. */
import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml';

/** Line and column, starting at 1. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/**
 * Creates a function that locates `path` in a JSON text: the value, or its key if `key` is given. If it does not exist, the
 * nearest existing parent. Uses the YAML parser, which reports positions, because JSON is YAML.
 */
export function locationFinder(text: string): (path: readonly PropertyKey[], key?: string) => Location {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent' });
  return (path, key) => {
    let node: ParsedNode | null = document.contents;
    for (const step of path) {
      const inner: unknown = nodeIn(node, step);
      if (!isNode(inner)) break;
      node = inner;
    }
    const pair = key === undefined || !isMap(node) ? undefined : node.items.find((item) => keyOf(item.key) === key);
    const offset = (isNode(pair?.key) ? pair.key.range[0] : node?.range[0]) ?? 0;
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
}

function nodeIn(node: ParsedNode | null, step: PropertyKey): unknown {
  if (node === null || !('get' in node)) return undefined;
  return node.get(step, true);
}

function isNode(value: unknown): value is ParsedNode {
  return typeof value === 'object' && value !== null && 'range' in value && Array.isArray(value.range);
}

function keyOf(key: unknown): unknown {
  return isScalar(key) ? key.value : key;
}
