/** The words of a command line that may name files. */

export interface Token {
  readonly text: string;
  /** Offset into the command. */
  readonly start: number;
}

const WORD = /(?:"[^"\n]*"|'[^'\n]*'|[^\s"'|;&()<>=,`]|<[\w -]+>\/|\$\()+/g;

/** The words of `command` that contain a `/` or a `.`, without quotes, options' names left out. */
export function commandTokens(command: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of command.matchAll(WORD)) {
    let text = match[0];
    let start = match.index;
    const quote = text[0];
    if ((quote === '"' || quote === "'") && text.endsWith(quote) && text.length > 1) {
      text = text.slice(1, -1);
      start++;
    }
    if (/\s/.test(text) || !/[./]/.test(text) || text.startsWith('-')) continue;
    // `"$DIR"/scripts/x.py` and the like: quotes around the variable alone.
    const inner = /^"(\$\{?\w+\}?)"(\/.*)$/.exec(text);
    if (inner) continue;
    tokens.push({ text, start });
  }
  return tokens;
}
