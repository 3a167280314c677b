/** Number of characters after which a part is complete. */
const PART = 256 * 1024;

/**
 * Returns the text of `JSON.stringify(value, undefined, indentation)` and a line end in parts, so that long lists are never one text.
 * Iterables are lists, which need not be in memory either.
 * @param indentation 2, or 0 for a single line
 */
export function* jsonParts(value: unknown, indentation: 0 | 2 = 2): Generator<string> {
  let part = '';
  for (const text of pieces(value, indentation === 0 ? '' : '  ')) {
    part += text;
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  yield `${part}\n`;
}

/** Yields the items of lists in a value that is an object or a list; smaller values are one piece. */
function* pieces(value: unknown, step: string): Generator<string> {
  if (isList(value)) {
    yield* items(value, '', step);
    return;
  }
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  const line = step === '' ? '' : '\n';
  const colon = step === '' ? ':' : ': ';
  let start = `{${line}`;
  for (const [key, own] of Object.entries(value)) {
    if (own === undefined) continue;
    yield `${start}${step}${JSON.stringify(key)}${colon}`;
    start = `,${line}`;
    if (isList(own)) yield* items(own, step, step);
    else yield indent(own, step, step);
  }
  yield start === `{${line}` ? '{}' : `${line}}`;
}

function* items(list: Iterable<unknown>, indentation: string, step: string): Generator<string> {
  const line = step === '' ? '' : '\n';
  let start = `[${line}`;
  for (const item of list) {
    yield `${start}${indentation}${step}${indent(item ?? null, `${indentation}${step}`, step)}`;
    start = `,${line}`;
  }
  yield start === `[${line}` ? '[]' : `${line}${indentation}]`;
}

const isList = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

// JSON escapes line ends in texts, so that each one begins a line of the format.
const indent = (value: unknown, indentation: string, step: string): string =>
  JSON.stringify(value, undefined, step).replaceAll('\n', `\n${indentation}`);
