import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml';

/** Line and column from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Where `path` stands in a JSON text: the value, or its key where `key` is given. The nearest that is there, where it is
 * not. JSON is YAML, so YAML's parser, which we have, tells positions.
 */
export function placeFinder(text: string): (path: readonly PropertyKey[], key?: string) => Place {
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
