/** A token of an expression. */
export type Token =
  | { readonly kind: 'name' | 'symbol'; readonly text: string }
  | { readonly kind: 'value'; readonly value: string | number };

const TOKEN =
  /\s*(?:(?<number>-?\d+(?:\.\d+)?(?![\w$]))|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<name>[A-Za-z_$][\w$:-]*)|(?<symbol>&&|\|\||==|!=|<=|>=|[<>!()[\].]))/y;

/** Splits an expression into tokens. Returns the text at the first character that starts none. */
export function tokenize(text: string): readonly Token[] | { readonly unexpected: string } {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) return { unexpected: text.slice(from).trim().slice(0, 20) };
    const { number, string, name, symbol } = groups;
    if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) });
    else if (string !== undefined) tokens.push({ kind: 'value', value: unquote(string) });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'symbol', text: symbol ?? '' });
  }
  return tokens;
}

/** Reads a quoted string: JSON, or else a backslash makes the next character literal, as in `\'`. */
function unquote(quoted: string): string {
  try {
    if (quoted.startsWith('"')) return JSON.parse(quoted) as string;
  } catch {
    // Written by hand, as in "\d".
  }
  return quoted.slice(1, -1).replace(/\\(.)/g, '$1');
}
