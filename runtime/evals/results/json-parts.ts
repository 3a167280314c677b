/** Number of characters after which a part is complete. */
const PART = 256 * 1024;

/** Returns the text of `JSON.stringify(value, undefined, 2)` and a line end in parts, so that long lists are never one text. */
export function* jsonParts(value: unknown): Generator<string> {
  let part = '';
  for (const text of pieces(value)) {
    part += text;
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  yield `${part}\n`;
}

/** Yields the items of lists in a value that is an object or a list; smaller values are one piece. */
function* pieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield* items(value, '');
    return;
  }
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  let start = '{\n';
  for (const [key, own] of Object.entries(value)) {
    if (own === undefined) continue;
    yield `${start}  ${JSON.stringify(key)}: `;
    start = ',\n';
    if (Array.isArray(own)) yield* items(own, '  ');
    else yield indent(own, '  ');
  }
  yield start === '{\n' ? '{}' : '\n}';
}

function* items(list: readonly unknown[], indentation: string): Generator<string> {
  if (list.length === 0) {
    yield '[]';
    return;
  }
  let start = '[\n';
  for (const item of list) {
    yield `${start}${indentation}  ${indent(item ?? null, `${indentation}  `)}`;
    start = ',\n';
  }
  yield `\n${indentation}]`;
}

// JSON escapes line ends in texts, so that each one begins a line of the format.
const indent = (value: unknown, indentation: string): string =>
  JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indentation}`);
